// The editor module alone, with the policy and styles of the built page but without the program.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, framesDrawn, test, violations } from "./fixtures.mjs";

const bundle = join(dirname(fileURLToPath(import.meta.url)), "../../frontend/js/editor.js");
const TEXT = ".lanes 8\n.set OFF = 0 4 8 é😀\ndword_atomic.add (M1, 8) BUF OFF.0\n";

/** Opens the editor with `text`. `window.editor` holds its module, its handle and the values of its callbacks. */
async function openEditor(page, text = TEXT) {
  await page.route("**/static/boot.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  await page.route("**/editor-under-test.js", (route) => route.fulfill({ path: bundle }));
  await page.goto("./");
  await page.evaluate(async (initial) => {
    window.violations = [];
    addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
    const module = await import(new URL("editor-under-test.js", document.baseURI).href);
    // Removes the static picture of the page, so that the shell is shown.
    document.querySelector("#app > .page").remove();
    const parent = document.createElement("div");
    parent.id = "place";
    const after = document.createElement("button");
    after.textContent = "after";
    const heading = document.querySelector(".boot h1");
    document.querySelector(".boot").replaceChildren(heading, parent, after);
    const calls = { texts: [], cursors: [], completed: [] };
    const complete = (content, offset, explicit) => {
      calls.completed.push([offset, explicit]);
      const word = /\w*$/.exec(content.slice(0, offset))[0];
      if (!word && !explicit) return "";
      const items = ["zebra", "dword_atomic", "dispatch"].map((label) => ({ label, detail: "d", info: "about", insert: `${label}!`, stops: [], also: [], goesOn: false }));
      return JSON.stringify({ from: offset - word.length, to: offset, items });
    };
    const handle = module.createEditor(
      parent, initial, "Scenario", (content) => calls.texts.push(content), complete, () => {}, (offset) => calls.cursors.push(offset),
    );
    window.editor = { ...module, handle, calls };
  }, text);
  return page.getByRole("textbox", { name: "Scenario" });
}

const call = (page, name, ...args) =>
  page.evaluate(([verb, rest]) => window.editor[verb](window.editor.handle, ...rest), [name, args]);
const calls = (page) => page.evaluate(() => window.editor.calls);
const lines = (page) => page.locator(".cm-line").allTextContents();

test.afterEach(async ({ page }) => {
  expect(await page.evaluate(() => window.violations)).toEqual([]);
});

test("typing reports the text and the caret in UTF-16 units", async ({ page }) => {
  const box = await openEditor(page, "é😀");
  await box.focus();
  await page.keyboard.press("End");
  await page.keyboard.type("x");
  const { texts, cursors } = await calls(page);
  expect(texts).toEqual(["é😀x"]);
  // By the key, and not by typing.
  expect(cursors).toEqual([3]);
});

test("setText keeps the caret, is one undo step and is not reported", async ({ page }) => {
  await openEditor(page, "aa 10 bb 20 cc");
  await call(page, "focus");
  await call(page, "select", 14, 14);
  await call(page, "setText", "aa 11 bb 22222 cc");
  expect(await lines(page)).toEqual(["aa 11 bb 22222 cc"]);
  expect((await calls(page)).texts).toEqual([]);
  await page.keyboard.type("!");
  await call(page, "undo");
  await call(page, "undo");
  expect(await lines(page)).toEqual(["aa 10 bb 20 cc"]);
  await call(page, "redo");
  expect(await lines(page)).toEqual(["aa 11 bb 22222 cc"]);
  expect((await calls(page)).texts).toEqual(["aa 11 bb 22222 cc!", "aa 11 bb 22222 cc", "aa 10 bb 20 cc", "aa 11 bb 22222 cc"]);
});

test("setText with the same text, and one that differs inside a surrogate pair", async ({ page }) => {
  await openEditor(page, "a😀b");
  await call(page, "setText", "a😀b");
  await call(page, "setText", "a😁b");
  expect(await lines(page)).toEqual(["a😁b"]);
  await call(page, "undo");
  expect(await lines(page)).toEqual(["a😀b"]);
});

test("highlights and active ranges become classes and follow the text", async ({ page }) => {
  await openEditor(page);
  await call(page, "setHighlights", JSON.stringify([{ from: 0, to: 6, class: "directive" }]));
  const ranges = [{ from: 9, to: 12, class: "line-running" }, { from: 35, to: 47, class: "running" }, { from: 90, to: 999, class: "late" }];
  await call(page, "setActiveRanges", JSON.stringify(ranges));
  await expect(page.locator(".tok-directive")).toHaveText(".lanes");
  await expect(page.locator(".cm-line.line-running")).toHaveText(".set OFF = 0 4 8 é😀");
  await call(page, "select", 0, 0);
  await call(page, "focus");
  await page.keyboard.type("// ");
  await expect(page.locator(".tok-directive")).toHaveText(".lanes");
  await call(page, "setActiveRanges", "[]");
  await expect(page.locator(".line-running")).toHaveCount(0);
});

test("highlights and problems can be set while a change is being reported", async ({ page }) => {
  await openEditor(page, "ab");
  await page.evaluate(() => {
    const { createEditor, setHighlights, setDiagnostics, setActiveRanges, handle, destroy } = window.editor;
    destroy(handle);
    const answer = (text) => {
      const all = [{ from: 0, to: text.length }];
      setHighlights(second, JSON.stringify(all.map((range) => ({ ...range, class: "word" }))));
      setActiveRanges(second, JSON.stringify(all.map((range) => ({ ...range, class: "line-now" }))));
      setDiagnostics(second, JSON.stringify(all.map((range) => ({ ...range, severity: "info", code: "I", message: text }))));
    };
    const second = createEditor(document.getElementById("place"), "", "Scenario", answer, () => "", () => {}, () => {});
    window.editor.handle = second;
  });
  await call(page, "focus");
  await page.keyboard.type("one");
  await expect(page.locator(".tok-word")).toHaveText("one");
  await expect(page.locator(".line-now")).toHaveText("one");
  await expect(page.locator(".cm-lintRange-info")).toHaveText("one");
});

test("the next line that runs is in sight, unless the text is new or the user types", async ({ page }) => {
  // Long lines, whose heights are not known before they are in sight.
  const line = (_, index) => (index < 50 ? `// ${index}` : `// ${index} ${"and more ".repeat(40)}`);
  await openEditor(page, Array.from({ length: 200 }, line).join("\n"));
  await page.evaluate(() => (window.editor.handle.view.dom.style.height = "200px"));
  const run = (line) => page.evaluate((line) => {
    const { handle, setActiveRanges } = window.editor;
    const { from, to } = handle.view.state.doc.line(line);
    setActiveRanges(handle, JSON.stringify([{ from, to, class: "line-running" }]));
  }, line);
  const running = page.locator(".cm-line.line-running");
  await run(1);
  for (const line of [150, 20]) {
    await run(line);
    await expect(running).toBeInViewport({ ratio: 1 });
  }
  const stays = async (line) => {
    await run(line);
    await framesDrawn(page);
    await expect(page.getByText("// 19", { exact: true })).toBeInViewport();
  };
  await page.evaluate(() => {
    const { handle, setText } = window.editor;
    setText(handle, `${handle.view.state.doc}\n// 200`);
  });
  await stays(150);
  // A page that opens inside the run shows the line.
  await call(page, "awaitRunning");
  await run(150);
  await expect(running).toBeInViewport({ ratio: 1 });
  await run(20);
  await page.evaluate(() => window.editor.focus(window.editor.handle));
  await stays(180);
});

test("a problem shows message, rule and source, and its fix edits the current text", async ({ page }) => {
  await openEditor(page);
  const problem = {
    from: 7, to: 8, severity: "error", code: "E0102", message: "16 lanes expected", rule: "execution size must match",
    source: "vISA manual, DWORD_ATOMIC", fixes: [{ label: "Use 16", edits: [{ from: 7, to: 8, insert: "16" }] }],
  };
  await call(page, "setDiagnostics", JSON.stringify([problem]));
  await expect(page.locator(".cm-lint-marker-error")).toHaveCount(1);
  await call(page, "select", 0, 0);
  await call(page, "focus");
  await page.keyboard.type("\n\n");
  await page.locator(".cm-lintRange-error").hover();
  const tooltip = page.locator(".cm-tooltip-lint");
  await expect(tooltip).toContainText("16 lanes expected");
  await expect(tooltip).toContainText("execution size must match");
  await expect(tooltip).toContainText("E0102 · vISA manual, DWORD_ATOMIC");
  await tooltip.getByRole("button", { name: "Use 16" }).click();
  expect((await lines(page))[2]).toBe(".lanes 16");
  expect((await calls(page)).texts.at(-1)).toContain(".lanes 16\n");
});

test("folds have a word, open by a click, and open at edits and errors inside", async ({ page }) => {
  const text = ".isa visa\n.decl A\n.decl B\n.set A = 1\n";
  await openEditor(page, text);
  const [from, to] = [text.indexOf(".decl A"), text.indexOf("\n.set")];
  const fold = page.locator(".cm-foldPlaceholder");
  const close = async () => {
    await call(page, "setFolds", JSON.stringify([{ from, to, word: "2 declarations" }, { from: from + 7, to, word: "…" }]));
    await call(page, "fold", from, to);
    await expect(fold).toHaveText("2 declarations");
  };
  await close();
  await fold.click();
  await expect(fold).toHaveCount(0);
  expect(await lines(page)).toEqual(text.split("\n"));

  await close();
  await call(page, "setText", text.replace("= 1", "= 2"));
  await expect(fold).toHaveCount(1);
  await call(page, "setText", text.replace("= 1", "= 2").replace("B", "BUF"));
  await expect(fold).toHaveCount(0);

  await call(page, "setText", text);
  await close();
  const problem = { from, to: from + 5, severity: "error", code: "E1", message: "m", rule: "", source: "", fixes: [] };
  await call(page, "setDiagnostics", JSON.stringify([{ ...problem, severity: "info" }]));
  await expect(fold).toHaveCount(1);
  await call(page, "setDiagnostics", JSON.stringify([problem]));
  await expect(fold).toHaveCount(0);
  await call(page, "fold", from, to);
  await expect(fold).toHaveCount(0);
  await call(page, "setDiagnostics", "[]");
  await close();
  await call(page, "fold", 0, 0);
  await expect(fold).toHaveCount(0);
});

test("suggestions keep their order and are inserted as specified", async ({ page }) => {
  const box = await openEditor(page, "");
  await box.focus();
  await page.keyboard.press("Control+Space");
  const options = page.getByRole("option");
  await expect(options).toHaveText([/zebra/, /dword_atomic/, /dispatch/]);
  await page.keyboard.type("dw");
  await expect(options).toHaveText([/dword_atomic/]);
  // A new list accepts no key for 75 ms.
  await page.waitForTimeout(100);
  await page.keyboard.press("Enter");
  await expect.poll(() => lines(page)).toEqual(["dword_atomic!"]);
});

test("Tab leaves the editor and F8 goes to the next problem", async ({ page }) => {
  const box = await openEditor(page);
  const at = (from) => ({ from, to: from + 4, severity: "warning", code: "W1", message: `at ${from}`, rule: "", source: "", fixes: [] });
  await call(page, "setDiagnostics", JSON.stringify([at(9), at(20)]));
  await box.focus();
  await page.keyboard.press("F8");
  expect((await calls(page)).cursors.at(-1)).toBe(13);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "after" })).toBeFocused();
});

test("search opens, and a destroyed editor is gone", async ({ page }) => {
  const box = await openEditor(page);
  await box.focus();
  await page.keyboard.press("Control+f");
  await expect(page.getByRole("textbox", { name: "Find" })).toBeFocused();
  await call(page, "destroy");
  await expect(page.locator(".cm-editor")).toHaveCount(0);
});

test("the editor has no accessibility violation", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const box = await openEditor(page);
  const problem = { from: 7, to: 8, severity: "warning", code: "W1", message: "m", rule: "r", source: "s", fixes: [{ label: "Fix", edits: [] }] };
  await call(page, "setDiagnostics", JSON.stringify([problem]));
  await box.focus();
  await page.locator(".cm-lintRange-warning").hover();
  await expect(page.locator(".cm-tooltip-lint")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Control+f");
  await expect(page.getByRole("textbox", { name: "Find" })).toBeFocused();
  await page.keyboard.type("set");
  expect(await violations(page)).toEqual([]);
});
