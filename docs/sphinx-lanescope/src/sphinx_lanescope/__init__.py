"""Sphinx: scenarios of Lanescope that run in the page."""

import base64
import json
import os
import re
import shutil
import subprocess
from html import escape, unescape
from importlib import metadata, resources
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

try:
    from myst_parser.mocking import MockStateMachine
except ImportError:
    MockStateMachine = ()

VERSION = metadata.version("sphinx-lanescope")

# The options of a directive, by name. `core/tests/embed_options.rs` writes the file.
TABLE = json.loads(resources.files(__package__).joinpath("embed-options.json").read_text(encoding="utf-8"))["options"]
OPTIONS = {name: row for name, row in TABLE.items() if "document" in row["places"]}
# The options that are not about the embed.
COMMON = ("caption", "class", "name")
# The settings in conf.py: the default, the types of each, and what is expected. The command runs examples and draws figures.
SETTINGS = {
    "lanescope_base": ("lanescope/", (str,), "a folder below `_static` or an address, as a text"),
    "lanescope_command": ("lanescope", (str, type(None)), "the name or path of a command as a text, or None"),
}
# How long one example may take, in seconds.
LIMIT = 60
# The files that an embed begins with.
FILES = ("lanescope-embed.js", "embed.html")
# The key in the metadata of a document that has examples: whether all of them passed.
METADATA = "lanescope"

logger = logging.getLogger(__name__)


class embed(nodes.General, nodes.Element):
    """A scenario. Its only child is its text, for readers without scripts."""


class Problem(Exception):
    """A failed example: the place as a file and a line, and the message."""

    def __init__(self, place, message):
        super().__init__(message)
        self.place = place


