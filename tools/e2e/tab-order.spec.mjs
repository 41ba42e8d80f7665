// Keyboard access: Tab moves through the page region by region, in reading order. Every focused element is visible, none traps
// the focus, and no step removes it.

import { exampleLink } from "../lib/link.mjs";
import { expect, open, test } from "./fixtures.mjs";

const REGIONS = ["skip links", "header", "stage", "narration", "timeline", "text", "problems", "tabs"];

/** Returns the focused element in words; nothing after the focus has left the page. */
const focused = (page) =>
  page.evaluate(() => {
    const places = {
      "skip links": ".skip",
      header: "header",
      stage: ".stage",
      narration: ".narration",
      timeline: ".timeline",
      text: ".editor-panel",
      problems: ".left",
      tabs: ".tabs",
    };
    const element = document.activeElement;
    if (element === document.body || element === null) return undefined;
    const [region] = Object.entries(places).find(([, place]) => element.closest(place)) ?? ["nowhere"];
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, Math.max(top, 0) + Math.min((bottom - top) / 2, 8)];
    const hit = document.elementFromPoint(x, y);
    const isInSight = hit !== null && (element.contains(hit) || hit.contains(element));
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    // A text field shows a caret.
    const isText = element.matches("textarea, [contenteditable=true]");
    const isMarked = isText || (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2);
    const name = element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 30);
    return { region, name, isInSight, isMarked };
  });

for (const [width, height] of [[1440, 900], [390, 844]]) {
  test(`Tab goes through the page region by region, and back, at ${width}x${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    // An example with a problem, so that each region has content.
    await open(page, `./#${exampleLink("22-lost-update")}`);
    const walk = async (key, most) => {
      const places = [];
      for (let at = await focused(page); places.length < most; at = await focused(page)) {
        if (at === undefined && places.length > 0) break;
        if (at !== undefined) places.push(at);
        await page.keyboard.press(key);
      }
      return places;
    };
    const regionsOf = (places) => places.map(({ region }) => region).filter((region, at, all) => region !== all[at - 1]);
    const forth = await walk("Tab", 300);
    expect(forth.length).toBeLessThan(120);
    expect(regionsOf(forth)).toEqual(REGIONS);
    expect(forth.filter(({ isInSight, isMarked }) => !isInSight || !isMarked)).toEqual([]);
    // From the first element, Shift+Tab would continue at the last one.
    const back = await walk("Shift+Tab", forth.length);
    expect(regionsOf(back)).toEqual(REGIONS.toReversed());
    expect(back.filter(({ isInSight, isMarked }) => !isInSight || !isMarked)).toEqual([]);
  });
}

test("no step takes the focus away", async ({ page }) => {
  // An example whose instructions have other rows and other notations.
  await open(page, `./#${exampleLink("41-computed-addresses")}`);
  const slider = page.locator("input[type=range]");
  const end = Number(await slider.getAttribute("max"));
  const places = [
    page.getByRole("button", { name: /^lane 2:/ }),
    page.getByRole("button", { name: "Order of lanes" }),
    page.locator(".row-name").first(),
    page.getByRole("button", { name: "Step", exact: true }),
    page.getByRole("button", { name: "to the end" }),
    page.getByRole("region", { name: "Narration" }),
    page.getByRole("button", { name: "stop at line 1" }).first(),
    page.getByRole("tabpanel"),
  ];
  const lost = [];
  for (const place of places) {
    await slider.fill("0");
    await place.focus();
    const named = await focused(page);
    // The arrow keys move inside some of these places.
    for (let step = 0; step < end; step += 1) await page.keyboard.press("F10");
    await expect(slider).toHaveValue(String(end));
    if ((await focused(page))?.region !== named.region) lost.push(named.name);
  }
  expect(lost).toEqual([]);
});
