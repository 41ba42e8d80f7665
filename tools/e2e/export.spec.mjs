// Exported files: figures of a step and of a run, the trace, the scenario.

import { readFile } from "node:fs/promises";

import { exampleLink } from "../lib/link.mjs";
import { expect, expectNoViolations, open, parkPointer, share, test } from "./fixtures.mjs";

const dialog = (page) => page.getByRole("dialog", { name: "Export" });
const button = (page) => page.getByRole("button", { name: "Share", exact: true });

/** Clicks a button of the dialog. Returns the name and the bytes of the downloaded file. */
async function file(page, name) {
  const coming = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name }).click();
  const download = await coming;
  await expect(dialog(page).getByRole("status")).toHaveText(`Saved ${download.suggestedFilename()}.`);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Parses an SVG file in the browser. */
const read = (page, { bytes }) =>
  page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, "image/svg+xml");
    const root = document.documentElement;
    const own = (name) => [...root.children].find((child) => child.localName === name)?.textContent;
    return {
      error: document.querySelector("parsererror")?.textContent,
      title: own("title"),
      desc: own("desc"),
      texts: [...document.querySelectorAll("text")].map((text) => text.textContent),
      frames: document.querySelectorAll("g[role=img]").length,
      size: [Number(root.getAttribute("width")), Number(root.getAttribute("height"))],
    };
  }, bytes.toString("utf8"));

/** Draws a PNG file in the browser. Returns the colour of its corner, and the part of its points that have another colour. */
const drawnPart = (page, { bytes }) =>
  page.evaluate(async (numbers) => {
    const picture = await createImageBitmap(new Blob([new Uint8Array(numbers)], { type: "image/png" }));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    context.drawImage(picture, 0, 0);
    const points = new Uint32Array(context.getImageData(0, 0, picture.width, picture.height).data.buffer);
    const others = points.filter((point) => point !== points[0]).length;
    return { corner: [...new Uint8Array(points.buffer, 0, 4)], part: others / points.length };
  }, [...bytes]);

