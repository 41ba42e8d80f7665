// Outcomes of all orders: every way to open them, an order that plays, observed results, and a browser without workers.

import { readFile } from "node:fs/promises";

import { exampleLink, scenarioLink } from "../lib/link.mjs";
import { expect, expectNoViolations, FLOATS, open, openExpectations, openLink, parkPointer, started, test } from "./fixtures.mjs";

/** Four lanes exchange a word in the order 2, 0, 3, 1, so 101 remains. The last lane decides, each in 6 of 24 orders. */
const EXCHANGE = `./#${exampleLink("04-order-matters")}`;

/** A scenario of up to 8 lanes that exchange a word. Each lane has a value of its own, starting at 1. */
const exchange = (lanes, lines = "") => `./#${scenarioLink(`.lanes 8 active=${2 ** lanes - 1}
.decl OFF v_type=G type=ud num_elts=8
.decl SRC v_type=G type=ud num_elts=8
.decl OLD v_type=G type=ud num_elts=8
.decl BUF v_type=T num_elts=1
.set OFF = [0; 8]
.set SRC = iota(1, 1)
.surface BUF buffer ud = 0
dword_atomic.xchg (M1, 8) BUF OFF.0 SRC.0 V0.0 OLD.0
${lines}`)}`;

const tab = (page) => page.getByRole("tab", { name: "Outcomes" });
const panel = (page) => page.getByRole("tabpanel");
const rows = (page) => panel(page).locator(".outcome-table tbody th");
const explore = (page) => panel(page).getByRole("button", { name: "Explore all orders" });
const explored = (page) => panel(page).getByRole("button", { name: "Explore again" });
const press = (page, name) => panel(page).getByRole("button", { name });
const scenario = (page) => page.locator(".printed-text");

async function openTab(page, address) {
  await open(page, address);
  await tab(page).click();
}

test("small questions are answered automatically, a button explores in a worker, and observed results are counted", async ({ page }) => {
  await test.step("small questions are answered automatically, and a button explores in a worker", async () => {
    const workers = [];
    page.on("worker", (worker) => workers.push(new URL(worker.url()).pathname));
    await openTab(page, EXCHANGE);
    await expect(rows(page)).toHaveText([/^100$/, /^101\s*this run$/, /^102$/, /^103$/]);
    await expect(panel(page)).toContainText("4 outcomes in 24 orders");
    expect(workers).toEqual([]);
    await explore(page).click();
    await expect(explored(page)).toBeVisible();
    expect(workers).toEqual(["/static/worker.js"]);
    await expect(rows(page)).toHaveCount(4);
    await press(page, "Memory and results").click();
    // Each lane finds the value of the lane before it, so no two orders have the same outcome.
    await expect(panel(page)).toContainText("24 outcomes in 24 orders");
    await press(page, "Each lane").click();
    await expect(panel(page).locator(".seen-table tbody tr")).toHaveCount(4);
  });
  await panel(page).getByRole("button", { name: "Memory", exact: true }).click();
  await test.step("outcomes have no accessibility violation", async () => {
    await rows(page).getByRole("button", { name: "103", exact: true }).click();
    await press(page, "Is this result possible?").click();
    await expect(panel(page)).toContainText("Possible in exactly 1 of 24 orders");
    await expectNoViolations(page, ".tabs");
  });
  await test.step("an observed result is possible in a number of orders, or contradicts itself", async () => {
    const seen = panel(page).getByRole("textbox", { name: "Observed result" });
    await expect(seen).toHaveValue("BUF = 101\nOLD = 102 103 7 100");
    await seen.fill("BUF = 101\nOLD = _ _ 7 _");
    await press(page, "Is this result possible?").click();
    // Lane 2 first, lane 1 last, the others in either order between them.
    await expect(panel(page)).toContainText("Possible in exactly 2 of 24 orders (8.3 %)");
    await seen.fill("OLD = 7 7 _ _");
    await press(page, "Is this result possible?").click();
    await expect(panel(page)).toContainText("Impossible: no order ends with OLD[0] = 7 and OLD[1] = 7.");
    // An element in the page's notation. Lane 3 finds the value of lane 0 exactly if it has the next turn: in 3! of 4! orders.
    await seen.fill("OLD[3] = 100");
    await press(page, "Is this result possible?").click();
    await expect(panel(page)).toContainText("Possible in exactly 6 of 24 orders (25.0 %)");
    await seen.fill("OLD[9] = 100");
    await press(page, "Is this result possible?").click();
    await expect(panel(page).locator(".can-be .refusal")).toHaveText("OLD[9] does not exist; OLD has elements 0 to 7");
    await seen.fill("OLD = seven");
    await press(page, "Is this result possible?").click();
    await expect(panel(page).locator(".can-be .refusal")).toContainText("seven");
    await page.getByRole("tab", { name: "Instruction" }).click();
    await page.getByRole("tab", { name: "Outcomes" }).click();
    await expect(seen).toHaveValue("OLD = seven");
  });
});

