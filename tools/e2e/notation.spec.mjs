// The Semantics tab as an editor of the semantics of an instruction or an operation in this document.

import { exampleLink } from "../lib/link.mjs";
import { expect, expectNoViolations, framesDrawn, open, openInterpretations, openLink, pressUntil, test } from "./fixtures.mjs";
import { button, completions } from "./places.mjs";

const scenario = (page) => page.locator("#editor");
const region = (page, name) => page.getByRole("region", { name, exact: true });
const field = (page, name) => page.getByRole("textbox", { name: `notation of ${name}` });

/** Waits until the editor of a text is loaded and has the focus. The plain field before it has another undo history. */
async function expectEditor(page, name) {
  await expect(region(page, name).locator(".cm-editor")).toBeVisible();
  await expect(field(page, name)).toBeFocused();
}

async function edit(page, name) {
  await button(page, `Edit ${name}`).click();
  await expectEditor(page, name);
}

/** Edits another text of the instruction. */
async function choose(page, name) {
  await page.getByRole("combobox", { name: "instruction or operation" }).selectOption(name);
  await expectEditor(page, name);
}

/** Accepts a completion after it has been in sight for 75 ms, which CodeMirror requires against accidental acceptance. */
async function take(option) {
  await option.waitFor();
  await option.page().waitForTimeout(100);
  await option.click();
}

test("long lines of the rule continue below their own start, and the marks of lines are beside the splitter", async ({ page }) => {
  await open(page, `./#${exampleLink("38-channels")}`);
  for (let step = 0; step < 12; step += 1) await page.keyboard.press("ArrowRight");
  const texts = await page.locator("#tab-panel .code-text").allTextContents();
  expect(texts.length).toBeGreaterThan(8);
  expect(texts.filter((text) => text.trim() === "")).toEqual([]);
  // In the narrowest pane, the comment takes two lines in any font.
  await page.locator("#inspector-splitter").focus();
  await page.keyboard.press("Home");
  const wrapped = await page.locator("#tab-panel .code-text", { hasText: "// elements from one block" }).evaluate((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
    const next = rects.filter(({ top }) => top > rects[0].bottom - 4);
    return next.map(({ left }) => left - rects[0].left);
  });
  expect(wrapped.length).toBeGreaterThan(0);
  expect(Math.min(...wrapped)).toBeGreaterThan(0);
  expect(Math.min(...wrapped)).toBeLessThan(20);
  const edge = await page.locator("#inspector-splitter").evaluate((splitter) => splitter.getBoundingClientRect().right);
  const mark = await page.locator("#tab-panel .code-line.next").first().evaluate((line) => line.getBoundingClientRect().left);
  expect(mark).toBeGreaterThanOrEqual(edge - 1);
});

test("an operation is edited in the Semantics tab, the text gets a line, and undo removes it", async ({ page }) => {
  await open(page);
  await test.step("undo of the scenario undoes the notation, while another tab is open, too", async () => {
    await edit(page, "ADD");
    // One undo step, however slow the machine is.
    await page.keyboard.insertText("new = add_sat(old, src0);");
    await page.keyboard.press("Escape");
    await expect(scenario(page)).toContainText(".op ADD = add_sat(old, src0)");
    await page.getByRole("tab", { name: "Instruction" }).click();
    await expect(field(page, "ADD")).toBeHidden();
    await page.keyboard.press("ArrowLeft");
    await expect(field(page, "ADD")).toBeVisible();
    await framesDrawn(page);
    await expect(page.getByRole("tab", { name: "Semantics" })).toBeFocused();
    await field(page, "ADD").press("Control+z");
    await expect(scenario(page)).not.toContainText(".op ADD");
    await button(page, "Done").click();
  });
  await test.step("the text gets a line, which is marked as modified", async () => {
    await edit(page, "ADD");
    await expect(region(page, "ADD").getByRole("status").first()).toHaveText("unmodified");
    // One line is selected as a whole: typing replaces it.
    await page.keyboard.type("new = add_sat(old, src0);");
    await page.keyboard.press("Escape");
    await expect(scenario(page)).toContainText(".op ADD = add_sat(old, src0)");
    await expect(region(page, "ADD").getByRole("status").first()).toHaveText("modified");
    await expect(region(page, "ADD").locator(".was")).toHaveText("−new = old + src0;");
    await expect(region(page, "ADD").locator(".cm-line.line-changed")).toHaveCount(1);
    await expectNoViolations(page, ".tabs");
    await button(page, "Done").click();
    await expect(button(page, "Edit ADD")).toBeFocused();
    await expect(region(page, "ADD")).toContainText("modified");
  });
});