/** Returns the width and height of a PNG file. */
function pngSize({ bytes }) {
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

test("steps are exported as pictures, which equal those of the command line", async ({ page }) => {
  await open(page, `./#${exampleLink("01-collision")}&c=14`);
  await share(page, "Export");
  await test.step("a step is exported as SVG and PNG", async () => {
    await expect(dialog(page)).toContainText("step 14 of 42 · lane 2 · read");
    await expectNoViolations(page, "dialog[open]");

    const svg = await file(page, "SVG: This step");
    expect(svg.name).toBe("eight-lanes-four-counters-step-14.svg");
    const drawing = await read(page, svg);
    expect(drawing.error).toBeUndefined();
    expect(drawing.title).toBe("Eight lanes, four counters: step 14 of 42 · lane 2 · read · dword_atomic.add");
    expect(drawing.desc).toBe("Lane 2 reads 20 from BUF[1].");
    expect(drawing.texts).toContain("dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0");
    expect(drawing.texts).toContain(drawing.desc);

    const png = await file(page, "PNG: This step");
    expect(png.name).toBe("eight-lanes-four-counters-step-14.png");
    expect(pngSize(png)).toEqual(drawing.size.map((length) => 2 * length));
    // The picture is not empty: the background is white, and lanes and memory are not.
    const { corner, part } = await drawnPart(page, png);
    expect(corner).toEqual([255, 255, 255, 255]);
    expect(part).toBeGreaterThan(0.05);
  });
  await test.step("exported figures equal those of the command line", async () => {
    // core/tests/render.rs compares the same files with `lanescope render`.
    const drawn = (name) => readFile(new URL(`../../core/tests/figures/${name}.svg`, import.meta.url), "utf8");
    expect((await file(page, "SVG: This step")).bytes.toString("utf8")).toBe(await drawn("step-14"));
    await dialog(page).getByRole("combobox", { name: "steps of the strip" }).selectOption("of lane 2");
    const strip = await file(page, "SVG: Strip of steps");
    expect(strip.name).toBe("eight-lanes-four-counters-lane-2.svg");
    expect(strip.bytes.toString("utf8")).toBe(await drawn("lane-2"));
  });
  await test.step("chosen steps are exported as a strip and as an animation", async () => {
    await dialog(page).getByRole("combobox", { name: "steps of the strip" }).selectOption("these steps:");
    const numbers = dialog(page).getByRole("textbox", { name: "numbers of the steps" });
    // The step on the stage is the first proposal.
    await expect(numbers).toHaveValue("14");
    await numbers.fill("3, 7 12");
    await expectNoViolations(page, "dialog[open]");
    const strip = await file(page, "SVG: Strip of steps");
    expect(strip.name).toBe("eight-lanes-four-counters-steps.svg");
    const drawing = await read(page, strip);
    expect([drawing.frames, drawing.desc]).toEqual([3, "3 steps of a run of 42 micro-steps."]);
    const animation = await file(page, "SVG: Animation");
    expect(animation.name).toBe("eight-lanes-four-counters-steps-animated.svg");
    const played = animation.bytes.toString("utf8");
    expect(played).toContain("@keyframes");
    expect(played).not.toContain("<script");

    await numbers.fill("3, 43");
    await expect(dialog(page).getByRole("alert")).toHaveText("Not possible: there is no step 43; the run has steps 0 to 42.");
    await expect(dialog(page).getByRole("button", { name: "SVG: Animation" })).toBeDisabled();
    await numbers.fill("x");
    await expect(dialog(page).getByRole("alert")).toHaveText("Not possible: `x` is not the number of a step.");
  });
});

test("a run is exported as a strip, its trace and its text as files, and without a run only the text", async ({ page }) => {
  await test.step("a strip of the run", async () => {
    await open(page, `./#${exampleLink("01-collision")}&g=lane`);
    await share(page, "Export");
    const drawing = await read(page, await file(page, "SVG: Strip of steps"));
    expect(drawing.error).toBeUndefined();
    expect(drawing.title).toBe("Eight lanes, four counters");
    // The start, the instruction's own steps, and eight lanes.
    expect(drawing.frames).toBe(10);
    const [width, height] = pngSize(await file(page, "PNG: Strip of steps"));
    expect(width / drawing.size[0]).toBeCloseTo(height / drawing.size[1], 2);
  });
  await test.step("trace and scenario", async () => {
    const json = await file(page, "JSON: Trace");
    expect(json.name).toBe("eight-lanes-four-counters-trace.json");
    const report = JSON.parse(json.bytes.toString("utf8"));
    expect(report.run.steps).toHaveLength(42);

    const csv = await file(page, "CSV: Trace");
    const lines = csv.bytes.toString("utf8").split("\r\n");
    expect(lines.pop()).toBe("");
    expect(lines[0]).toBe("step,instruction,line,lane,phase,kind,place,byte_offset,size_bytes,inside,before,after,sentence");
    // Mask and latch; of each lane address, read with `old`, modify with `new`, write, return: 2 + 8 * 7.
    expect(lines).toHaveLength(1 + 58);
    expect(report.run.steps.flatMap((step) => step.effects)).toHaveLength(58);

    const text = await file(page, ".lane: Scenario");
    expect(text.name).toBe("eight-lanes-four-counters.lane");
    expect(text.bytes).toEqual(await readFile(new URL("../../static/examples/01-collision.lane", import.meta.url)));
  });
  await test.step("without a run, only the text", async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "scenario text" }).click();
    await parkPointer(page);
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    await page.keyboard.type(".lanes 8");
    await share(page, "Export");
    await expect(dialog(page).getByRole("button", { name: "SVG: This step" })).toBeDisabled();
    await expect(dialog(page).getByRole("button", { name: "CSV: Trace" })).toBeDisabled();
    expect((await file(page, ".lane: Scenario")).bytes.toString()).toBe(".lanes 8");
  });
});

test("the dialog opens and closes with keys, and the focus comes back", async ({ page }) => {
  await open(page);
  await button(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: "Share" })).toBeVisible();
  for (let command = 1; command < 3; command += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeVisible();
  const coming = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "CSV: Trace" }).focus();
  await page.keyboard.press("Enter");
  await coming;
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
});

test("an image that the browser cannot make is reported", async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.toBlob = (done) => done(null);
  });
  await open(page);
  await share(page, "Export");
  await dialog(page).getByRole("button", { name: "PNG: This step" }).click();
  await expect(dialog(page).getByRole("status")).toHaveText("The browser could not create eight-lanes-four-counters-step-0.png. It may be too large. An SVG is smaller than a PNG.");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the buttons of the dialog are in one row", async ({ page }) => {
    await open(page);
    const tops = await page.locator(".page-tools :is(button, select):visible").evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await share(page, "Export");
    await expect(dialog(page)).toBeInViewport({ ratio: 1 });
    await expectNoViolations(page, "dialog[open]");
  });
});
