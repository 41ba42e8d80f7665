// A new user's first minutes on the built page: each action with its expected result.

import { exampleLink } from "../lib/link.mjs";
import { boxAtRest, expect, expectNoViolations, kept, loadPictures, OF_COLOURS, open, openLink, reload, resize, test, violations } from "./fixtures.mjs";
import { cell, hold, intoEditor, narration, replaceText, shown } from "./places.mjs";

const slider = (page) => page.getByRole("slider", { name: "position in the run" });
const position = (page) => page.getByRole("region", { name: "timeline" }).getByRole("status");
const mask = (page) => page.getByRole("button", { name: /lanes mask/ });
const lane = (page, index) => page.getByRole("switch", { name: new RegExp(`^lane ${index} `) });

/** A scenario of two lanes that meet at a counter. */
const TWO = `.lanes 8 active=0b0000_0011
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 4 4
.set VAL = 5 7
.surface BUF buffer ud = 1 2 3
dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0
.expect BUF = 1 14 3
`;

test("a first visit shows an example and invites the reader to step, up to the first step", async ({ page }) => {
  await open(page);
  await expect(page.locator(".step.inviting")).toBeVisible();
  await expect(shown(page)).toContainText("Eight lanes, four counters");
  await expect(cell(page, 0)).toContainText("10");
  const invitations = page.getByText(/Press .* to run the first step/);
  await expect(invitations).toHaveCount(1);
  const lesson = page.getByRole("link", { name: "Take the first lesson" });
  await expect(lesson).toBeVisible();
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect(narration(page)).toContainText("begins with all 8 lanes");
  await expect(page.locator(".step.inviting")).toHaveCount(0);
  await page.keyboard.press("Home");
  await expect(invitations).toHaveCount(1);
  await expect(lesson).toHaveCount(0);
  await expect.poll(async () => (await kept(page)).stepped).toBe(true);
  await reload(page);
  await expect(page.getByRole("button", { name: "Step", exact: true })).toBeVisible();
  await expect(lesson).toHaveCount(0);
});

test("a step is taken by key and button, a lane is switched off, and a cell is edited or refuses a value", async ({ page }) => {
  await test.step("keys and buttons step forwards and back", async () => {
    await open(page);
    // The mask, the latch, and lane 0's address, read and operation: 10 + 1.
    for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
    await expect(narration(page)).toHaveText(/Lane 0 computes new = 11\./);
    await page.keyboard.press("ArrowRight");
    await expect(cell(page, 0)).toContainText("11");
    await page.keyboard.press("ArrowLeft");
    await expect(cell(page, 0)).toContainText("10");
    await page.getByRole("button", { name: "step back" }).click();
    await expect(narration(page)).toHaveText(/Lane 0 reads 10 from BUF\[0\]\./);
    await page.keyboard.press("End");
    // 10 + 1 + 2 + 5 + 8, 20 + 3 + 7, 30 + 4, 40 + 6.
    for (const [index, value] of [26, 30, 34, 46].entries()) await expect(cell(page, index)).toContainText(String(value));
    await page.keyboard.press("Home");
    await expect(position(page)).toContainText("start of");
  });
  await test.step("a lane is switched off, and the text follows", async () => {
    await lane(page, 3).click();
    await expect(mask(page)).toContainText("0xf7");
    await expect(shown(page)).toContainText("active=0b1111_0111");
    await page.keyboard.press("End");
    // Lane 3 alone accesses the third counter.
    await expect(cell(page, 2)).toContainText("30");
    await page.getByRole("button", { name: "undo" }).click();
    await expect(mask(page)).toContainText("0xff");
    await expect(shown(page)).toContainText("active=0xff");
  });
  await test.step("a cell refuses a value that does not fit, gives the reason, and keeps the typed text", async () => {
    await cell(page, 1).click();
    const box = page.getByRole("textbox", { name: /BUF\[1\]/ });
    await box.fill("99999999999");
    // Results of the background exploration redraw the cell, and leave alone the text that is being typed in it.
    await expect(cell(page, 1)).toHaveAccessibleName(/depend on order/);
    await box.press("Enter");
    await expect(cell(page, 1)).toHaveText(/^20/);
    await expect(page.getByText(/does not fit UD/)).toBeVisible();
    await cell(page, 1).click();
    await expect(box).toHaveValue("99999999999");
    await expect(shown(page)).toContainText(".surface BUF buffer ud = 10 20 30 40");
  });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await test.step("a cell is edited, and the run follows", async () => {
    await cell(page, 2).click();
    const box = page.getByRole("textbox", { name: /BUF\[2\]/ });
    await box.fill("100");
    await box.press("Enter");
    await expect(shown(page)).toContainText(".surface BUF buffer ud = 10 20 100 40");
    await page.keyboard.press("Escape");
    await slider(page).focus();
    await page.keyboard.press("End");
    await expect(cell(page, 2)).toContainText("104");
  });
});

