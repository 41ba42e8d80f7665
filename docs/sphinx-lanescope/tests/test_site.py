"""Follows README.md in a fresh folder: a site of reStructuredText and MyST is built by the real Sphinx.

LANESCOPE is the command that tries examples and draws figures.
"""

import os
import subprocess
import sys
import tempfile
import unittest
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


class Site(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "_static/lanescope").mkdir(parents=True)
        (self.folder / "_static/lanescope/lanescope-embed.js").write_text("// the element\n")

    def build(self, rst, builder="html", command=os.environ.get("LANESCOPE", "lanescope")):
        (self.folder / "conf.py").write_text(CONF.format(command=command))
        (self.folder / "index.rst").write_text(rst + "\n.. toctree::\n\n   below/myst\n")
        (self.folder / "below").mkdir(exist_ok=True)
        myst = f"# MyST\n\n```{{lanescope}} size=strip\n{SCENARIO}```\n"
        (self.folder / "below/myst.md").write_text(myst)
        words = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", builder, ".", "out"]
        return subprocess.run(words, cwd=self.folder, capture_output=True, encoding="utf-8", check=False)

    def page(self, name):
        return (self.folder / "out" / name).read_text(encoding="utf-8")

    @staticmethod
    def rst(options="", text=SCENARIO):
        return f"Title\n=====\n\n.. lanescope:: {options}\n\n{indented(text)}\n"

    def test_directives_and_fences_become_embeds(self):
        built = self.build(self.rst("size=card step=3 editable"))
        self.assertEqual((built.returncode, built.stderr), (0, ""))
        index = self.page("index.html")
        self.assertIn('<lanescope-embed version="0.1" size="card" step="3" editable>', index)
        self.assertIn('alt="Lane 0 sets address = element_offset[i] = 0." src="data:image/svg+xml;base64,', index)
        self.assertIn("dword_atomic.add (M1, 1)", index)
        self.assertIn('src="_static/lanescope/lanescope-embed.js', index)
        below = self.page("below/myst.html")
        self.assertIn('<lanescope-embed version="0.1" size="strip">', below)
        self.assertIn('src="../_static/lanescope/lanescope-embed.js', below)
        self.assertNotIn("lanescope-embed", self.page("search.html"))

    def test_other_builders_keep_the_text(self):
        self.assertEqual(self.build(self.rst(), builder="text").stderr, "")
        self.assertIn("dword_atomic.add (M1, 1) BUF OFF.0 SRC.0 V0.0 V0.0", self.page("index.txt"))

    def test_what_does_not_hold_ends_the_build(self):
        # The directive is line 4, so the scenario's eleventh line is line 16.
        failed = self.build(self.rst(text=SCENARIO.replace("= 42", "= 43")))
        self.assertNotEqual(failed.returncode, 0)
        self.assertRegex(failed.stderr, r"index\.rst:16: expectation failed: ")
        refused = self.build(self.rst(text=".lanes 7\n"))
        self.assertRegex(refused.stderr, r"index\.rst:6: error\[visa-dispatch-size\]")
        self.assertRegex(self.build(self.rst("step=99")).stderr, r"index\.rst:4: .*there is no step 99")
        self.assertRegex(self.build(self.rst("size=huge")).stderr, r"index\.rst:4: `size=huge` is none of")
        self.assertRegex(self.build(self.rst('onclick="x"')).stderr, r"index\.rst:4: .* is none of")

    def test_without_the_command_there_is_no_figure(self):
        self.assertEqual(self.build(self.rst(), command=None).stderr, "")
        self.assertIn("<lanescope-embed", self.page("index.html"))
        self.assertNotIn("lanescope-still", self.page("index.html"))


if __name__ == "__main__":
    unittest.main()