test("the text of an operation is typed with completions, and errors are reported in place", async ({ page }) => {
  await open(page);
  await test.step("notation with an error is reported, and text and stage stay", async () => {
    await edit(page, "ADD");
    await page.keyboard.type("new = odl + src0;");
    await expect(region(page, "ADD").locator(".cm-lintRange-error")).toHaveText("odl");
    await expect(region(page, "ADD").locator(".notation-problems")).toContainText("odl");
    await expect(region(page, "ADD").locator(".notation-problems")).toContainText("Showing the last valid run.");
    await expect(page.locator(".stage-instruction").first()).toHaveText("dword_atomic.add");
    // An unclosed brace would swallow the rest of the scenario, but not the text that is typed after it.
    await page.keyboard.press("Control+a");
    await page.keyboard.type("if (old > 1) { new = 1;");
    await expect(region(page, "ADD").locator(".notation-problems")).toContainText("never closed");
    await page.keyboard.type(" } else { new = old + src0; }");
    await expect(region(page, "ADD").locator(".notation-problems")).toHaveCount(0);
    await expect(field(page, "ADD")).toContainText("if (old > 1) { new = 1; } else { new = old + src0; }");
    await expect(field(page, "ADD")).toBeFocused();
  });
  await test.step("names, keywords and builtins are completed with their meaning", async () => {
    await page.keyboard.press("Control+a");
    await page.keyboard.type("new = add_s");
    const list = completions(page);
    await expect(list.getByRole("option").first()).toContainText("add_sat(a, b)");
    await take(list.getByRole("option").first());
    await page.keyboard.type("(old, sr");
    await take(list.getByRole("option", { name: /^src0/ }));
    await page.keyboard.type(");");
    await expect(scenario(page)).toContainText(".op ADD = add_sat(old, src0)");
  });
  await test.step("leaving the text right after a key leaves no open suggestion", async () => {
    await page.keyboard.press("End");
    await page.evaluate(() => {
      document.execCommand("insertText", false, "mi");
      [...document.querySelectorAll("[role=tab]")].find(({ textContent }) => textContent === "Instruction").click();
    });
    await expect(page.getByRole("tabpanel", { name: "Instruction" })).toBeVisible();
    // CodeMirror asks for completions a tenth of a second after a key. An error on the console fails the test.
    await page.waitForTimeout(300);
    await expect(region(page, "ADD")).toHaveCount(0);
  });
});

test("a click on a line goes there, the manual's line comes back, and another scenario closes the editor", async ({ page }) => {
  await open(page);
  await test.step("a click on a line goes there, and another text can be chosen", async () => {
    const line = region(page, "DWORD_ATOMIC").locator(".code-line", { hasText: "surface[address] = new" });
    await line.locator(".code-text").click({ position: { x: 240, y: 8 } });
    await expect(field(page, "DWORD_ATOMIC")).toBeFocused();
    await expect(region(page, "DWORD_ATOMIC").locator(".cm-activeLine")).toContainText("surface[address] = new");
    await choose(page, "SUB");
    await expect(field(page, "SUB")).toContainText("new = old - src0;");
    // One undo step, however slow the machine is.
    await page.keyboard.insertText("new = old;");
    await expect(scenario(page)).toContainText(".op SUB = old");
  });
  await test.step("the line of the manual comes back, and with it the text as it was", async () => {
    await button(page, "undo").click();
    await expect(scenario(page)).not.toContainText(".op SUB");
    await choose(page, "DWORD_ATOMIC");
    const lines = page.locator("#editor .cm-content");
    const before = await lines.innerText();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("End");
    await page.keyboard.type(" // mine");
    await expect(scenario(page)).toContainText(".semantics DWORD_ATOMIC {");
    await page.getByRole("button", { name: /^Revert line/ }).click();
    await expect(scenario(page)).not.toContainText(".semantics");
    expect((await lines.innerText()).replace(/\s+/g, " ")).toBe(before.replace(/\s+/g, " "));
  });
  await test.step("undo and redo of the scenario change the notation, and another scenario closes the editor", async () => {
    await choose(page, "ADD");
    await page.keyboard.insertText("new = old;");
    await expect(scenario(page)).toContainText(".op ADD = old");
    await page.keyboard.press("Control+z");
    await expect(scenario(page)).not.toContainText(".op ADD");
    await expect(field(page, "ADD")).toContainText("new = old + src0;");
    await page.keyboard.press("Control+y");
    await expect(scenario(page)).toContainText(".op ADD = old");
    // Opening another scenario closes the editor.
    await page.getByRole("button", { name: "Examples" }).click();
    await page.getByRole("dialog").getByRole("button").filter({ hasText: "Eight lanes, four counters" }).first().click();
    await expect(field(page, "ADD")).toHaveCount(0);
  });
});