test("typing changes the run, a mistake leaves the last valid run on the stage, and a button applies a fix", async ({ page }) => {
  await open(page);
  await replaceText(page, TWO);
  const problems = page.getByRole("region", { name: "Problems" });
  await expect(problems).toContainText("No problems");
  await slider(page).focus();
  await page.keyboard.press("End");
  await expect(cell(page, 1)).toContainText("14");

  await replaceText(page, TWO.replace("dword_atomic.add", "dword_atomic.ad"));
  await expect(problems).toContainText("visa-unknown-modifier");
  await expect(page.getByText("Last valid run").first()).toBeVisible();
  await expect(cell(page, 1)).toContainText("14");
  await expect(shown(page)).toContainText("dword_atomic.ad ");
  await test.step("the button of a problem applies its fix", async () => {
    await replaceText(page, TWO.replace("BUF OFF.0 VAL.0", "BUG OFF.0 VAL.0"));
    await problems.getByRole("button", { name: /BUF/ }).click();
    await expect(problems).toContainText("No problems");
    await expect(problems.getByRole("heading")).toBeFocused();
    await expect(shown(page)).toContainText("dword_atomic.add (M1, 8) BUF OFF.0");
  });
});

test("the timeline is dragged", async ({ page }) => {
  await open(page);
  const box = await boxAtRest(slider(page));
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 8, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, y, { steps: 12 });
  await page.mouse.up();
  await expect(position(page)).toHaveText(/step (19|20|21|22|23) of 42/);
  const middle = await cell(page, 0).textContent();
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 8, y, { steps: 12 });
  await page.mouse.up();
  await expect(position(page)).toContainText("start of 42");
  expect(await cell(page, 0).textContent()).not.toBe(middle);
});

