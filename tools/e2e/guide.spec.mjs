// The guided tour, from its offer to its end.

import { expect, expectNoViolations, kept, open, openMore, started, test } from "./fixtures.mjs";

const callout = (page) => page.getByRole("dialog", { name: "guided tour" });
const title = (page, name) => callout(page).getByRole("heading", { name });
const next = (page) => callout(page).getByRole("button", { name: /^(Next|Do it for me|Finish)$/ });
const offer = (page) => page.getByRole("button", { name: "Take the tour" });
const position = (page) => page.getByRole("region", { name: "timeline" }).getByRole("status");
const step = (page) => page.getByRole("button", { name: "Step", exact: true });
/** The text that is shown: next to the field before the editor is loaded. */
const shown = (page) => page.locator(".plain-view, .cm-content");
const LAST = "Where next";

/** Presses Tab until this element has the focus. */
async function tabTo(page, wanted, key = "Tab") {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error("Tab does not get there");
}

/**
 * Returns the problems with the visibility of a stop's target: a corner or its middle is outside the window, or covered by the
 * callout or another element.
 */
const hidden = (page) =>
  page.evaluate(() => {
    const target = document.querySelector("[data-toured]");
    if (!target) return ["no target"];
    const { left, right, top, bottom } = target.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const inset = 5;
    const points = {
      middle: [x, y],
      "upper left": [left + inset, top + inset],
      "upper right": [right - inset, top + inset],
      "lower left": [left + inset, bottom - inset],
      "lower right": [right - inset, bottom - inset],
    };
    const found = Object.entries(points).flatMap(([name, [x, y]]) => {
      const over = document.elementFromPoint(x, y);
      if (!over) return [`${name}: outside of the window`];
      return target.contains(over) || over.contains(target) ? [] : [`${name}: behind ${over.className || over.tagName}`];
    });
    const box = document.querySelector(".tour").getBoundingClientRect();
    const overlaps = left < box.right && box.left < right && top < box.bottom && box.top < bottom;
    if (overlaps) found.push("under the callout");
    if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) found.push("callout outside");
    return found;
  });

/** Checks the conditions of every stop. */
async function expectStop(page, name) {
  await expect(title(page, name)).toBeVisible();
  await expect.poll(() => hidden(page), { message: name }).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

for (const [width, height] of [[1440, 900], [820, 1180], [390, 844]]) {
  test(`the whole tour by keyboard alone, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page);
    await tabTo(page, offer(page));
    await page.keyboard.press("Enter");
    await expect(callout(page)).toBeFocused();
    await expectStop(page, "Lanes");
    await expect(callout(page)).toContainText("1 of 8");
    await tabTo(page, next(page));
    await page.keyboard.press("Enter");

    await expectStop(page, "One step at a time");
    await page.keyboard.press("ArrowRight");
    await expectStop(page, "Old value, operation, new value");
    for (let presses = 0; presses < 5; presses += 1) {
      await expect(title(page, "Old value")).toBeVisible();
      await page.keyboard.press("ArrowRight");
    }
    await expectStop(page, "A queue where lanes meet");
    await expect(page.getByRole("button", { name: /^BUF\[0\]/ })).toContainText("11");
    await page.keyboard.press("n");
    await expectStop(page, "Back and forth");
    const before = await position(page).textContent();
    await page.keyboard.press("ArrowLeft");
    await expectStop(page, "One text");
    await expect(position(page)).not.toHaveText(before);

    await tabTo(page, callout(page).getByRole("button", { name: "Go there" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(page.locator(".cm-content")).toBeFocused();
    await page.keyboard.type("100");
    await expect(callout(page)).toContainText("Done");
    await expect(shown(page)).toContainText("= 100 20 30 40");
    await expect(page.getByRole("button", { name: /^BUF\[0\]/ })).toContainText("10");
    await expectStop(page, "One text");
    const caret = await page.locator(".cm-cursor-primary").boundingBox();
    const [box, dock] = [await callout(page).boundingBox(), await page.locator(".dock").boundingBox()];
    const overlaps = (it) => it && caret.x < it.x + it.width && it.x < caret.x && caret.y < it.y + it.height && it.y < caret.y;
    expect([overlaps(box), Boolean(dock?.height && overlaps(dock))], "the caret is seen").toEqual([false, false]);

    await tabTo(page, next(page));
    await page.keyboard.press("Enter");
    await expectStop(page, "What an instruction means");
    await page.keyboard.press("Enter");
    await expectStop(page, LAST);
    await page.keyboard.press("Enter");
    await expect(callout(page)).toHaveCount(0);
    await expect(page.locator("[data-toured]")).toHaveCount(0);
    await expect(step(page)).toBeFocused();
    // The text has not changed.
    await expect(shown(page)).toContainText("= 10 20 30 40");
    await page.keyboard.press("Home");
    await expect(position(page)).toContainText("start of");
    await expect(offer(page)).toHaveCount(0);
  });
}

for (const [width, height] of [[1440, 900], [390, 844]]) {
  test(`no stop has an accessibility violation, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page);
    await expectNoViolations(page);
    await offer(page).click();
    for (let stop = 1; stop <= 8; stop += 1) {
      await expect(callout(page)).toContainText(`${stop} of 8`);
      await expectNoViolations(page);
      await next(page).click();
    }
    await expect(callout(page)).toHaveCount(0);
  });
}

