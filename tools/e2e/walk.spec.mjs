// Every state of every example at two of eight sizes, and some states at all of them: what is in sight, what covers what, where the wires
// end, and how large the picture is. One page opens all examples, because a page needs longer to start than an example needs to open.

import { exampleLink, EXAMPLES, scenarioLink, textOf } from "../lib/link.mjs";
import { expect, letExamplesBeOpened, open, stopDrawing, test } from "./fixtures.mjs";
import { legibility } from "./walk/legibility.mjs";
import { share } from "./walk/share.mjs";
import { sight } from "./walk/sight.mjs";
import { install, walked } from "./walk/walker.mjs";
import { drawn, wires } from "./walk/wires.mjs";

/**
 * The windows. In the first one, all examples take all steps. In the next five, each example takes all steps in one of them, and then
 * larger ones. Elsewhere, an example has a few moments. Each window has random scenarios of its own. For examples with at least four
 * lanes, `shares` is the least median of the part of the window with lanes, wires and memory, and that of lanes and memory alone, in
 * percent; then the same for examples with fewer lanes, whose columns have their largest width.
 */
const WINDOWS = [
  { width: 1440, height: 900, isWhole: () => true, random: 30, shares: [[32, 26.5], [32, 22.5]] },
  { width: 390, height: 844, isWhole: (index) => index % 5 === 0, random: 30 },
  { width: 1024, height: 768, isWhole: (index) => index % 5 === 1, random: 6 },
  { width: 820, height: 1180, isWhole: (index) => index % 5 === 2, random: 6 },
  { width: 720, height: 450, isWhole: (index) => index % 5 === 3, random: 30 },
  { width: 320, height: 640, isWhole: (index) => index % 5 === 4, random: 6 },
  { width: 1920, height: 1080, isWhole: () => false, random: 6, shares: [[35, 28.5], [34.5, 23.5]] },
  { width: 2560, height: 1440, isWhole: () => false, random: 6, shares: [[38, 31], [38, 26.5]] },
];
/** The most layout shift during the steps of an example, in the browser's unit. */
const MOST_SHIFT = 0.01;
const FIRST = textOf("01-collision");
/** Sixteen lanes read every third word, of 8 words: 13 lanes are out of bounds. */
const BEYOND = `.lanes 16
.decl OFF v_type=G type=ud num_elts=16
.decl DST v_type=G type=ud num_elts=16
.decl BUF v_type=T num_elts=1
.set OFF = iota(0, 12)
.surface BUF buffer ud 8 = iota(100, 1)
gather_scaled.4 (M1, 16) BUF 0x0:ud OFF.0 DST.0
`;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Expects that the picture covers enough of the window, and that short values are legible. */
function expectLarge(measured, { width, shares }) {
  const ofMany = measured.filter(({ lanes }) => lanes >= 4);
  const ofFew = measured.filter(({ lanes }) => lanes < 4);
  for (const [group, [least, leastInner]] of [[ofMany, shares[0]], [ofFew, shares[1]]]) {
    const [covered, inner] = ["share", "inner"].map((key) => median(group.map((it) => it[key])));
    console.log(`${width}: of ${group.length} examples, the picture covers ${covered.toFixed(1)} %, lanes and memory ${inner.toFixed(1)} %`);
    expect.soft(covered).toBeGreaterThanOrEqual(least);
    expect.soft(inner).toBeGreaterThanOrEqual(leastInner);
  }
  if (width > 1440) return;
  const legible = measured.filter(({ lanes, longest }) => lanes <= 16 && longest <= 4);
  expect(legible.length).toBeGreaterThan(5);
  // The task of a puzzle takes a line from the stage.
  const leastPx = ({ name }) => (name.startsWith("puzzle-") ? 13.5 : 15);
  expect.soft(legible.filter((it) => it.text < leastPx(it))).toEqual([]);
}

for (const [place, size] of WINDOWS.entries()) {
  const { width, height, isWhole, random: count } = size;
  test(`the examples are in sight, legible and true at ${width}x${height}`, async ({ page }) => {
    test.setTimeout(600_000);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await letExamplesBeOpened(page);
    const checks = [sight, legibility, wires, ...(size.shares ? [share] : [])];
    await install(page, checks);
    // The first example would not be opened again, because its text is already open, so this opens another one.
    await open(page, `./#${exampleLink(EXAMPLES.at(-1))}`);
    await stopDrawing(page);
    const failing = { name: "a failing one", hash: scenarioLink(FIRST.replace(".expect BUF = 26 30 34 46", ".expect BUF = 1 2 3 4")) };
    const examples = EXAMPLES.map((name, index) => ({ name, hash: exampleLink(name), isSampled: !isWhole(index), takesLarger: place > 0 }));
    const beyond = { name: "many places out of bounds", hash: scenarioLink(BEYOND), isSampled: true };
    const random = Array.from({ length: count }, (_, index) => {
      const { text, wires } = drawn(place * 30 + index + 1);
      return { name: `random scenario ${index + 1}`, hash: scenarioLink(text), wires, isSampled: true };
    });
    const found = await walked(page, [...examples, failing, beyond], checks);
    const foundInRandom = await walked(page, random, [wires]);
    await test.step("sight", () => {
      const { steps, looks, touching, unseen, covered, holding, failing, shifts } = found.sight;
      const [worst] = shifts.toSorted((a, b) => b[1] - a[1]);
      console.log(`${width}x${height}: ${looks} layouts of ${steps} steps, ${touching} with a cell; largest shift ${worst?.[1].toFixed(4)} in ${worst?.[0]}`);
      expect.soft(unseen).toEqual([]);
      expect.soft(covered).toEqual([]);
      expect.soft(shifts.filter(([, shift]) => shift > MOST_SHIFT)).toEqual([]);
      expect(touching).toBeGreaterThan(EXAMPLES.length);
      expect(looks).toBeGreaterThan(2 * EXAMPLES.length);
      expect([holding > EXAMPLES.length / 2, failing > 0]).toEqual([true, true]);
    });
    await test.step("legibility", () => {
      expect.soft(found.legibility.wrong).toEqual([]);
      expect(found.legibility.moments).toBeGreaterThan(EXAMPLES.length);
    });
    await test.step("wires", () => {
      expect.soft([...found.wires.wrong, ...foundInRandom.wires.wrong]).toEqual([]);
      expect(found.wires.seen + foundInRandom.wires.seen).toBeGreaterThan(1000);
    });
    if (size.shares) await test.step("share of the window", () => expectLarge(found.share, size));
  });
}