test("no tab has an accessibility violation", async ({ page }) => {
  await open(page);
  await expectNoViolations(page);
  for (const tab of ["Instruction", "Outcomes", "Compare", "Semantics"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expectNoViolations(page, ".tabs");
  }
});

test("the theme is switched and kept", async ({ page }) => {
  await open(page);
  const ground = () => page.locator("body").evaluate((element) => getComputedStyle(element).backgroundColor);
  const grounds = [];
  for (const theme of ["Light", "Dark"]) {
    await page.getByRole("combobox", { name: "theme" }).selectOption({ label: theme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme.toLowerCase());
    grounds.push(await ground());
  }
  expect(grounds[0]).not.toBe(grounds[1]);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("a reload loses nothing, and a link carries text, step and view", async ({ page, browser }) => {
  await open(page);
  await replaceText(page, TWO);
  await page.getByRole("tab", { name: "Instruction" }).click();
  await slider(page).focus();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press("ArrowRight");
  await expect(slider(page)).toHaveValue("6");
  const before = await position(page).textContent();
  const expectThere = async (there) => {
    await expect(shown(there)).toContainText(".expect BUF = 1 14 3");
    await expect(position(there)).toHaveText(before);
    await expect(there.getByRole("tab", { name: "Instruction" })).toHaveAttribute("aria-selected", "true");
  };
  await expect.poll(() => kept(page)).toMatchObject({ text: TWO, cursor: 6, tab: "instruction" });
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#v2\..+c=6/);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(page.url());
  await expectThere(other);
  await elsewhere.close();
  await page.goto("./");
  await expectThere(page);
  // The address does not have the last letters yet.
  await expect(async () => expect(new URL(page.url()).hash).toMatch(/^#v2\./)).toPass();
  await intoEditor(page);
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("// last");
  await reload(page);
  await expect(shown(page)).toContainText("// last");
});

test("a reload opens the latest text, side by side as before, even if the address changes while the server answers", async ({ page }) => {
  await open(page, `./#${exampleLink("49-two-vendors")}&v=suatom`);
  const code = () => new URL(page.url()).hash.split("&")[0];
  const before = code();
  let hold;
  const held = new Promise((done) => (hold = done));
  await page.route((url) => url.pathname === new URL(page.url()).pathname, hold);
  await intoEditor(page);
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("// last");
  const reloaded = reload(page);
  const answer = await held;
  await expect.poll(code).not.toBe(before);
  await answer.continue();
  await reloaded;
  await expect(shown(page)).toContainText("// last");
  await expect(page.locator(".stage .stage-side")).toHaveText(["base", "suatom"]);
});

test("an edit in a linked scenario keeps one's own text", async ({ page }) => {
  await open(page);
  await replaceText(page, TWO);
  await expect.poll(async () => (await kept(page)).text).toBe(TWO);
  await page.goto("about:blank");
  await open(page, `./#${exampleLink("16-lock")}`);
  await intoEditor(page);
  await page.keyboard.type("// note");
  await expect.poll(async () => (await kept(page)).text).toContain("// note");
  await reload(page);
  const restore = page.getByRole("button", { name: "Restore it" });
  await restore.press("Enter");
  await expect(page.locator(".stage-body")).toBeFocused();
  await expect.poll(async () => (await kept(page)).text).toBe(TWO);
  await expect(page.locator(".cm-content")).toBeVisible();
  await reload(page);
  await expect(shown(page)).toContainText(".expect BUF = 1 14 3");
  await expect(restore).toHaveCount(0);
});

test("a damaged link says so and leaves one's own text alone, and a link to a step of a changed run starts at its start", async ({ page }) => {
  await open(page);
  await replaceText(page, TWO);
  await expect.poll(async () => (await kept(page)).text).toBe(TWO);
  // The page on which the text was pasted still has to write its address.
  await page.goto("about:blank");
  await page.goto("./#v1.AAAAbroken");
  await expect(page.getByText(/link (cannot be opened|is damaged)/i).first()).toBeVisible();
  await expect(shown(page)).toContainText(".expect BUF = 1 14 3");
  await page.getByRole("button", { name: "Dismiss" }).press("Enter");
  await expect(page.locator(".stage-body")).toBeFocused();
  await openLink(page, `${exampleLink("01-collision")}&c=14&f=1`);
  await expect(page.getByRole("alert")).toContainText("Step 14 of the link is a different step here");
  await expect(position(page)).toContainText("start of 42");
});

test("the gallery opens an example, and each has a picture of its run, which loads without moving anything", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Examples" }).click();
  const dialog = page.getByRole("dialog");
  const first = dialog.getByRole("button", { name: /^Eight lanes, four counters/ });
  await first.focus();
  const heights = () => page.locator(".example").evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height));
  const before = await heights();
  await loadPictures(page.locator(".thumbnail"));
  expect(await heights()).toEqual(before);
  expect(before.length).toBeGreaterThanOrEqual(43);
  await expect(first).toBeFocused();
  const text = await (await page.request.get(await first.locator("img").evaluate((picture) => picture.src))).text();
  // The picture shows the ninth of 16 accesses, the read of lane 4: lanes 0 to 3 are done, and counter 0 holds 10 + 1 + 2.
  expect(text).toContain("Lane 4 reads 13 from BUF[0].");
  await expectNoViolations(page, "dialog[open]");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(shown(page)).toContainText("Eight lanes, four counters");
  await test.step("an example is opened by click", async () => {
    await page.getByRole("button", { name: "Examples" }).click();
    await expect(dialog).toBeVisible();
    await expectNoViolations(page, "dialog[open]");
    await dialog.getByRole("button", { name: /out of bounds|outside/i }).first().click();
    await expect(dialog).toBeHidden();
    await expect(position(page)).toContainText("start of");
    await page.keyboard.press("End");
    await expect(page.locator("main")).toContainText(/out of bounds|outside/);
  });
});

test.describe("where the examples cannot be fetched", () => {
  test.use({ mayFail: true });

  test("a gallery that cannot be loaded is reported, and loads when it is opened again", async ({ page }) => {
    await page.route("**/examples.txt", (route) => route.abort(), { times: 1 });
    await open(page);
    await page.getByRole("button", { name: "Examples" }).click();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Could not load the examples");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Examples" }).click();
    await expect(page.getByRole("dialog").getByRole("heading", { level: 3 })).not.toHaveCount(0);
  });
});

test("the examples are requested once while they are under way", async ({ page }) => {
  let requests = 0;
  page.on("request", (request) => (requests += Number(request.url().endsWith("/examples.txt"))));
  const release = await hold(page, "**/examples.txt");
  await open(page);
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole("button", { name: "Examples" }).click();
    await expect(page.getByRole("dialog")).toContainText("Loading examples");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
  release();
  await page.getByRole("button", { name: "Examples" }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { level: 3 })).not.toHaveCount(0);
  expect(requests).toBe(1);
});