class Lanescope(SphinxDirective):
    """A scenario. The options of its embed follow its name as words, or have lines of their own: `:size: card`."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = {
        **{name: directives.unchanged for name in OPTIONS},
        # Another name of `src`, which `csv-table` and others use.
        "file": directives.unchanged,
        **{name: directives.unchanged for name in COMMON},
    }

    def run(self):
        place = self.place(0)
        try:
            attributes = self.attributes()
            classes = self.classes()
            is_unsolved = attributes.pop("unsolved", None) is not None
            text, places = self.scenario(attributes.pop("src", None))
        except Problem as problem:
            report(self.env, problem)
            return [self.literal("\n".join(self.content))]
        node = embed(attributes=attributes, is_unsolved=is_unsolved, place=place, places=places, text=text)
        self.set_source_info(node)
        node["classes"] += classes
        node += self.literal(text)
        caption = self.options.get("caption")
        if caption:
            parsed, messages = self.state.inline_text(caption, self.lineno)
            node = nodes.figure("", node, nodes.caption(caption, "", *parsed))
            self.set_source_info(node)
            self.add_name(node)
            return [node, *messages]
        self.add_name(node)
        return [node]

    def literal(self, text):
        literal = nodes.literal_block(text, text.rstrip("\n"), language="text")
        self.set_source_info(literal)
        return literal

    def attributes(self):
        """Returns the options, each with its value; that of a flag is empty."""
        words = re.findall(r'[^\s,=]+="[^"]*"|[^\s,]+', " ".join(self.arguments))
        pairs = [(name, re.sub(r'^"(.*)"$', r"\1", value) if equals else None) for name, equals, value in (word.partition("=") for word in words)]
        # A line without a value has an empty text.
        pairs += [(name, value or None) for name, value in self.options.items() if name not in COMMON]
        attributes = {}
        for given, value in pairs:
            name = "src" if given == "file" else given
            if name not in OPTIONS:
                forms = ", ".join(f"`{name}=`" if "pattern" in row else f"`{name}`" for name, row in OPTIONS.items())
                raise Problem(self.place(0), f"a directive takes {forms}, not `{name}`")
            if name in attributes:
                raise Problem(self.place(0), f"`{name}` is given twice")
            attributes[name] = self.checked(name, value)
        for name in attributes:
            other, value = OPTIONS[name].get("not_with", (None, None))
            if other in attributes and attributes[other] == value:
                form = f"{other}={value}" if value else other
                raise Problem(self.place(0), f"`{name}` has no effect with `{form}`: remove one of them")
        return attributes

    def classes(self):
        """Returns the classes of the element."""
        try:
            return directives.class_option(self.options.get("class", ""))
        except ValueError as error:
            raise Problem(self.place(0), f"`class` needs the names of classes: {error}") from error

    def checked(self, name, value):
        """Returns the value of an attribute."""
        row = OPTIONS[name]
        if "pattern" not in row:
            if value is None:
                return ""
            raise Problem(self.place(0), f"`{name}` has no value")
        if value is None:
            raise Problem(self.place(0), f"`{name}` needs a value: {row['expected']}")
        is_valid = re.fullmatch(row["pattern"], value) and ("most" not in row or row["least"] <= int(value) <= row["most"])
        if not is_valid:
            raise Problem(self.place(0), f"`{name}` is {row['expected']}, not `{value}`")
        return value

    def scenario(self, file):
        """Returns the text of the scenario, and the place of each of its lines."""
        if file is None:
            text = "".join(f"{line}\n" for line in self.content)
            return text, [self.place(line) for line in range(1, len(self.content) + 1)]
        if any(line.strip() for line in self.content):
            raise Problem(self.place(0), "a directive with a file has no text of its own: remove the text, or the file")
        relative, path = self.env.relfn2path(file)
        self.env.note_dependency(relative)
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise Problem(self.place(0), f"cannot read `{file}`: {error}") from error
        return text, [(path, line) for line in range(1, len(text.splitlines()) + 1)]

    def place(self, line):
        """Returns file and line of a line of the content, from 1; 0 is that of the directive."""
        if line and isinstance(self.state_machine, MockStateMachine):
            # MyST counts `content_offset` from the fence.
            return self.state_machine.get_source_and_line(self.lineno + self.content_offset + line)
        return self.state_machine.get_source_and_line(self.content_offset + line if line else self.lineno)


def report(env, problem):
    """Reports a problem. The build goes on, so that all problems are listed, and fails at its end."""
    source, line = problem.place
    logger.error("%s", problem, location=f"{source}:{line}")
    mark_failed(env)


def mark_failed(env):
    """Lets the build fail at its end, because of the current document."""
    env.metadata[env.docname][METADATA] = "failed"
    # Otherwise the next build would use the cached document and not repeat the message.
    env.note_reread()


def try_examples(app, doctree):
    """Runs the examples of a document, and draws their figures."""
    if any(is_about_options(message) for message in doctree.findall(nodes.system_message)):
        mark_failed(app.env)
    examples = list(doctree.findall(embed))
    if examples:
        app.env.metadata[app.env.docname].setdefault(METADATA, "passed")
    for node in examples:
        node["still"] = None
        for problem in Engine(app.config).try_example(node):
            report(app.env, problem)
    for node in examples:
        del node["is_unsolved"], node["place"], node["places"], node["text"]


def is_about_options(message):
    """Returns whether a message is about the lines of options of a directive. Docutils and MyST have reported it: docutils does
    not run the directive, and MyST leaves out the option."""
    text = message[0].astext() if message.children else ""
    # Another transformation may have replaced the quotation marks.
    return re.match(r"Error in .lanescope. directive:|.lanescope.: .*\[myst\.directive_option\]$", text) is not None


class Engine:
    """The command that runs examples and draws figures."""

    def __init__(self, config):
        self.program = shutil.which(config.lanescope_command) if config.lanescope_engine else None

    def try_example(self, node):
        """Runs the scenario of a node and sets its figure. Returns the problems."""
        if not node["text"].strip():
            return [self.problem(node, 0, "the directive has no scenario: write its text, or name a file with `:src:`")]
        if self.program is None:
            return []
        try:
            tested = self.call(["test", "-"], node["text"])
            found = problems(tested.stderr) if tested.returncode != 0 else []
            if node["is_unsolved"]:
                # An exercise has claims that fail, and no other problem.
                others = [it for it in found if "expectation failed: " not in it[1]]
                found = others if found else [(1, "an `unsolved` scenario has a claim that fails until the reader changes the text")]
            if found:
                return [self.problem(node, *it) for it in found]
            compared = node["attributes"].get("compare")
            if compared and not re.search(rf"^ok +-, variant {re.escape(compared)}(?= |$)", tested.stdout, re.MULTILINE):
                return [self.problem(node, 0, f"there is no `.variant {compared}` to compare with")]
            step = node["attributes"].get("step")
            at = ["--step", step] if step else []
            drawn = self.call(["render", "-", "--theme", "auto", *at], node["text"])
        except subprocess.TimeoutExpired:
            return [self.problem(node, 0, f"the scenario ran for more than {LIMIT} s")]
        # A run that stops with an error has a figure. The scenario expects that error, or its test would have failed.
        if not drawn.stdout:
            return [self.problem(node, *found) for found in problems(drawn.stderr)]
        node["still"] = drawn.stdout
        return []

    def call(self, words, text):
        return subprocess.run(
            [self.program, *words], input=text, capture_output=True, encoding="utf-8", check=False, timeout=LIMIT
        )

    @staticmethod
    def problem(node, line, message):
        places = node["places"]
        return Problem(places[min(line, len(places)) - 1] if line and places else node["place"], message)


def problems(told):
    """Returns line and message of each problem in the messages of `lanescope`. A problem without a line has line 0."""
    found, heading = [], None
    for line in told.splitlines():
        failed = re.match(r"-:(\d+): (.*)$", line)
        place = re.search(r"--> -:(\d+):", line)
        if failed:
            found.append((int(failed[1]), failed[2]))
        elif place and heading:
            found.append((int(place[1]), heading))
            heading = None
        elif re.match(r"\w", line):
            heading = line if line.startswith("error") else None
    if not found:
        first = next(iter(told.splitlines()), "the scenario does not run")
        found.append((0, re.sub(r"^error: (-: )?", "", first)))
    return found


def check_settings(app, config):
    """Replaces a setting of another type by its default. The build goes on and fails at its end."""
    for name, (default, types, expected) in SETTINGS.items():
        value = getattr(config, name)
        if not isinstance(value, types):
            logger.error("conf.py: `%s` is %s, not `%r`", name, expected, value)
            setattr(config, name, default)
            app.statuscode = 1


def find_engine(app, config):
    """Stores which command runs the examples. A change of this value makes Sphinx read all documents again."""
    command = config.lanescope_command
    config.lanescope_engine = None
    if command is None:
        return
    program = shutil.which(command)
    try:
        if program is None:
            raise FileNotFoundError("it is not installed, or not on the path")
        call = [program, "--version"]
        version = subprocess.run(call, capture_output=True, encoding="utf-8", check=True, timeout=LIMIT).stdout.strip()
        config.lanescope_engine = f"{program}, {version}, {os.stat(program).st_mtime_ns}"
    except (OSError, subprocess.SubprocessError) as error:
        logger.warning(
            "no example is run, and pages have no figures: cannot run `%s`: %s. "
            "Install it, set `lanescope_command` to its path, or set it to None to do without",
            command,
            str(error).rstrip("."),
            type="lanescope",
            subtype="command",
        )


def makes_pages(builder):
    """Returns whether a builder makes pages for browsers. Programs that show e-books run no scripts."""
    return builder.format == "html" and builder.name != "epub"


def element_of(builder):
    return "lanescope-embed" if makes_pages(builder) else "div"


def visit_html(self, node):
    # A theme centres what is in a figure, and code would lose its margin.
    attributes = {"style": "text-align: left"} if isinstance(node.parent, nodes.figure) else {}
    if makes_pages(self.builder):
        attributes |= {"version": VERSION.rpartition(".")[0], **node["attributes"]}
    self.body.append(self.starttag(node, element_of(self.builder), **attributes))
    if node["still"]:
        data = base64.b64encode(node["still"].encode()).decode()
        described = re.search(r"<desc>(.*?)</desc>", node["still"], re.DOTALL)
        alt = escape(unescape(described[1]) if described else "")
        self.body.append(f'<img class="lanescope-still" alt="{alt}" src="data:image/svg+xml;base64,{data}" />\n')


def depart_html(self, node):
    self.body.append(f"</{element_of(self.builder)}>\n")


def add_script(app, page, template, context, doctree):
    """Adds the script of the element to pages that have one. It is in the head: an embed that is parsed after the script
    reserves its space at once, so the page does not shift."""
    if makes_pages(app.builder) and doctree is not None and next(doctree.findall(embed), None) is not None:
        app.add_js_file(f"{base_of(app)}lanescope-embed.js")


def base_of(app):
    """Returns `lanescope_base` with a slash at its end."""
    base = app.config.lanescope_base
    return f"{base.rstrip('/')}/" if base else ""


def local_base(app):
    """Returns the folder of Lanescope's files below `_static`, or None if they come from elsewhere."""
    base = base_of(app)
    return None if base.startswith("/") or "://" in base else base