test("the current line is marked during edits, and its number sets a breakpoint", async ({ page }) => {
  await open(page, `./#${exampleLink("01-collision")}&c=4`);
  await edit(page, "DWORD_ATOMIC");
  const running = region(page, "DWORD_ATOMIC").locator(".cm-line.line-running");
  await expect(running).toHaveCount(1);
  const first = await running.innerText();
  await button(page, "Step").click();
  await expect(running).not.toHaveText(first);
  await region(page, "DWORD_ATOMIC").locator(".cm-lineNumbers .cm-gutterElement", { hasText: /^6$/ }).click();
  await expect(region(page, "DWORD_ATOMIC").locator(".cm-lineNumbers .cm-stop")).toHaveCount(1);
});

test("figures, stage and sentence mark modified semantics, and a step names its interpretation", async ({ page }) => {
  await open(page);
  await edit(page, "ADD");
  await page.keyboard.insertText("new = old - src0;");
  const mark = page.locator(".stage .modified");
  await expect(mark).toHaveText("modified");
  await expect(mark).toHaveAttribute("title", "This text changes ADD");
  await button(page, "Step").click();
  await expect(page.locator(".narration .sentence")).toContainText("dword_atomic.add begins with all 8 lanes.");
  for (let step = 0; step < 2; step += 1) await button(page, "Step").click();
  const read = page.locator(".narration").getByRole("button", { name: "interpretation, offset_unit: bytes" });
  await read.click();
  await expect(page.getByRole("group", { name: "What is the unit of element offsets?" })).toBeFocused();
});

test("an instruction of one's own is made, used, explained and explored", async ({ page }) => {
  await open(page);
  await edit(page, "DWORD_ATOMIC");
  await button(page, "Make an instruction from this").click();
  await page.getByRole("textbox", { name: "Name" }).fill("dword_atomic");
  await page.keyboard.press("Enter");
  await expect(page.locator("#instruction-refused")).toContainText("DWORD_ATOMIC is an instruction already");
  await page.getByRole("textbox", { name: "Name" }).fill("my_add");
  await page.keyboard.press("Enter");
  await expect(scenario(page)).toContainText(".semantics MY_ADD like DWORD_ATOMIC {");
  await expect(page.locator(".stage-instruction").first()).toHaveText("my_add.add");
  await expect(region(page, "MY_ADD").getByRole("status").first()).toHaveText("not changed yet");
  await page.getByRole("tab", { name: "Instruction" }).click();
  await expect(page.locator(".instruction-help").first()).toContainText("Defined by this scenario. It is written like DWORD_ATOMIC");
  await page.getByRole("tab", { name: "Outcomes" }).click();
  await expect(page.locator("#tab-panel")).toContainText("order");
  await page.getByRole("textbox", { name: "scenario text" }).focus();
  await expect(page.locator("#editor .cm-content")).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("my_");
  await expect(page.locator(".cm-tooltip-autocomplete").getByRole("option").first()).toContainText("my_add");
});

test("an operation of one's own is made, used and completed", async ({ page }) => {
  await open(page);
  await edit(page, "ADD");
  await button(page, "Make an operation from this").click();
  await page.getByRole("textbox", { name: "Name" }).fill("sub");
  await page.keyboard.press("Enter");
  await expect(page.locator("#instruction-refused")).toContainText("SUB is an operation already");
  await page.getByRole("textbox", { name: "Name" }).fill("satadd");
  await page.keyboard.press("Enter");
  await expect(scenario(page)).toContainText(".op SATADD = old + src0");
  await expect(page.locator(".stage-instruction").first()).toHaveText("dword_atomic.satadd");
  // The text of the new operation is open for typing. It limits sums to 14, so the first counter, which holds 10, ends at 14.
  await expect(field(page, "SATADD")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("new = min(old + src0, 14);");
  await expect(scenario(page)).toContainText(".op SATADD = min(old + src0, 14)");
  await page.getByRole("button", { name: "to the end" }).click();
  await expect(page.locator("#cell-0-0")).toContainText("14");
  await page.getByRole("textbox", { name: "scenario text" }).focus();
  await expect(page.locator("#editor .cm-content")).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("dword_atomic.sat");
  await expect(page.locator(".cm-tooltip-autocomplete").getByRole("option").first()).toContainText("satadd");
});

test("the notation editor fits a phone, and works by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await button(page, "Edit ADD").focus();
  await page.keyboard.press("Enter");
  await expect(field(page, "ADD")).toBeFocused();
  await page.keyboard.type("new = old; // a comment that is longer than the page is wide, so that it has to be broken");
  await expect(page.locator(".printed-text")).toContainText(".op ADD {");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await expectNoViolations(page, ".tabs");
});

