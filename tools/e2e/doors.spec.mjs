// Entry points of the page: decisions in a notation, orders, files, the gallery's search, the marks, undo.

import { exampleLink, scenarioLink } from "../lib/link.mjs";
import { expect, expectNoViolations, kept, loadPictures, open, openInterpretations, openLink, parkPointer, reload, started, test } from "./fixtures.mjs";
import { button, intoEditor, replaceText } from "./places.mjs";

const text = (page) => page.locator("#editor");
const position = (page) => page.locator("input[type=range]");
const notice = (page) => page.getByRole("alert");
const instruction = (page) => page.locator(".stage-instruction").first();

test("decided lines of the notation are folded, and their mark opens them and leads to the reason", async ({ page }) => {
  await open(page);
  const notation = page.getByRole("region", { name: "DWORD_ATOMIC", exact: true });
  await test.step("decided lines of the notation are folded, and their mark opens them and gives the reason", async () => {
    const decided = notation.locator(".code-line", { hasText: "reading(offset_unit, elements)" });
    await expect(decided).toHaveCount(0);
    // The line numbers stay the same.
    await expect(notation.getByRole("button", { name: "stop at line 7" })).toBeVisible();
    await expect(notation.getByRole("button", { name: "stop at line 5" })).toHaveCount(0);
    const mark = notation.getByRole("button", { name: "2 lines do not run: the interpretation `offset_unit` is `bytes`" });
    await mark.focus();
    await page.keyboard.press("Enter");
    await expect(mark).toHaveAttribute("aria-expanded", "true");
    await expect(decided).toHaveCount(1);
    await expect(notation.locator(".code-because")).toHaveText("2 lines do not run: the interpretation offset_unit is bytes");
    await expectNoViolations(page, ".tabs");
    await page.keyboard.press("Enter");
    await expect(decided).toHaveCount(0);
  });
  await test.step("the reason for a fold leads to its interpretation", async () => {
    await notation.getByRole("button", { name: "2 lines do not run: the interpretation `offset_unit` is `bytes`" }).click();
    await notation.getByRole("button", { name: "offset_unit", exact: true }).click();
    const entry = page.locator("#reading-offset_unit");
    await expect(entry).toBeFocused();
    await expect(entry).toBeInViewport();
  });
});

test("a long preparation starts with memory steps, and links carry the step size", async ({ page }) => {
  await open(page, `./#${exampleLink("24-surface-atomic")}`);
  const granularity = page.getByRole("combobox", { name: "step size" });
  await expect(granularity).toHaveValue("by memory step");
  for (const phase of ["lane 0 · address", "lane 0 · read", "lane 0 · modify", "lane 0 · write", "lane 0 · return", "lane 1 · address"]) {
    await page.keyboard.press("ArrowRight");
    await expect(page.locator(".position")).toHaveText(new RegExp(` · ${phase}$`));
  }
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".position")).toContainText("lane 0 · return");

  await granularity.selectOption("by micro-step");
  await expect.poll(() => page.url()).toContain("&g=phase");
  await reload(page);
  await expect(granularity).toHaveValue("by micro-step");
});

test("the order of lanes is chosen and edited by pointer and keyboard", async ({ page }) => {
  await open(page);
  const opener = button(page, "Order of lanes");
  await opener.click();
  const orders = page.getByRole("group", { name: "Order of lanes" });
  const lanes = orders.locator(".badge");
  await expect(orders.getByRole("button", { name: "Ascending" })).toHaveAttribute("aria-pressed", "true");
  await expectNoViolations(page, ".popup-panel");

  await orders.getByRole("button", { name: "lane 2, 3 of 8" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(text(page)).toContainText(".order 0 2");
  await expect(orders.getByRole("button", { name: "lane 2, 2 of 8" })).toBeFocused();
  await expect(orders.getByRole("button", { name: "By hand" })).toHaveAttribute("aria-pressed", "true");

  await lanes.nth(7).hover();
  await page.mouse.down();
  await lanes.nth(0).hover();
  await page.mouse.up();
  await expect(text(page)).toContainText(".order 7 0 2");
  await expect(lanes).toHaveText(["7", "0", "2", "1", "3", "4", "5", "6"]);

  await orders.getByRole("button", { name: "Random" }).click();
  await expect(text(page)).toContainText(".order seed=1");
  await orders.getByRole("spinbutton", { name: "Seed" }).fill("42");
  await page.keyboard.press("Enter");
  await expect(text(page)).toContainText(".order seed=42");
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
});

const file = (name, content) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });

