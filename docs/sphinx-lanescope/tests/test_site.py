"""Follows README.md in a fresh folder: a site of reStructuredText and MyST is built by the real Sphinx.

LANESCOPE is the command that tries examples and draws figures.
"""

import os
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom
import zipfile
from pathlib import Path

SCENARIO = """\
.isa visa grf=32
.lanes 1
.decl OFF v_type=G type=ud num_elts=8
.decl SRC v_type=G type=ud num_elts=8
.decl BUF v_type=T num_elts=1
.set OFF = [0; 8]
.set SRC = [2; 8]
.surface BUF buffer ud = 40
dword_atomic.add (M1, 1) BUF OFF.0 SRC.0 V0.0 V0.0
// 40 + 2
.expect BUF = 42
"""
CONF = """\
extensions = ["myst_parser", "sphinx_lanescope"]
html_static_path = ["_static"]
lanescope_command = {command!r}
"""


def indented(text):
    return "".join(f"   {line}\n" for line in text.splitlines())


COMMAND = os.environ.get("LANESCOPE", "lanescope")
WRONG = SCENARIO.replace("= 42", "= 43")
VARIANT = SCENARIO + """.variant other {
.set SRC = [3; 8]
.expect BUF = 43
}
"""


class Site(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "_static/lanescope").mkdir(parents=True)
        for name in ("lanescope-embed.js", "embed.html"):
            (self.folder / "_static/lanescope" / name).write_text("")

    def build(self, rst, builder="html", command=COMMAND, myst=None, warnings_fail=True, more=""):
        (self.folder / "conf.py").write_text(CONF.format(command=command) + more)
        (self.folder / "index.rst").write_text(rst + "\n.. toctree::\n\n   below/myst\n")
        (self.folder / "below").mkdir(exist_ok=True)
        myst = myst or f"# MyST\n\n```{{lanescope}} size=strip\n{SCENARIO}```\n"
        (self.folder / "below/myst.md").write_text(myst)
        # CI has `CI=true`, for which Sphinx colours its messages.
        options = ["--no-color", "-q", *(["-W"] if warnings_fail else [])]
        words = [sys.executable, "-m", "sphinx", *options, "-d", "doctrees", "-b", builder, ".", "out"]
        return subprocess.run(words, cwd=self.folder, capture_output=True, encoding="utf-8", check=False)

    def failures(self, *pages, **options):
        """Builds without -W, which has to fail. Returns the messages, each with its file relative to the site."""
        built = self.build(*pages, warnings_fail=False, **options)
        self.assertNotEqual(built.returncode, 0)
        self.assertNotIn("Traceback", built.stderr)
        return built.stderr.replace(f"{self.folder.resolve()}/", "").splitlines()

    def page(self, name):
        return (self.folder / "out" / name).read_text(encoding="utf-8")

    @staticmethod
    def rst(options="", text=SCENARIO, lines=""):
        return f"Title\n=====\n\n.. lanescope:: {options}\n{indented(lines)}\n{indented(text)}\n"

    def test_directives_and_fences_become_embeds(self):
        built = self.build(self.rst("size=card step=3 editable"))
        self.assertEqual((built.returncode, built.stderr), (0, ""))
        index = self.page("index.html")
        self.assertIn('<lanescope-embed editable="" size="card" step="3" version="0.1">', index)
        self.assertIn('alt="Lane 0 sets address to 0: element_offset[i] = 0." src="data:image/svg+xml;base64,', index)
        self.assertIn("dword_atomic.add (M1, 1)", index)
        self.assertIn('src="_static/lanescope/lanescope-embed.js', index)
        below = self.page("below/myst.html")
        self.assertIn('<lanescope-embed size="strip" version="0.1">', below)
        self.assertIn('src="../_static/lanescope/lanescope-embed.js', below)
        self.assertNotIn("lanescope-embed", self.page("search.html"))

    def test_options_can_have_lines_of_their_own(self):
        lines = ":size: card\n:step: 3\n:fold-setup:\n:title: Two & two\n:class: wide\n"
        opening = '<lanescope-embed class="wide" fold-setup="" size="card" step="3" title="Two &amp; two" version="0.1">'
        myst = f"# MyST\n\n```{{lanescope}}\n{lines}\n{SCENARIO}```\n"
        built = self.build(self.rst(lines=lines), myst=myst)
        self.assertEqual((built.returncode, built.stderr), (0, ""))
        for page in ("index.html", "below/myst.html"):
            self.assertIn(opening, self.page(page))
        built = self.build(self.rst('size=card step=3 fold-setup, title="Two & two"', lines=":class: wide\n"))
        self.assertIn(opening, self.page("index.html"))

    def test_an_exercise_has_a_claim_that_fails(self):
        wrong = SCENARIO + ".expect BUF = 43\n"
        rst = lambda text: f"Title\n=====\n\n.. lanescope:: unsolved\n\n{indented(text)}\n"
        built = self.build(rst(wrong))
        self.assertEqual((built.returncode, built.stderr), (0, ""))
        self.assertIn('<lanescope-embed version="0.1">', self.page("index.html"))
        self.assertIn("a claim that fails until the reader changes the text", self.build(rst(SCENARIO)).stderr)

    def test_a_caption_makes_a_numbered_figure(self):
        lines = ":caption: Two *lanes*\n:name: lanes\n"
        built = self.build(self.rst(lines=lines) + "\nSee :numref:`lanes`.\n", more="numfig = True\n")
        self.assertEqual((built.returncode, built.stderr), (0, ""))
        self.assertRegex(self.page("index.html"), r'<figure [^>]*id="lanes">\s*<lanescope-embed style="text-align: left" version=')
        self.assertIn("Two <em>lanes</em>", self.page("index.html"))
        self.assertIn('<span class="std std-numref">Fig. 1</span>', self.page("index.html"))

    def test_other_builders_keep_the_text(self):
        for builder, page in (("text", "index.txt"), ("latex", "*.tex"), ("man", "*.1")):
            self.assertEqual(self.build(self.rst(lines=":caption: Two\n"), builder=builder).stderr, "")
            text = next((self.folder / "out").glob(page)).read_text(encoding="utf-8")
            # LaTeX writes `_` as `\\_`.
            self.assertIn("dword_atomic.add (M1, 1) BUF OFF.0 SRC.0 V0.0 V0.0", text.replace("\\", ""))

    def test_an_e_book_has_the_figure_and_the_text(self):
        for name in ("a.wasm", "a.js.br", "manual/a.html.gz"):
            file = self.folder / "_static/lanescope" / name
            file.parent.mkdir(exist_ok=True)
            file.write_text("")
        built = self.build(self.rst("size=card editable"), builder="epub", more="version = copyright = '1'\n")
        self.assertEqual((built.returncode, built.stderr), (0, ""))
        with zipfile.ZipFile(next((self.folder / "out").glob("*.epub"))) as book:
            pages = [name for name in book.namelist() if name.endswith(".xhtml")]
            self.assertIn("index.xhtml", pages)
            for page in pages:
                xml.dom.minidom.parseString(book.read(page))
            index = book.read("index.xhtml").decode()
            self.assertFalse([name for name in book.namelist() if "_static/lanescope" in name])
        self.assertNotIn("lanescope-embed", index)
        self.assertIn('<img class="lanescope-still"', index)
        self.assertIn("dword_atomic.add (M1, 1)", index)

    def test_code_in_a_figure_of_an_e_book_is_not_centred(self):
        self.build(self.rst(lines=":caption: Two\n"), builder="epub", more="version = copyright = '1'\n")
        self.assertRegex(self.page("index.xhtml"), r'<figure [^>]*>\s*<div style="text-align: left">\s*<img')

    def test_what_does_not_hold_fails_the_build(self):
        # The directive is line 4, so the scenario's tenth and eleventh lines are lines 15 and 16.
        failed = self.failures(self.rst(text=WRONG))
        self.assertEqual(failed, ["index.rst:16: ERROR: expectation failed: BUF[0] is 42, expected 43"])
        refused = self.failures(self.rst(text=".lanes 7\n"))
        self.assertRegex(refused[0], r"index\.rst:6: ERROR: error\[visa-dispatch-size\]")
        self.assertRegex(self.failures(self.rst("step=99"))[0], r"^index\.rst:4: ERROR: there is no step 99")
        self.assertRegex(self.failures(self.rst("size=huge"))[0], r"^index\.rst:4: ERROR: `size` is `strip`, `card` or `full`, not `huge`")
        self.assertRegex(self.failures(self.rst('onclick="x"'))[0], r"^index\.rst:4: ERROR: a directive takes .*, not `onclick`")
        number = r"^index\.rst:4: ERROR: `step` is a whole number from 0 to 999999999, not `no`"
        self.assertRegex(self.failures(self.rst(lines=":step: no\n"))[0], number)
        self.assertRegex(self.failures(self.rst("editable=no"))[0], r"^index\.rst:4: ERROR: `editable` has no value")
        self.assertRegex(self.failures(self.rst("height=0"))[0], r"^index\.rst:4: ERROR: `height` is a whole number from 1 ")

    def test_a_wrong_line_of_options_fails_the_build(self):
        unknown = self.failures(self.rst(lines=":sizes: card\n"))
        self.assertEqual(unknown[:2], ['index.rst:4: ERROR: Error in "lanescope" directive:', 'unknown option: "sizes".'])
        # The next build fails, too.
        self.assertEqual(self.failures(self.rst(lines=":sizes: card\n")), unknown)
        twice = self.failures(self.rst(lines=":size: card\n:size: strip\n"))
        self.assertEqual(twice[1], 'invalid option data: duplicate option "size".')
        cases = (
            ("", ":editable: true\n", "`editable` has no value"),
            ("", ":size:\n", "`size` needs a value: `strip`, `card` or `full`"),
            ("", ":class: 1\n", "`class` needs the names of classes: "),
            ("size=card", ":size: strip\n", "`size` is given twice"),
            ("size=card size=strip", "", "`size` is given twice"),
            ("", ":src: a.lane\n:file: b.lane\n", "`src` is given twice"),
            ("caption=x", "", "a directive takes "),
            ("size=strip compare=other", "", "`compare` has no effect with `size=strip`: remove one of them"),
            ("size=full fold-setup", ":editable:\n", "`fold-setup` has no effect with `editable`: remove one of them"),
        )
        for words, lines, message in cases:
            with self.subTest(words=words, lines=lines):
                myst = f"# MyST\n\n```{{lanescope}} {words}\n{lines}\n{SCENARIO}```\n"
                failed = sorted(self.failures(self.rst(words, lines=lines), myst=myst), reverse=True)
                self.assertEqual(len(failed), 2)
                self.assertIn(f"index.rst:4: ERROR: {message}", failed[0])
                self.assertIn(f"below/myst.md:3: ERROR: {message}", failed[1])
        for lines, message in ((":sizes: card\n", "Unknown option keys: ['sizes']"), (":size\n", "Invalid options format")):
            myst = f"# MyST\n\n```{{lanescope}}\n{lines}\n{SCENARIO}```\n"
            self.assertIn(message, self.failures(self.rst(), myst=myst)[0])

    def test_all_failures_are_listed(self):
        # Each directive is 15 lines below the one before it.
        one = "\n".join([self.rst(text=WRONG), self.rst("step=99", text=SCENARIO)[12:], self.rst("nonsense")[12:]])
        myst = f"# MyST\n\n```{{lanescope}}\n{WRONG}.expect SRC = [3; 8]\n```\n"
        failed = [line.split(": ")[0] for line in self.failures(one, myst=myst)]
        # MyST: the fence is line 3. `SRC` differs in eight elements.
        myst_lines = ["below/myst.md:14"] + [line for line in failed if line == "below/myst.md:15"]
        self.assertIn("below/myst.md:15", failed)
        directives = [at for at, line in enumerate(one.splitlines(), 1) if line.startswith(".. lanescope::")]
        expected = ["index.rst:16", *(f"index.rst:{at}" for at in directives[1:])]
        self.assertEqual(sorted(failed), sorted(expected + myst_lines))
        # The next build fails, too, although no page has changed.
        again = [line.split(": ")[0] for line in self.failures(one, myst=myst)]
        self.assertEqual(sorted(again), sorted(failed))
        mended = self.build(self.rst())
        self.assertEqual((mended.returncode, mended.stderr), (0, ""))

    def test_myst_reports_the_line_of_the_file(self):
        # With the fence in line 5, and two lines of options and a blank one, the scenario begins in line 9.
        fence = f"```{{lanescope}}\n:size: card\n:step: 3\n\n{WRONG}```\n"
        self.assertIn("below/myst.md:19: ", self.failures(self.rst(), myst=f"# MyST\n\nText.\n\n{fence}")[0])
        listed = f"# MyST\n\n- ```{{lanescope}}\n{indented(WRONG).replace('   ', '  ')}  ```\n"
        self.assertIn("below/myst.md:14: ", self.failures(self.rst(), myst=listed)[0])
        nested = f"# MyST\n\n````{{note}}\nText.\n\n```{{lanescope}}\n{WRONG}```\n````\n"
        self.assertIn("below/myst.md:17: ", self.failures(self.rst(), myst=nested)[0])
        colons = f"# MyST\n\n:::{{lanescope}} size=card\n{WRONG}:::\n"
        more = "myst_enable_extensions = ['colon_fence']\n"
        self.assertIn("below/myst.md:14: ", self.failures(self.rst(), myst=colons, more=more)[0])
        wrong_word = "# MyST\n\n```{lanescope} nonsense\n.lanes 1\n```\n"
        self.assertIn("below/myst.md:3: ", self.failures(self.rst(), myst=wrong_word)[0])

    def test_a_variant_to_compare_with_has_to_be_there(self):
        built = self.build(self.rst("compare=other", text=VARIANT))
        self.assertEqual((built.returncode, built.stderr), (0, ""))
        failed = self.failures(self.rst("compare=othe", text=VARIANT))
        self.assertEqual(failed, ["index.rst:4: ERROR: there is no `.variant othe` to compare with"])

    def test_a_scenario_can_be_a_file(self):
        file = self.folder / "below/sum.lane"
        file.parent.mkdir()
        file.write_text(SCENARIO)
        myst = "# MyST\n\n```{lanescope}\n:file: sum.lane\n```\n\n```{lanescope}\n:src: sum.lane\n```\n"
        rst = self.rst("src=below/sum.lane", text="")
        built = self.build(rst, myst=myst)
        self.assertEqual((built.returncode, built.stderr), (0, ""))
        for page in ("index.html", "below/myst.html"):
            self.assertIn("dword_atomic.add (M1, 1)", self.page(page))
            self.assertNotIn("sum.lane", self.page(page))
        # Both pages are read again, since the file has changed.
        file.write_text(WRONG)
        self.assertEqual(
            self.failures(rst, myst=myst), ["below/sum.lane:11: ERROR: expectation failed: BUF[0] is 42, expected 43"] * 3
        )
        self.assertRegex(self.failures(self.rst("src=no.lane", text=""))[0], r"^index\.rst:4: ERROR: cannot read `no\.lane`")
        self.assertRegex(self.failures(self.rst("src=below/sum.lane"))[0], r"^index\.rst:4: ERROR: .* has no text of its own")

    def test_a_directive_needs_a_scenario(self):
        self.assertRegex(self.failures(self.rst(text=""))[0], r"^index\.rst:4: ERROR: the directive has no scenario")

    def test_a_missing_command_is_a_warning(self):
        for command in ("/nonexistent/lanescope", sys.executable + "/", "false"):
            built = self.build(self.rst(), command=command)
            self.assertNotEqual(built.returncode, 0)
            self.assertIn(f"WARNING: no example is run, and pages have no figures: cannot run `{command}`", built.stderr)
            self.assertEqual(len(built.stderr.splitlines()), 1)
            self.assertNotIn("..", built.stderr)

    def test_a_setting_of_another_type_is_named(self):
        base = self.failures(self.rst(), more="lanescope_base = 5\n")
        self.assertEqual(base, ["ERROR: conf.py: `lanescope_base` is a folder below `_static` or an address, as a text, not `5`"])
        command = self.failures(self.rst(), more="lanescope_command = ['lanescope']\n")
        message = "`lanescope_command` is the name or path of a command as a text, or None, not `['lanescope']`"
        self.assertEqual(command[0], f"ERROR: conf.py: {message}")

    def test_another_command_runs_the_examples_again(self):
        self.build(self.rst(text=WRONG), command="/nonexistent/lanescope")
        failed = self.failures(self.rst(text=WRONG))
        self.assertEqual(failed, ["index.rst:16: ERROR: expectation failed: BUF[0] is 42, expected 43"])
        # A newer version at the same path.
        script = self.folder / "command.sh"
        versions = (("1.0", "ok"), ("1.1", "index.rst"))
        for version, expected in versions:
            test = "exit 0" if version == "1.0" else f'exec "{COMMAND}" "$@"'
            script.write_text(f'#!/bin/sh\ncase $1 in --version) echo {version};; test) {test};; *) exec "{COMMAND}" "$@";; esac\n')
            script.chmod(0o755)
            built = self.build(self.rst(text=WRONG), command=str(script))
            self.assertIn(expected, built.stderr or "ok")

    def test_without_the_command_there_is_no_figure(self):
        self.assertEqual(self.build(self.rst(), command=None).stderr, "")
        self.assertIn("<lanescope-embed", self.page("index.html"))
        self.assertNotIn("lanescope-still", self.page("index.html"))

    def test_missing_files_are_a_warning(self):
        (self.folder / "_static/lanescope/embed.html").unlink()
        built = self.build(self.rst())
        self.assertNotEqual(built.returncode, 0)
        self.assertIn("WARNING: `embed.html` is not in the folder `lanescope/` of `html_static_path`", built.stderr)
        self.assertEqual(len(built.stderr.splitlines()), 1)
        elsewhere = "lanescope_base = 'https://example.org/lanescope'\n"
        self.assertEqual(self.build(self.rst(), more=elsewhere).stderr, "")
        self.assertIn('src="https://example.org/lanescope/lanescope-embed.js"', self.page("index.html"))


if __name__ == "__main__":
    unittest.main()