test("the effect of the order is shown automatically, cells, menus and help lead to the outcomes, and a witness is played and copied", async ({ page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, EXCHANGE);
  await test.step("the effect of the order is shown on cells, in their box and in the gutter automatically", async () => {
    const cell = page.locator("#cell-0-0");
    await expect(cell.getByRole("button").first()).toHaveAccessibleName(/memory depends on order, lanes 2, 0, 3, 1 access it, in this order$/);
    await expect(cell).toHaveClass(/order-memory/);
    await expect(page.locator(".plain-line.line-order-memory, .cm-line.line-order-memory")).toHaveCount(1);
    await cell.getByRole("button").first().click();
    const box = page.getByRole("group", { name: "BUF[0], byte 0" });
    await expect(box).toContainText("memory depends on order");
    await expect(box).toContainText("Their order changes what memory holds after the instruction.");
  });
  await test.step("the order menu, a contended cell and the help lead to the outcomes", async () => {
    await page.getByRole("button", { name: "Order of lanes" }).click();
    await page.getByRole("group", { name: "Order of lanes" }).getByRole("button", { name: "All orders…" }).click();
    await expect(tab(page)).toHaveAttribute("aria-selected", "true");
    await expect(tab(page)).toBeFocused();
    await page.getByRole("tab", { name: "Semantics" }).click();
    // The box of the contended cell is still open.
    await page.getByRole("group", { name: "BUF[0], byte 0" }).getByRole("button", { name: "All orders…" }).click();
    await expect(tab(page)).toHaveAttribute("aria-selected", "true");
    await page.getByRole("tab", { name: "Semantics" }).click();
    await page.getByRole("button", { name: "help" }).click();
    await page.getByRole("button", { name: "Show the outcomes" }).click();
    await expect(tab(page)).toHaveAttribute("aria-selected", "true");
  });
  await test.step("a witness is played, undone, and copied as an expectation that holds", async () => {
    await rows(page).getByRole("button", { name: "103", exact: true }).click();
    await expect(panel(page)).toContainText("Happens exactly if lanes 0 to 2 come before lane 3.");
    await press(page, "Play this order").click();
    // Lanes 0, 1 and 2 come first in some order, and lane 3 last. The run plays.
    await expect(scenario(page)).toContainText(/^\.order (?!2 0 3 1).*$/m);
    await expect(page.getByRole("button", { name: "pause" })).toBeVisible();
    await expect(panel(page).locator(".this-run th")).toContainText("103");
    await page.getByRole("button", { name: "undo" }).click();
    await expect(scenario(page)).toContainText(".order 2 0 3 1");
    await expect(panel(page).locator(".this-run th")).toContainText("101");
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await press(page, "Copy as .expect outcomes memory 4").click();
    await expect.poll(copied).toBe(".expect outcomes memory 4");
    await press(page, "Copy as .expect possible").click();
    const line = ".expect possible { BUF = 103 }";
    await expect.poll(copied).toBe(line);
    await page.getByRole("textbox", { name: "scenario text" }).click();
    await parkPointer(page);
    await page.keyboard.press("Control+End");
    await page.keyboard.type(`\n${line}\n`);
    await page.getByRole("heading", { name: "Scenario" }).click();
    await page.getByRole("button", { name: "to the end" }).click();
    await openExpectations(page);
    await expect(page.locator(".expectations li").last()).toHaveText(/^passed\s*\.expect possible/);
  });
});

test("a sweep and the outcomes each show their own work", async ({ page }) => {
  await openTab(page, `./#${scenarioLink(FLOATS)}`);
  await explore(page).click();
  await expect(press(page, "Cancel")).toBeVisible();
  await page.getByRole("tab", { name: "Compare" }).click();
  await press(page, "Sweep").click();
  // The sweep still has to be started, and shows nothing about orders.
  await expect(press(page, "Run sweep")).toBeVisible();
  await expect(page.locator(".sweep .outcomes-progress")).toHaveCount(0);
  await page.getByRole("combobox", { name: "Elements" }).fill("SRC[0] = 1.0 2.0");
  await press(page, "Run sweep").click();
  await expect(page.locator(".sweep")).toContainText("depend");
  // It has not cancelled the other question.
  await tab(page).click();
  await expect(press(page, "Cancel")).toBeVisible();
  await press(page, "Cancel").click();
  await expect(explore(page)).toBeVisible();
});

