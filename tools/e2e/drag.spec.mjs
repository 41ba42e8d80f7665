// Values, strides and the ends of wires, changed by dragging and by keys. Each drag is one step of the undo history.

import { exampleLink } from "../lib/link.mjs";
import { expect, expectNoViolations, framesDrawn, open, openLink, test } from "./fixtures.mjs";
import { fingerOf, middle } from "./places.mjs";

const text = (page) => page.locator("#editor .cm-content");
const value = (page, id) => page.locator(`#${id} .cell-value`).first();
const undo = (page) => page.getByRole("button", { name: "undo" }).click();

/** Presses an element and moves the pointer to the right, without releasing it. */
async function drag(page, locator, right, down = 0) {
  const { x, y } = await middle(locator);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right / 2, y + down / 2);
  await page.mouse.move(x + right, y + down);
}

test("cells and operands are dragged like sliders, and one Undo takes a drag back", async ({ page }) => {
  await open(page);
  await test.step("an operand that is an address is dragged by whole elements", async () => {
    await drag(page, page.locator("#lane-3-in1 .cell-button, #lane-3-in2 .cell-button").first(), 8);
    await page.mouse.up();
    await expect(text(page)).toContainText(".set OFF = 0 0 4 12 0 12 4 0");
    await undo(page);
    await expect(text(page)).toContainText(".set OFF = 0 0 4 8 0 12 4 0");
  });
  await test.step("a cell is dragged like a slider, and one Undo takes the drag back", async () => {
    const cell = page.locator("#cell-0-2 .cell-button");
    await drag(page, cell, 40);
    // The text and the picture follow at once.
    await expect(text(page)).toContainText("ud = 10 20 35 40");
    await expect(value(page, "cell-0-2")).toHaveText("35");
    // Another pointer does not end it.
    await cell.dispatchEvent("pointerup", { pointerId: 99 });
    const { x, y } = await middle(cell);
    await page.mouse.move(x + 64, y);
    await expect(text(page)).toContainText("ud = 10 20 38 40");
    // A pointer that moves without a button has been released.
    await cell.dispatchEvent("pointermove", { pointerId: 1, buttons: 0 });
    await page.mouse.move(x + 80, y);
    await framesDrawn(page);
    await expect(text(page)).toContainText("ud = 10 20 38 40");
    await page.mouse.up();
    await expect(page.locator(".cell-field")).toHaveCount(0);
    await undo(page);
    await expect(text(page)).toContainText("ud = 10 20 30 40");
    await page.getByRole("button", { name: "redo" }).click();
    await expect(text(page)).toContainText("ud = 10 20 38 40");
    await undo(page);

    // A click selects and edits as before.
    await cell.click();
    await expect(page.locator(".cell-field")).toHaveCount(1);
    await page.keyboard.press("Escape");

    // Escape takes a drag back, and leaves no step to undo.
    await drag(page, cell, 40);
    await expect(text(page)).toContainText("ud = 10 20 35 40");
    await page.keyboard.press("Escape");
    await expect(text(page)).toContainText("ud = 10 20 30 40");
    await page.mouse.up();
    await expect(value(page, "cell-0-2")).toHaveText("30");
    await expect(page.locator(".cell-field")).toHaveCount(0);
  });
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("a finger to the side changes a value, and a finger upwards scrolls", async ({ page }) => {
    await open(page);
    const touch = await fingerOf(page);
    const { x, y } = await middle(page.locator("#cell-0-1 .cell-button"));
    await touch("touchStart", x, y);
    for (const right of [10, 20, 30, 40]) await touch("touchMove", x + right, y);
    await expect(value(page, "cell-0-1")).toHaveText("25");
    await touch("touchEnd");
    await expect(value(page, "cell-0-1")).toHaveText("25");
    await touch("touchStart", x, y);
    for (const up of [20, 60, 120, 200]) await touch("touchMove", x, y - up);
    await touch("touchEnd");
    await expect(value(page, "cell-0-1")).toHaveText("25");
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(20);
  });

  test("a finger that scrolls over the switch of a lane leaves the lane on, and one that stays turns it off", async ({ page }) => {
    await open(page);
    const touch = await fingerOf(page);
    const lane = page.getByRole("switch", { name: "lane 1 " });
    const { x, y } = await middle(lane);
    await touch("touchStart", x, y);
    for (const up of [20, 60, 120]) await touch("touchMove", x, y - up);
    // The page scrolls on after the finger has left. A tap meanwhile would only stop it.
    await page.evaluate(() => void (window.hasStopped = new Promise((done) => document.addEventListener("scrollend", done, { once: true }))));
    await touch("touchEnd");
    await page.evaluate(() => window.hasStopped);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(20);
    await expect(lane).toHaveAttribute("aria-checked", "true");
    const place = await middle(lane);
    await page.touchscreen.tap(place.x, place.y);
    await expect(lane).toHaveAttribute("aria-checked", "false");
  });

  test("a tap whose click comes late turns a lane off once", async ({ page }) => {
    await open(page);
    const lane = page.getByRole("switch", { name: "lane 1 " });
    const { x: clientX, y: clientY } = await middle(lane);
    const at = { bubbles: true, clientX, clientY };
    const pointer = { ...at, pointerId: 1, pointerType: "touch", isPrimary: true };
    await lane.dispatchEvent("pointerdown", pointer);
    await lane.dispatchEvent("pointerup", pointer);
    await expect(lane).toHaveAttribute("aria-checked", "false");
    await lane.dispatchEvent("click", { ...at, detail: 1 });
    await framesDrawn(page);
    await expect(lane).toHaveAttribute("aria-checked", "false");
    // A click without a press is a key.
    await lane.dispatchEvent("click", at);
    await expect(lane).toHaveAttribute("aria-checked", "true");
  });
});

