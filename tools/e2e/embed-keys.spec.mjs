// The keyboard in embeds.

import { embed, expect, inside, isLive, moveFocus, pre, test } from "./embed.mjs";

test("the keyboard goes into an embed, through it and out again", async ({ page, openHost }) => {
  const body = `<button>Before</button><lanescope-embed>${pre("01-collision")}</lanescope-embed><button>Behind</button>`;
  await openHost(body);
  await isLive(page);
  await page.getByRole("button", { name: "Before" }).focus();
  const names = [];
  const focused = () =>
    inside(page).locator(":focus").evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const isMarked = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
      return `${element.getAttribute("aria-label") ?? element.textContent.trim()}${isMarked ? "" : " is not marked"}`;
    });
  for (let presses = 0; presses < 60; presses += 1) {
    await moveFocus(page, "Tab");
    if (await page.getByRole("button", { name: "Behind" }).evaluate((button) => button === document.activeElement)) break;
    names.push(await focused());
  }
  await expect(page.getByRole("button", { name: "Behind" })).toBeFocused();
  expect(names.filter((name) => name.endsWith("is not marked"))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(["Step", "step size"]));
  // The exploration does not list it cell by cell.
  expect(names.filter((name) => name.startsWith("BUF["))).toHaveLength(1);
  // The buttons, the slider and the link are one tab stop.
  await moveFocus(page, "Shift+Tab");
  await moveFocus(page, "Shift+Tab");
  await expect(inside(page).getByRole("button", { name: "Step", exact: true })).toBeFocused();
  for (let presses = 0; presses < 9; presses += 1) await page.keyboard.press("ArrowUp");
  const group = ["to the start", "step back", "Step", "play", "to the end", "position in the run", "Open in Lanescope"];
  for (const name of group) {
    await expect.poll(focused).toBe(name);
    await page.keyboard.press("ArrowDown");
  }
  await expect.poll(focused).toBe(group.at(-1));
  for (const [key, words] of [["ArrowRight", /^step 1 of|^step \d/], ["End", "step 42 of 42"], ["Home", "start of 42"]]) {
    await page.keyboard.press(key);
    await expect(inside(page).getByText(words).first()).toBeAttached();
  }
});

test("embeds of each size have at most eight tab stops; arrow keys reach their other controls, and Escape leaves them", async ({ page, openHost }) => {
  const sizes = ["strip", "card", "full"];
  const body = sizes.map((size) => `<button>before the ${size}</button><lanescope-embed size="${size}">${pre("01-collision")}</lanescope-embed><button>after the ${size}</button>`);
  await openHost(body.join("\n"));
  await page.evaluate(() => addEventListener("keydown", ({ key }) => (window.pressed = key)));
  for (const [index, size] of sizes.entries()) {
    await test.step(size, async () => {
      await embed(page, index).scrollIntoViewIfNeeded();
      await isLive(page, index);
      await page.getByRole("button", { name: `before the ${size}` }).focus();
      const after = page.getByRole("button", { name: `after the ${size}` });
      let stops = 0;
      for (; stops < 40; stops += 1) {
        await moveFocus(page, "Tab");
        if (await after.evaluate((button) => button === document.activeElement)) break;
      }
      expect.soft(stops).toBeLessThanOrEqual(8);
      const label = () => inside(page, index).locator(":focus").getAttribute("aria-label");
      await inside(page, index).getByRole("button", { name: "Step", exact: true }).focus();
      await page.keyboard.press("ArrowUp");
      await expect.poll(label).toBe("step back");
      // The left and right arrow keys step through the run wherever the focus is.
      await page.keyboard.press("ArrowRight");
      await expect(inside(page, index).getByText("step 1 of 42")).toBeAttached();
      await page.keyboard.press("Escape");
      await expect.poll(() => page.evaluate(() => document.activeElement.localName)).toBe("body");
      await page.evaluate(() => (window.pressed = undefined));
      await page.keyboard.press("PageDown");
      await expect.poll(() => page.evaluate(() => window.pressed)).toBe("PageDown");
    });
  }
});