test("keys are listed, and the keyboard reaches every control", async ({ page }) => {
  await open(page);
  // Characters act only while the stage has the focus.
  await page.keyboard.press("n");
  await expect(slider(page)).toHaveValue("0");
  await page.locator("#stage-title").click();
  await page.keyboard.press("n");
  // Lane 1 reads the value that lane 0 wrote: its read is the ninth step.
  await expect(slider(page)).toHaveValue("9");
  await lane(page, 0).focus();
  await page.keyboard.press("n");
  await expect(slider(page)).not.toHaveValue("9");
  await cell(page, 0).focus();
  await page.keyboard.press("p");
  await expect(slider(page)).toHaveValue("9");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoViolations(page, "dialog[open]");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await lane(page, 0).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await expect(mask(page)).toContainText("0xfd");
  // Into the editor and out of it: after Escape, Tab moves on.
  await intoEditor(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(page.locator(".cm-content")).not.toBeFocused();
});

test("nothing overflows at any width, with 8 or 32 lanes", async ({ page }) => {
  test.slow();
  await open(page);
  /** Calls a function at each width. */
  const atEach = async (name, check) => {
    for (const width of [320, 390, 820, 1440, 2560]) {
      await test.step(`${name} at ${width} px`, async () => {
        await resize(page, width, 900);
        await check(width);
      });
    }
  };
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await atEach("8 lanes", async () => {
    for (const key of ["Home", "End"]) {
      await page.keyboard.press(key);
      expect(await overflow(), key).toBeLessThanOrEqual(0);
    }
  });
  await page.locator(".lane-menu").click();
  await page.getByRole("combobox", { name: "number of lanes" }).selectOption({ label: "32 lanes" });
  await atEach("32 lanes", async (width) => {
    expect(await overflow()).toBeLessThanOrEqual(0);
    // All widths have the same colours.
    if (width === 320) await expectNoViolations(page);
    else expect(await violations(page, { but: OF_COLOURS })).toEqual([]);
  });
});

test("nothing jumps while stepping", async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    window.moved = [];
    // Words of other lengths may move sideways. A vertical movement is a layout shift.
    new PerformanceObserver((list) => {
      for (const { node, previousRect, currentRect } of list.getEntries().flatMap((entry) => entry.sources)) {
        if (Math.abs(previousRect.y - currentRect.y) > 1) window.moved.push(node?.textContent);
      }
    }).observe({ type: "layout-shift" });
  });
  for (let step = 0; step < 42; step += 1) await page.keyboard.press("ArrowRight");
  await expect(position(page)).toContainText("step 42 of 42");
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => window.moved)).toEqual([]);
});
