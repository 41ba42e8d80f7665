// Venus, a simulator of a RISC-V processor with 52 bytes of memory in sight (README.md in this folder says where to get it). A
// step, or a step back, is an instruction and takes one task.

import { pressButton } from "../../lib/frames.mjs";

export const title = "Venus";

/** Loads a word, adds one, stores it, and advances to the next word. */
const PROGRAM = `lui x10, 0x10000
loop: lw x11, 0(x10)
addi x11, x11, 1
sw x11, 0(x10)
addi x10, x10, 4
j loop
`;

export async function open(page, url) {
  await page.goto(url);
  await page.evaluate((text) => document.querySelector(".CodeMirror").CodeMirror.setValue(text), PROGRAM);
  await page.locator("#simulator-tab").click();
  await page.locator("#instruction-0").waitFor();
  await page.locator("#memory-tab").click();
}

/** Runs in the page: takes a step that does not count, and waits until it is painted. */
function stepFirst() {
  document.querySelector("#simulator-step").click();
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

const back = pressButton("#simulator-undo");

export const acts = {
  "an instruction": pressButton("#simulator-step"),
  "an instruction back": async (page) => {
    await page.evaluate(stepFirst);
    await back(page);
  },
};