test("a long list is filtered, sorted and paged, and becomes a file", async ({ page }) => {
  await openTab(page, exchange(6));
  await explore(page).click();
  await expect(explored(page)).toBeVisible();
  await press(page, "Memory and results").click();
  await expect(panel(page)).toContainText("720 outcomes in 720 orders");
  await expect(rows(page)).toHaveCount(20);
  await press(page, "next outcomes").click();
  await expect(panel(page)).toContainText("2 of 36");
  // Lane 0 is the first in 5! of 6! orders.
  await panel(page).getByRole("searchbox").fill("OLD[0] = 0");
  await expect(panel(page)).toContainText("1 of 6");
  const coming = page.waitForEvent("download");
  await press(page, "CSV").click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/outcomes\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
  // The column names, 6 outcomes of memory, 720 of memory and results, and the empty part after the last line break.
  expect(lines).toHaveLength(1 + 6 + 720 + 1);
});

test("a long search shows its progress, and is cancelled at once", async ({ page }) => {
  await openTab(page, `./#${scenarioLink(FLOATS)}`);
  await explore(page).click();
  await expect(panel(page).getByRole("progressbar")).toBeVisible();
  await expect(panel(page)).toContainText("of at most 1,310,720 states");
  // Stepping still works during the exploration.
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect(page.locator(".position")).toContainText("step 1 of");
  await press(page, "Cancel").click();
  await expect(explore(page)).toBeVisible();
  await expect(panel(page).getByRole("progressbar")).toHaveCount(0);
});

test("expectations about all orders that take long wait for a button", async ({ page }) => {
  await open(page, exchange(7, ".expect outcomes results 5040\n.expect possible { BUF = 8 }\n"));
  await page.getByRole("button", { name: "to the end" }).click();
  await openExpectations(page);
  const lines = page.locator(".expectations li");
  await expect(lines.nth(1)).toContainText("failed");
  await expect(lines.nth(0)).toContainText("not checked");
  await lines.nth(0).getByRole("button", { name: "Explore all orders" }).click();
  // The list closes if the focus leaves it.
  await expect(async () => {
    if ((await lines.count()) === 0) await openExpectations(page);
    await expect(lines.nth(0)).toHaveText(/^passed/, { timeout: 1000 });
  }).toPass();
  await expect(tab(page)).toHaveAttribute("aria-selected", "true");
});

test("the tab says where the order changes nothing, where it is undefined, where lanes are stuck, and which values stay", async ({ page }) => {
  await test.step("nothing collides", async () => {
    await openTab(page, `./#${scenarioLink(".lanes 8\n.decl A v_type=G type=ud num_elts=8\nadd (M1, 8) A(0,0)<1> A(0,0)<1;1,0> A(0,0)<1;1,0>\n")}`);
    await expect(panel(page)).toContainText("No lane writes where another lane reads or writes, so the order changes nothing. This is proved for every order.");
  });
  await test.step("the box of an undefined overlap describes both writes", async () => {
    // Lanes 2 and 5 write 12 and 15 to element 5.
    await openLink(page, exampleLink("37-scatter"));
    await expect(page.locator("#cell-0-5")).toHaveClass(/order-undefined/);
    await page.getByRole("button", { name: "to the end" }).click();
    await page.locator("#cell-0-5").getByRole("button").first().click();
    const box = page.getByRole("group", { name: /^BUF\[5\]/ });
    await expect(box).toContainText(/\(1\) Lane 2 wrote 12 in step \d+\. \(2\) Lane 5 wrote 15 to the same bytes later/);
  });
  await test.step("lanes that wait for each other are stuck, and the run ends", async () => {
    await openLink(page, exampleLink("45-two-locks"));
    await expect(panel(page)).toContainText("2 outcomes in 18 orders");
    await expect(rows(page)).toHaveText([
      /^BUF\[0\]0.*BUF\[2\]2/,
      /^BUF\[0\]1.*BUF\[1\]1.*BUF\[2\]0\s*this run\s*and lanes 0 and 1 wait forever$/,
    ]);
    await expect(panel(page)).toContainText("lanes 0 and 1 wait forever: no remaining lane can change what they read");
    await page.getByRole("button", { name: "to the end" }).click();
    await expect(page.locator(".verdict")).toHaveText("Stuck here; 6 of 6 expectations hold");
    // In the other order lane 0 has both locks before lane 1 asks for any. The first button plays the order that stops.
    await rows(page).first().getByRole("button").click();
    await panel(page).getByRole("button", { name: "Play this order" }).last().click();
    await expect(scenario(page)).toContainText(".order 0 0 0 0 0 0 1 1 1 1 1 1");
    await expect(rows(page)).toHaveText([/this run$/, /wait forever$/]);
  });
  await test.step("values that are the same in every order are listed", async () => {
    await openLink(page, exampleLink("01-collision"));
    // 10 + 1 + 2 + 5 + 8, 20 + 3 + 7, 30 + 4 and 40 + 6.
    await expect(panel(page)).toContainText("Memory ends the same in every order: BUF = 26 30 34 46.");
    await expect(panel(page).locator(".meeting").first()).toContainText("results depend on order");
    await press(page, "Each lane").click();
    // Lanes 3 and 5 meet no other lane at their counters.
    const alone = panel(page).locator(".meeting.alone tbody tr");
    await expect(alone).toHaveText([/^3OLD\[3\]130/, /^5OLD\[5\]140/]);
  });
});