for (const [width, height] of [[1440, 900], [1100, 620], [844, 390], [320, 568]]) {
  test(`the callout covers nothing that it points at, ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page);
    await offer(page).click();
    for (let stop = 1; stop <= 8; stop += 1) {
      await expect(callout(page)).toContainText(`${stop} of 8`);
      await expectStop(page, /./);
      await next(page).click();
    }
    await expect(callout(page)).toHaveCount(0);
  });
}

test("the tour notices actions by mouse and on the stage", async ({ page }) => {
  await open(page);
  await offer(page).click();
  await next(page).click();
  await step(page).click();
  await expect(title(page, "Old value")).toBeVisible();
  await expect(step(page)).toBeFocused();
  for (let presses = 0; presses < 5; presses += 1) await step(page).click();
  await expect(title(page, "A queue")).toBeVisible();
  await openMore(page);
  await page.getByRole("button", { name: "next mark" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "step back" }).click();
  await expect(title(page, "One text")).toBeVisible();
  await page.getByRole("switch", { name: /^lane 7 / }).click();
  await expect(title(page, "What an instruction means")).toBeVisible();
  await callout(page).getByRole("button", { name: "Back" }).click();
  await expect(title(page, "One text")).toBeVisible();
});

test("Escape closes the tour, and the focus returns", async ({ page }) => {
  await open(page);
  await offer(page).press("Enter");
  await expect(callout(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(callout(page)).toHaveCount(0);
  await expect(offer(page)).toBeFocused();
  // After the help sheet, the focus returns to the button that opened it.
  const help = page.getByRole("button", { name: "keys and help" });
  await help.press("Enter");
  await offer(page.getByRole("dialog", { name: "Help" })).press("Enter");
  await expect(callout(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(help).toBeFocused();
  // A user who has moved the focus to another element keeps it.
  await help.press("Enter");
  await offer(page.getByRole("dialog", { name: "Help" })).press("Enter");
  await expect(callout(page)).toBeFocused();
  await page.getByRole("slider", { name: "position in the run" }).focus();
  await page.keyboard.press("Escape");
  await expect(callout(page)).toHaveCount(0);
  await expect(page.getByRole("slider", { name: "position in the run" })).toBeFocused();
});

test("one's own text comes back, also after a reload in the middle", async ({ page }) => {
  const own = "// mine\n.isa visa\n.lanes 8 active=0b11\n";
  await open(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), own);
  await page.getByRole("textbox", { name: "scenario text" }).click();
  await expect(page.locator(".cm-content")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("ControlOrMeta+V");
  await expect(shown(page)).toContainText("// mine");
  await offer(page).click();
  await expect(shown(page)).toContainText("Eight lanes, four counters");
  await expect(callout(page)).toContainText("comes back");
  for (let presses = 0; presses < 6; presses += 1) await next(page).click();
  await expect(shown(page)).toContainText("= 100 20 30 40");
  await expect.poll(async () => (await kept(page)).text).toContain("// mine");
  await page.reload();
  await started(page);
  await expect(shown(page)).toContainText("// mine");
  await expect(shown(page)).not.toContainText("counters");
  await page.keyboard.press("?");
  await offer(page).click();
  await expect(shown(page)).toContainText("Eight lanes, four counters");
  await page.keyboard.press("Escape");
  await expect(shown(page)).toContainText("// mine");
  await expect(shown(page)).not.toContainText("counters");
});

test("the offer ends with the first step", async ({ page }) => {
  await open(page);
  await expect(offer(page)).toBeVisible();
  await step(page).click();
  await page.keyboard.press("Home");
  await expect(offer(page)).toHaveCount(0);
  await expect.poll(async () => (await kept(page)).stepped).toBe(true);
  await page.reload();
  await expect(step(page)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test("the offer can be pressed at every width, and an embed has none", async ({ page }) => {
  for (const [width, height] of [[320, 568], [390, 844], [820, 1180], [1100, 540], [1440, 900]]) {
    await page.setViewportSize({ width, height });
    await open(page);
    await offer(page).click({ trial: true, timeout: 3000 });
  }
  await open(page, "./embed.html?size=full&editable");
  await expect(step(page)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test("the callout follows its target when the window is resized", async ({ page }) => {
  await open(page);
  await offer(page).click();
  for (let stop = 1; stop < 4; stop += 1) await next(page).click();
  for (const [width, height] of [[320, 568], [1440, 900], [390, 844], [820, 1180]]) {
    await page.setViewportSize({ width, height });
    await expectStop(page, "A queue where lanes meet");
  }
  await callout(page).getByRole("button", { name: "Back" }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectStop(page, "Old value");
});
