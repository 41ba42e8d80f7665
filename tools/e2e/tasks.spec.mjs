// Tasks of a new user, done only with the page's own controls, within a limit of presses. Clicks and keys count; typed numbers
// and names do not.

import { exampleLink, scenarioLink } from "../lib/link.mjs";
import { expect, open, openLink, started, test } from "./fixtures.mjs";
import { button } from "./places.mjs";

/** A user whose presses are counted. */
class Hand {
  presses = 0;
  constructor(page) {
    this.page = page;
  }
  async click(locator) {
    this.presses += 1;
    await locator.click();
  }
  async key(name) {
    this.presses += 1;
    await this.page.keyboard.press(name);
  }
  async type(text) {
    await this.page.keyboard.insertText(text);
  }
}

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Declares a test of a task that starts with a link, with a limit for the presses at each size. */
function task(title, most, body, link = () => exampleLink("01-collision")) {
  test(`${title}: at most ${most} presses, at 1440 and 390 px`, async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, "./");
    for (const viewport of SIZES) {
      await test.step(`${viewport.width} px`, async () => {
        await page.setViewportSize(viewport);
        // Closes what the task at the other size has left open.
        await page.keyboard.press("Escape");
        await openLink(page, exampleLink("16-lock"));
        await openLink(page, link());
        const hand = new Hand(page);
        await body(page, hand);
        expect(hand.presses).toBeGreaterThan(0);
        expect(hand.presses).toBeLessThanOrEqual(most);
      });
    }
  });
}

const text = (page) => page.locator("#editor");

task("lanes 1 and 3 only", 2, async (page, hand) => {
  await hand.click(page.getByRole("button", { name: /lanes mask/ }));
  await page.getByRole("textbox", { name: "dispatch mask" }).fill("1, 3");
  await hand.key("Enter");
  await expect(text(page)).toContainText("active=0b0000_1010");
});

task("16 pasted values into a surface of 4", 3, async (page, hand) => {
  const values = Array.from({ length: 16 }, (_, index) => index + 1).join("\n");
  await page.evaluate((values) => navigator.clipboard.writeText(values), values);
  await hand.click(page.getByRole("button", { name: /^BUF\[0\]/ }));
  await hand.key("Control+v");
  await hand.click(button(page, "Grow to 16 elements"));
  await expect(text(page)).toContainText(".surface BUF buffer ud = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16");
  await expect(page.getByRole("button", { name: /^BUF\[15\]/ })).toBeVisible();
});

task("why was lane 5 dropped", 1, async (page, hand) => {
  await hand.click(page.getByRole("table").getByRole("button", { name: /^lane 5\b|^5\b/ }));
  const said = page.getByRole("group", { name: /^lane 5/ });
  await expect(said).toContainText("Write dropped");
  await expect(said).toContainText("bytes 64 to 67, but BUF ends at byte 15");
}, () => `${scenarioLink(DROPPED)}&c=99`);

const DROPPED = `.isa visa grf=32
.lanes 8
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 4 8 12 0 64 4 8
.set VAL = [1; 8]
.surface BUF buffer ud = 10 20 30 40
dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0
`;

task("the opposite order", 2, async (page, hand) => {
  await hand.click(button(page, "Order of lanes"));
  await hand.click(button(page, "Descending"));
  await expect(text(page)).toContainText(".order descending");
  await page.keyboard.press("Escape");
  await page.keyboard.press("End");
  await expect(page.locator(".narration .sentence")).toContainText("Lane 0");
});

task("undo", 2, async (page, hand) => {
  await page.getByRole("switch", { name: "lane 2 on" }).click();
  await expect(text(page)).toContainText("active=0b1111_1011");
  if (page.viewportSize().width < 720) await hand.click(button(page, "More commands"));
  await hand.click(button(page, "undo"));
  await expect(text(page)).toContainText("active=0xff");
  await expect(page.getByRole("switch", { name: "lane 2 on" })).toBeChecked();
});

task("share this step", 2, async (page, hand) => {
  await hand.click(button(page, "Share"));
  await hand.click(button(page, "Copy link"));
  await expect(page.getByRole("status").filter({ hasText: "link copied" })).toHaveCount(1);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("&c=7");
  await page.goto("about:blank");
  await page.goto(link);
  await started(page);
  await expect(page.locator(".narration .sentence")).toContainText("Lane 0");
}, () => `${exampleLink("01-collision")}&c=7`);

task("make ADD saturate", 4, async (page, hand) => {
  await hand.click(button(page, "Edit ADD"));
  await expect(page.getByRole("textbox", { name: "notation of ADD" })).toBeFocused();
  await hand.type("new = add_sat(old, src0);");
  await expect(page.getByRole("region", { name: "ADD", exact: true })).toContainText("add_sat");
  await page.getByRole("button", { name: "to the end" }).click();
  await expect(page.getByRole("button", { name: /^BUF\[0\].*: 4294967295/ })).toBeVisible();
}, () => scenarioLink(DROPPED.replace("= 10 20 30 40", "= 4294967295 0 0 0")));

task("from a cell to the line of the rule that decided it", 2, async (page, hand) => {
  await hand.click(page.getByRole("button", { name: /^BUF\[2\]/ }));
  await hand.click(page.getByRole("group", { name: /^BUF\[2\]/ }).getByRole("button", { name: /^lane 3, step/ }));
  await expect(page.locator("#tab-panel .code-line.ran", { hasText: "surface[address] = new;" })).toHaveCount(1);
  // If the notation is further down, the cell itself names the line.
  const said = page.locator(".cell-detail", { hasText: "by surface[address] = new" });
  await expect(page.viewportSize().width < 720 ? said : page.locator("#tab-panel .code-line.ran")).toBeInViewport();
}, () => `${exampleLink("01-collision")}&c=42`);