test("a file is opened, and a file that is no scenario is refused with a reason", async ({ page }) => {
  await open(page);
  const choose = async (files) => {
    const chooser = page.waitForEvent("filechooser");
    await button(page, "New").click();
    await button(page, "Open a file…").click();
    await (await chooser).setFiles(files);
  };
  await choose(file("mine.lane", "// Mine\n.lanes 8\nret (M1, 1)\n"));
  await expect(text(page)).toContainText("// Mine");
  await choose(file("large.lane", "x".repeat(300_000)));
  await expect(notice(page)).toContainText("large.lane has 293 KiB; a scenario has at most 256 KiB");
  await expectNoViolations(page, "[role=alert]");
  await choose({ name: "a.png", mimeType: "image/png", buffer: Buffer.from([0x89, 0x50, 0, 0xff]) });
  await expect(notice(page)).toContainText("a.png is not a text");
  await expect(text(page)).toContainText("// Mine");
  await page.goBack();
  await expect(instruction(page)).toHaveText("dword_atomic.add");
});

test("dropped files are opened, one at a time", async ({ page }) => {
  await open(page);
  const drop = (contents) =>
    page.evaluate((contents) => {
      const dragged = new DataTransfer();
      for (const content of contents) dragged.items.add(new File([content], "dropped.lane"));
      const send = (name) =>
        document.querySelector("#editor").dispatchEvent(new DragEvent(name, { dataTransfer: dragged, bubbles: true, cancelable: true }));
      send("dragover");
      const said = document.documentElement.dataset.drop;
      send("drop");
      return [said, document.documentElement.dataset.drop];
    }, contents);
  // A dialog would cover the message.
  await button(page, "Examples").click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await drop(["// One\n", "// Two\n"])).toEqual(["over", undefined]);
  await expect(notice(page)).toContainText("2 files at once");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await drop(["// Dropped\n.lanes 16\n"]);
  await expect(text(page)).toContainText("// Dropped");
});

test("a pasted function of C becomes a scenario, and runs after one fix", async ({ page }) => {
  await open(page);
  const line = String.raw`__asm__ volatile("dword_atomic.add (M1, 8) T5 %1.0 %2.0 V0.0 %0.0\n" : "=rw"(old) : "rw"(where), "rw"(one));`;
  await replaceText(page, line);
  await expect(notice(page)).toContainText("This text is not a scenario alone. Took off string literals.");
  await expect(page.locator(".cm-content")).toHaveText("dword_atomic.add (M1, 8) T5 where.0 one.0 V0.0 old.0");
  await button(page, "declare all 4 names").first().click();
  await expect(text(page)).toContainText(".set where = iota(0, 4)");
  await expect(page.getByRole("button", { name: /^declare/ })).toHaveCount(0);
  await expect(button(page, "Step")).toBeEnabled();
  await notice(page).getByRole("button", { name: "Undo" }).click();
  await expect(text(page)).toContainText("__asm__ volatile");
  await expect(notice(page)).toHaveCount(0);
});