test("keys change a value, a lane's address and a stride, each as one step", async ({ page }) => {
  await open(page);
  await page.locator("#cell-0-0 .cell-button").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(text(page)).toContainText("ud = 11 20 30 40");
  await expect(page.locator("#cell-0-0 .cell-button")).toBeFocused();
  await undo(page);
  await expect(text(page)).toContainText("ud = 10 20 30 40");

  await page.locator("[data-lane='5'] .lane-head").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(text(page)).toContainText(".set OFF = 0 0 4 8 0 8 4 0");
  await undo(page);
  await expect(text(page)).toContainText(".set OFF = 0 0 4 8 0 12 4 0");

  await openLink(page, exampleLink("54-bank-conflicts"));
  const stride = page.getByRole("button", { name: "stride of OFF: 64" });
  await stride.focus();
  await expect(page.locator(".stride-cost")).toContainText("stride 64: 8 lanes, 8 passes over shared memory, 7 bank conflicts");
  await expectNoViolations(page);
  await page.keyboard.press("ArrowUp");
  await expect(text(page)).toContainText(".set OFF = iota(0, 68)");
  await expect(page.locator(".stride-cost")).toContainText("stride 68: 8 lanes, 1 pass over shared memory, 0 bank conflicts");
  await undo(page);
  await expect(text(page)).toContainText(".set OFF = iota(0, 64)");
});

test("the stride of a series is dragged, and its cost is counted beside it", async ({ page }) => {
  await open(page, `./#${exampleLink("54-bank-conflicts")}`);
  const stride = page.locator(".stride");
  await expect(page.locator(".stride-cost")).toBeHidden();
  await drag(page, stride, 9);
  await expect(page.locator(".stride-cost")).toBeVisible();
  await expect(page.locator(".stride-cost")).toContainText("stride 68: 8 lanes, 1 pass over shared memory, 0 bank conflicts");
  await page.mouse.up();
  await expect(text(page)).toContainText(".set OFF = iota(0, 68)");
  await undo(page);
  await expect(text(page)).toContainText(".set OFF = iota(0, 64)");
});

test("the end of a wire is dragged to another cell, and the offset of its lane follows", async ({ page }) => {
  await open(page);
  // The mask, the latch, and lane 0's address.
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowRight");
  await expect(page.locator(".wire.running")).toHaveAttribute("data-lane", "0");
  const end = page.locator(".wire-end");
  await expect(end).toHaveAttribute("data-to", "cell-0-0");
  const from = await middle(end);
  const to = await middle(page.locator("#cell-0-2"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, to.y);
  await page.mouse.move(to.x, to.y);
  await expect(text(page)).toContainText(".set OFF = 8 0 4 8 0 12 4 0");
  await expect(page.locator(".wire.running")).toHaveAttribute("data-to", "cell-0-2");
  await page.mouse.up();
  await expect(text(page)).toContainText(".set OFF = 8 0 4 8 0 12 4 0");
  await undo(page);
  await expect(text(page)).toContainText(".set OFF = 0 0 4 8 0 12 4 0");
});
