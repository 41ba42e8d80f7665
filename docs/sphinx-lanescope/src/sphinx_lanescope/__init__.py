"""Sphinx: scenarios of Lanescope that run in the page."""

import base64
import re
import shutil
import subprocess
from html import escape, unescape

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

VERSION = "0.1.0"

# What stands behind the directive: words with a value, each with what may stand there, and words that stand for themselves.
# The preprocessor for mdBook takes the same.
VALUES = {
    "size": r"strip|card|full",
    "step": r"\d{1,9}",
    "height": r"\d{1,5}",
    "granularity": r"lane|instruction|memory|step",
    "side": r"text|semantics|outcomes",
    "theme": r"light|dark|auto",
    "compare": r"[A-Za-z0-9_]+",
    "group": r"[A-Za-z0-9_-]+",
}
FLAGS = ("editable", "autoplay")


class embed(nodes.General, nodes.Element):
    """A scenario. Its only child is its text, which stays where no script runs."""


class Lanescope(SphinxDirective):
    """A scenario, with the options of its embed behind the name."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self):
        text = "\n".join(self.content) + "\n"
        attributes = self.attributes()
        still = self.still(text, attributes.get("step"))
        node = embed(attributes=attributes, still=still)
        literal = nodes.literal_block(text, text.rstrip("\n"), language="text")
        self.set_source_info(literal)
        node += literal
        return [node]

    def attributes(self):
        """The options as attributes, each with its value; that of a word that stands for itself is None."""
        attributes = {}
        for word in re.split(r"[\s,]+", " ".join(self.arguments).strip()):
            name, _, value = word.partition("=")
            if word in FLAGS:
                attributes[word] = None
            elif name in VALUES and re.fullmatch(VALUES[name], value):
                attributes[name] = value
            elif word:
                known = ", ".join([f"`{name}=`" for name in VALUES] + [f"`{flag}`" for flag in FLAGS])
                raise self.problem(0, f"`{word}` is none of {known}, or has a value that cannot stand there")
        return attributes

    def still(self, text, step):
        """The figure of a step as SVG, after the scenario has been tried; None where there is no command for it."""
        command = self.config.lanescope_command
        program = shutil.which(command) if command else None
        if program is None:
            return None
        tried = self.call([program, "test", "-"], text)
        if tried.returncode != 0:
            raise self.problem(*first_problem(tried.stderr))
        at = ["--step", step] if step else []
        drawn = self.call([program, "render", "-", "--theme", "auto", *at], text)
        # One status says that the run stops with an error, which the scenario expects.
        if not drawn.stdout:
            raise self.problem(*first_problem(drawn.stderr))
        return drawn.stdout

    @staticmethod
    def call(words, text):
        return subprocess.run(words, input=text, capture_output=True, encoding="utf-8", check=False, timeout=60)

    def problem(self, line, message):
        """What ends the build: `line` counts from 1 in the scenario, 0 is the directive's own."""
        source, at = self.state_machine.get_source_and_line(self.content_offset + line if line else self.lineno)
        return ExtensionError(f"{source}:{at}: {message}")


def first_problem(told):
    """Line and message of the first of what `lanescope` complains about."""
    failed = re.search(r"^-:(\d+): (.*)$", told, re.MULTILINE)
    if failed:
        return int(failed[1]), failed[2]
    place = re.search(r"--> -:(\d+):", told)
    lines = told.splitlines() or ["it does not run"]
    return int(place[1]) if place else 0, lines[0]


def visit_html(self, node):
    words = [f' {name}' if value is None else f' {name}="{escape(value)}"' for name, value in node["attributes"].items()]
    self.body.append(f'<lanescope-embed version="{VERSION.rpartition(".")[0]}"{"".join(words)}>\n')
    if node["still"]:
        data = base64.b64encode(node["still"].encode()).decode()
        described = re.search(r"<desc>(.*?)</desc>", node["still"], re.DOTALL)
        alt = escape(unescape(described[1]) if described else "")
        self.body.append(f'<img class="lanescope-still" alt="{alt}" src="data:image/svg+xml;base64,{data}">\n')


def depart_html(self, node):
    self.body.append("</lanescope-embed>\n")


def add_script(app, page, template, context, doctree):
    """The script of the element, for pages that have one. It stands in the head: an embed that is read when its script is there
    takes its room at once, so that nothing moves."""
    if doctree is not None and next(doctree.findall(embed), None) is not None:
        base = app.config.lanescope_base
        app.add_js_file(f"{base}lanescope-embed.js")


def pass_by(self, node):
    """In paper and in man pages, the text stays."""


def setup(app):
    # Below `_static`, or an address.
    app.add_config_value("lanescope_base", "lanescope/", "html")
    # What tries examples and draws figures; None for neither.
    app.add_config_value("lanescope_command", "lanescope", "env", types=(str, type(None)))
    others = {name: (pass_by, pass_by) for name in ("latex", "text", "man", "texinfo")}
    app.add_node(embed, html=(visit_html, depart_html), **others)
    app.add_directive("lanescope", Lanescope)
    app.connect("html-page-context", add_script)
    return {"version": VERSION, "parallel_read_safe": True, "parallel_write_safe": True}