test("symmetric lanes are one outcome", async ({ page }) => {
  const link = (lanes) => scenarioLink(`.lanes ${lanes}
.decl OFF v_type=G type=ud num_elts=16
.decl OLD v_type=G type=ud num_elts=16
.decl BUF v_type=T num_elts=1
.set OFF = [0; 16]
.surface BUF buffer ud = 5
dword_atomic.inc (M1, ${lanes}) BUF OFF.0 V0.0 V0.0 OLD.0
`);
  await openTab(page, `./#${link(4)}`);
  await press(page, "Memory and results").click();
  await expect(panel(page)).toContainText("24 outcomes in 24 orders");
  await panel(page).getByLabel("Merge identical lanes").check();
  await expect(panel(page)).toContainText("1 outcome, with identical lanes merged (lanes 0 to 3). With each lane by itself: 24 outcomes in 24 orders");
  await expect(rows(page)).toHaveText([/OLD\[0\]\d.*OLD\[3\]\d/]);
  await rows(page).first().getByRole("button").click();
  await expect(panel(page)).toContainText("One of 24 outcomes that differ only in which lane gets which value.");
  // 16 lanes are too many to list each of them.
  await openLink(page, link(16));
  await explore(page).click();
  await press(page, "Memory and results").click();
  await expect(panel(page)).toContainText("20,922,789,888,000 outcomes in 20,922,789,888,000 orders", { timeout: 50_000 });
  await expect(rows(page)).toHaveCount(1);
});

test("a failed worker gives a reason", async ({ page }) => {
  const failing = (script) => page.route("**/static/worker.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: `postMessage('"Ready"');addEventListener("message", () => { ${script} });` }));
  await failing('throw new Error("a cable is loose")');
  await openTab(page, EXCHANGE);
  await explore(page).click();
  await expect(panel(page).getByRole("alert")).toContainText("The worker failed: Uncaught Error: a cable is loose");
  await page.unroute("**/static/worker.js");
  await failing('throw new WebAssembly.RuntimeError("unreachable")');
  await explore(page).click();
  await expect(panel(page).getByRole("alert")).toContainText("not enough memory");
});

for (const [how, forbid] of [
  ["an exception", () => (window.Worker = class { constructor() { throw new DOMException("no", "SecurityError"); } })],
  ["an event", () => (window.Worker = class extends EventTarget {
    constructor() {
      super();
      setTimeout(() => this.dispatchEvent(new Event("error")));
    }
    postMessage() {}
    terminate() {}
  })],
]) {
  test(`if ${how} forbids workers, the page explores by itself and reports it`, async ({ page }) => {
    await page.addInitScript(forbid);
    await openTab(page, EXCHANGE);
    await explore(page).click();
    await expect(explored(page)).toBeVisible();
    await expect(panel(page)).toContainText("A worker could not be started, so the page explores the orders itself");
    await expect(rows(page)).toHaveCount(4);
  });
}

test.describe("in a frame that may run scripts alone", () => {
  test.use({ mayFail: true });
  test("the page explores by itself", async ({ page, baseURL }) => {
    await page.route("**/*", async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === "/host.html") {
        const src = new URL(EXCHANGE, baseURL).href;
        await route.fulfill({ contentType: "text/html", body: `<iframe sandbox="allow-scripts" width="1400" height="880" src="${src}"></iframe>` });
        return;
      }
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "access-control-allow-origin": "*" } });
    });
    await page.goto("host.html");
    const frame = page.frameLocator("iframe");
    await frame.getByRole("tab", { name: "Outcomes" }).click({ timeout: 30_000 });
    await frame.getByRole("button", { name: "Explore all orders" }).click();
    await expect(frame.getByRole("button", { name: "Explore again" })).toBeVisible();
    await expect(frame.getByRole("tabpanel")).toContainText("A worker could not be started, so the page explores the orders itself");
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test("outcomes fit a phone, and a played order shows the stage", async ({ page }) => {
    await openTab(page, EXCHANGE);
    await press(page, "Memory and results").click();
    await panel(page).getByRole("button", { expanded: false }).first().click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await press(page, "Play this order").click();
    await expect(page.locator(".stage-area")).toBeInViewport();
  });
});