def exclude_files(app, builder):
    """Leaves Lanescope's files out of e-books."""
    base = local_base(app)
    if builder.name != "epub" or base is None:
        return
    excluded = list(app.config.epub_exclude_files)
    for entry in app.config.html_static_path:
        folder = Path(app.confdir, entry)
        files = (path for path in folder.joinpath(base).rglob("*") if path.is_file())
        excluded += [str(Path("_static", path.relative_to(folder))) for path in files]
    app.config.epub_exclude_files = excluded


def finish(app, exception):
    """Fails the build if an example failed, and warns if embeds lack their files."""
    if exception is not None:
        return
    states = {metadata.get(METADATA) for metadata in app.env.metadata.values()} - {None}
    if "failed" in states:
        app.statuscode = 1
    base = local_base(app)
    if not states or not makes_pages(app.builder) or base is None:
        return
    missing = next((name for name in FILES if not Path(app.outdir, "_static", base, name).exists()), None)
    if missing:
        logger.warning(
            "`%s` is not in the folder `%s` of `html_static_path`, so no embed can start: "
            "copy Lanescope's folder `dist` there, or set `lanescope_base`",
            missing,
            base,
            type="lanescope",
            subtype="files",
        )


def pass_by(self, node):
    """Adds nothing: paper and man pages show the text alone."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Registers the directive, its settings and its checks."""
    for name, rebuild in (("lanescope_base", "html"), ("lanescope_command", "env")):
        default, types, _ = SETTINGS[name]
        app.add_config_value(name, default, rebuild, types=types)
    # Set by the extension: path, version and time of the command.
    app.add_config_value("lanescope_engine", None, "env", types=(str, type(None)))
    others = {name: (pass_by, pass_by) for name in ("latex", "text", "man", "texinfo")}
    app.add_node(embed, html=(visit_html, depart_html), **others)
    app.add_directive("lanescope", Lanescope)
    app.connect("config-inited", check_settings)
    app.connect("config-inited", find_engine)
    app.connect("doctree-read", try_examples)
    app.connect("html-page-context", add_script)
    app.connect("write-started", exclude_files)
    app.connect("build-finished", finish)
    return {"version": VERSION, "parallel_read_safe": True, "parallel_write_safe": True}