test("the gallery has an index and a search, and Back returns to the scenario before", async ({ page }) => {
  await test.step("an index by instruction set and by subject, and other words find an operation", async () => {
    await open(page);
    await button(page, "Examples").click();
    const dialog = page.getByRole("dialog", { name: "Examples" });
    const subjects = dialog.getByRole("navigation", { name: "Subjects" });
    const cards = dialog.locator(".example");
    await expect(cards.first()).toBeVisible();
    const all = await cards.count();
    await subjects.getByRole("button", { name: "Puzzles 15" }).click();
    const heading = dialog.getByRole("heading", { name: /^Puzzles/ });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await expectNoViolations(page, "dialog[open]");
    await dialog.getByRole("button", { name: "SASS", exact: false }).first().click();
    await expect(subjects.getByRole("button", { name: /^Gather/ })).toHaveCount(0);
    const some = await cards.count();
    expect(some).toBeGreaterThan(5);
    expect(some).toBeLessThan(all);
    await dialog.getByRole("button", { name: "All", exact: true }).click();
    const search = page.getByRole("searchbox", { name: "Search" });
    await search.fill("predecrement");
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText("PREDEC");
    // The next visit begins with an empty search.
    await button(dialog, "close").click();
    await expect(dialog).toBeHidden();
    await button(page, "Examples").click();
    await expect(search).toHaveValue("");
    await expect(cards).toHaveCount(all);
    await button(dialog, "close").click();
    await expect(dialog).toBeHidden();
  });
  await test.step("a search by title, instruction and word, and Back", async () => {
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.url()).toContain("&c=2");
    await button(page, "Examples").click();
    const search = page.getByRole("searchbox", { name: "Search" });
    const cards = page.locator(".example");
    await expect(cards).not.toHaveCount(0);
    // Each letter narrows the groups, and the field keeps the focus.
    await search.click();
    await page.keyboard.type("suatom cas");
    await expect(search).toBeFocused();
    await expect(search).toHaveValue("suatom cas");
    await expect(cards).toHaveCount(1);
    await expect(page.getByRole("status").filter({ hasText: "1 example" })).toHaveCount(1);
    await search.fill("nothing like it");
    await expect(page.getByText("No example matches “nothing like it”.", { exact: true })).toBeVisible();
    await expectNoViolations(page);
    await search.fill("SWAP in a pair");
    await cards.first().click();
    await expect(instruction(page)).toContainText("SUATOM");
    await expect.poll(() => page.url()).not.toContain("&c=2");
    await page.goBack();
    await expect(instruction(page)).toHaveText("dword_atomic.add");
    await expect(position(page)).toHaveValue("2");
    await page.goForward();
    await expect(instruction(page)).toContainText("SUATOM");
  });
});

test("Back just after an example has opened returns to the example before", async ({ page }) => {
  await page.clock.install();
  await open(page);
  const header = page.locator(".scenario-title");
  for (const title of ["Drawing tickets", "The dispatch mask"]) {
    await button(page, "Examples").click();
    const card = page.locator(".example", { hasText: title }).first();
    await expect(card).toBeVisible();
    // Steps are written into the address after a delay. Back is pressed before it is over, because the clock is stopped.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    const before = page.url();
    await card.click();
    await expect(header).toHaveText(title);
    await expect.poll(() => page.url()).not.toBe(before);
    if (title === "The dispatch mask") await page.evaluate(() => history.back());
    else await page.clock.resume();
  }
  await expect(header).toHaveText("Drawing tickets");
  // The address is written again after a moment, and the last example stays ahead.
  await page.clock.runFor(600);
  await page.clock.resume();
  await page.goForward();
  await expect(header).toHaveText("The dispatch mask");
  await page.goBack();
  await expect(header).toHaveText("Drawing tickets");
  await page.goBack();
  await expect(instruction(page)).toHaveText("dword_atomic.add");
});