test("a reading's entry opens to what is known, and shows an example", async ({ page }) => {
  await open(page);
  await openInterpretations(page);
  const entry = page.getByRole("group", { name: "What is the unit of element offsets?" });
  await entry.getByText("Evidence", { exact: true }).click();
  await expect(entry).toContainText("The pseudo-code indexes the surface by the offset itself.");
  await expect(entry.locator(".unknown")).toHaveText(["not known", "not known"]);
  await entry.getByRole("button", { name: "Show an example of offset_unit" }).click();
  await expect(scenario(page)).toContainText("// What is the unit of element offsets?");
  await expect(entry).toBeFocused();
  await entry.getByRole("radio", { name: /^elements/ }).check();
  await expect(scenario(page)).toContainText(".reading offset_unit = elements");
  await expectNoViolations(page, ".tabs");
});

test("any text leaves the page responsive", async ({ page }) => {
  test.slow();
  await open(page);
  await edit(page, "ADD");
  const texts = [
    "{".repeat(3_000),
    "new = old;\n".repeat(1_200),
    `new = ${"(".repeat(3_000)}old`,
    "for (UD a = 0; a < 0xffffffff; a++) for (UD b = 0; b < 0xffffffff; b++) { new = a; }",
    "x".repeat(20_000),
  ];
  for (const [index, typed] of texts.entries()) {
    await page.keyboard.press("Control+a");
    await page.evaluate((typed) => {
      const data = new DataTransfer();
      data.setData("text/plain", typed);
      document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, typed);
    await expect(region(page, "ADD").locator(".notation-changes")).toBeVisible();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(`new = old + ${index};`);
    await expect(scenario(page)).toContainText(`.op ADD = old + ${index}`);
    await expect(region(page, "ADD").locator(".notation-problems")).toHaveCount(0);
  }
});

test("a step names its interpretations, and links to their entries", async ({ page }) => {
  await test.step("one outside the notation", async () => {
    await open(page, `./#${exampleLink("14-misaligned")}&c=9`);
    const sentence = page.locator(".narration .sentence");
    const read = page.locator(".narration").getByRole("button", { name: "interpretation, misaligned: mask", exact: true });
    // Byte 6 is in the middle of element 1.
    await expect(sentence).toContainText("Lane 1 reads 20 from BUF[1].");
    await expect(read).toBeVisible();
    // Byte 0 is a multiple of 4, so the interpretation has no effect on it.
    await page.locator("#stage-title").click();
    await pressUntil(page, "ArrowLeft", sentence, "Lane 0 reads 10 from BUF[0].");
    await expect(read).toHaveCount(0);
    await pressUntil(page, "ArrowRight", sentence, "Lane 1 reads");
    await read.click();
    const question = "What happens at an address that is not a multiple of the element's size?";
    await expect(page.getByRole("group", { name: question })).toBeFocused();
  });
  await test.step("several", async () => {
    // The unit of an offset, and the overflow of its sum with the global offset beyond 32 bits.
    await openLink(page, `${exampleLink("36-gather")}&c=20`);
    const opener = page.locator(".narration").getByRole("button", { name: /^2 interpretations/ });
    const list = page.locator(".readings-of-step");
    await opener.click();
    await expect(list.getByRole("button")).toHaveCount(2);
    const questions = await list.getByRole("button").allTextContents();
    for (const question of questions) {
      if (!(await list.isVisible())) await opener.click();
      await list.getByRole("button", { name: question }).click();
      await expect(page.getByRole("tab", { name: "Semantics" })).toHaveAttribute("aria-selected", "true");
      await expect(page.getByRole("group", { name: question })).toBeFocused();
      await expect(list).toHaveCount(0);
    }
    // The same tab asks for the effect of all of them.
    await page.getByRole("button", { name: "Try every other interpretation" }).click();
    await expect(page.locator(".what-if")).toContainText(/of the \d+ other choices change/);
  });
});

test("a link carries modified semantics with their mark, and undo removes both", async ({ page, context }) => {
  await open(page);
  const before = page.url();
  await edit(page, "ADD");
  await page.keyboard.insertText("new = old - src0;");
  const mark = page.locator(".stage .modified");
  await expect(mark).toHaveText("modified");
  await expect.poll(() => page.url()).not.toBe(before);
  const other = await context.newPage();
  await open(other, page.url());
  await expect(scenario(other)).toContainText(".op ADD = old - src0");
  await expect(other.locator(".stage .modified")).toHaveText("modified");
  // 10 - 1 - 2 - 5 - 8 is 6 below 2^32.
  await other.getByRole("button", { name: "to the end" }).click();
  await expect(other.locator("#cell-0-0")).toContainText("4294967290");
  await other.close();
  await page.keyboard.press("Control+z");
  await expect(mark).toHaveCount(0);
  await expect(scenario(page)).not.toContainText(".op ADD");
});