test("Back returns to a text that was edited just before another one was opened", async ({ page }) => {
  await open(page);
  await intoEditor(page);
  await page.keyboard.press("ControlOrMeta+Home");
  await page.evaluate(() => {
    document.execCommand("insertText", false, "// edited\n");
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([".lanes 4\n"], "a.lane"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(page.locator(".cm-content")).toHaveText(".lanes 4");
  await page.goBack();
  await expect(page.locator(".cm-content")).toContainText("// edited");
});

test("New begins with the empty text, and each instruction has a picture", async ({ page }) => {
  await open(page);
  await button(page, "New").click();
  const cards = page.getByRole("dialog", { name: "New scenario" }).locator(".example");
  await expect(cards.first()).toHaveText(/^An empty text/);
  await expect(cards.first()).toBeFocused();
  const pictures = page.getByRole("dialog", { name: "New scenario" }).locator(".thumbnail");
  expect(await pictures.count()).toBe((await cards.count()) - 1);
  await loadPictures(pictures);
  await expectNoViolations(page, "dialog[open]");
});

test("the help draws the marks and links to the command line, at 1440 and 320 px", async ({ page }) => {
  await open(page);
  const help = page.getByRole("dialog", { name: "Help" });
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 800 });
    if (width < 720) await button(page, "More commands").click();
    await button(page, "keys and help").click();
    await expect(help.locator(".mark-list li")).toHaveCount(19);
    for (const mark of await help.locator(".legend-mark > *").all()) {
      const { width, height } = await mark.boundingBox();
      expect(Math.min(width, height)).toBeGreaterThan(8);
    }
    await expect(help).toContainText("lanescope run FILE");
    await expect(help).toContainText("“The command line”");
    expect(await help.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
    await expectNoViolations(page, "dialog[open]");
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
  }
});

/** Returns the stored text. */
const keptText = async (page) => (await kept(page)).text ?? "";
const keptTheme = async (page) => (await kept(page)).theme;

/** Types a line at the end of the text. */
async function typeLine(page, line) {
  await text(page).click();
  await expect(page.locator(".cm-content")).toBeFocused();
  await parkPointer(page);
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(`\n${line}`);
}

test("only an edit stores the text, and the notice about it is true", async ({ page, context }) => {
  await open(page);
  await typeLine(page, "// older");
  await expect.poll(() => keptText(page)).toContain("// older");
  const newer = await context.newPage();
  await newer.goto("./");
  await started(newer);
  await typeLine(newer, "// newer");
  await expect.poll(() => keptText(page)).toContain("// newer");
  await expect(notice(page)).toContainText("Another tab has saved its text");
  await expectNoViolations(page, "[role=alert]");

  // Viewing the older tab, stepping in it and changing a setting do not overwrite the text of the newer tab.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await page.getByRole("combobox", { name: "theme" }).selectOption("Dark");
  await expect.poll(() => keptTheme(page)).toBe("dark");
  expect(await keptText(page)).toContain("// newer");

  // As the notice says, an edit stores this text.
  await typeLine(page, "// edited again");
  await expect(notice(page)).toHaveCount(0);
  await expect.poll(() => keptText(page)).toContain("// older\n// edited again");
  await newer.close();
});

test("opening a link stores nothing over the kept text", async ({ page, context }) => {
  await open(page);
  await typeLine(page, "// my own");
  await expect.poll(() => keptText(page)).toContain("// my own");
  const linked = await context.newPage();
  await linked.goto(`./#${scenarioLink("// Another\n.lanes 8\n")}`);
  await started(linked);
  await linked.evaluate(() => window.dispatchEvent(new Event("pagehide")));
  await linked.waitForTimeout(400);
  expect(await keptText(page)).toContain("// my own");
  await linked.close();
});

test("touch screens are asked to tap", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await open(page);
  await expect(page.locator(".narration .sentence")).toContainText("Tap Step to run the first step.", { useInnerText: true });
  await context.close();
});

test("the keyboard skips to the text and to the stage", async ({ page }) => {
  await open(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the stage" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement.closest(".stage") !== null)).toBe(true);
});

test.describe("without the program", () => {
  test.use({ mayFail: true });

  test("the chosen theme applies before the program runs", async ({ page }) => {
    await open(page);
    await page.getByRole("combobox", { name: "theme" }).selectOption("Dark");
    await expect.poll(() => keptTheme(page)).toBe("dark");
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto("./", { waitUntil: "commit" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.locator("html")).not.toHaveAttribute("data-run", /./);
  });
});

test("a refused interpretation is not shown as chosen; others are tried, and each choice shows its effect", async ({ page }) => {
  await test.step("a refused interpretation is not shown as chosen", async () => {
    await open(page, `#${exampleLink("20-slm-and-stateless")}`);
    await openInterpretations(page);
    const choices = page.locator("#reading-first_user_surface input");
    await choices.nth(1).click();
    await expect(notice(page)).toContainText("This cannot be changed here");
    await expect(choices.nth(0)).toBeChecked();
  });
  await test.step("other interpretations are tried, and each choice shows its effect", async () => {
    await openLink(page, exampleLink("13-out-of-bounds"));
    const panel = page.locator(".readings");
    await expect(panel.locator(".effect")).toHaveCount(0);
    await button(page, "Try every other interpretation").click();
    await expect(panel.getByRole("status")).toHaveText(/^1 of the \d+ other choices changes how this run ends\.$/);
    // The result names the choice, and links to its entry.
    await panel.locator(".what-if").getByRole("button", { name: "offset_unit = elements" }).click();
    await expect(panel.locator("#reading-offset_unit")).toBeFocused();
    // Offsets 12 and 8 are elements 3 and 2. As elements they would be bytes 48 and 32, beyond the surface's 16.
    const elements = panel.getByRole("radio", { name: /^elements / });
    await expect(elements).toHaveAccessibleName(/With this choice, the run ends with BUF\[2\] = 30 instead of 31, BUF\[3\] = 40 instead of 41/);
    await expectNoViolations(page, ".tabs");
    // The choice changes the text, and the result is not valid for the new text.
    await elements.check();
    await expect(panel.locator(".effect")).toHaveCount(0);
  });
});
