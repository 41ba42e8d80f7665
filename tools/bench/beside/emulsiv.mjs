// emulsiV, a visual simulator of a RISC-V processor with 4 KiB of memory on the page (README.md in this folder says where to get
// it).
//
// The button Step runs an instruction in six stages with timers between them, over several frames, even without animation. The
// step is over when the button is enabled again, and the following frame shows it. Its finer buttons run one of the six stages.
// Animation stays off, as it is by default. Written values fade; this is set to the greatest speed and is not counted, and the
// next act waits until it ends.

import { pressButton, whenCalm } from "../../lib/frames.mjs";

export const title = "emulsiV";

/** Loads a word, adds one, stores it, and advances to the next word. */
const PROGRAM = [
  0x10000093, // addi x1, x0, 256
  0x0000a183, // lw x3, 0(x1)
  0x00118193, // addi x3, x3, 1
  0x0030a023, // sw x3, 0(x1)
  0x00408093, // addi x1, x1, 4
  0xff1ff06f, // jal x0, -16
];

/** Returns the records of an Intel hex file, in the form of the page's address. */
function fragment(words) {
  const record = (type, data) => {
    const bytes = Buffer.concat([Buffer.from([data.length, 0, 0, type]), data]);
    const sum = bytes.reduce((total, byte) => total + byte, 0);
    return Buffer.concat([bytes, Buffer.from([-sum & 0xff])]).toString("base64");
  };
  const data = Buffer.alloc(4 * words.length);
  words.forEach((word, index) => data.writeUInt32LE(word, 4 * index));
  return `#${record(0, data)}:${record(1, Buffer.alloc(0))}`;
}

export async function open(page, url) {
  await page.goto(url + fragment(PROGRAM));
  await page.locator("#asm00000014", { hasText: "jal" }).waitFor();
  await page.locator("#speed").fill("100");
  await page.locator("#speed").dispatchEvent("change");
}

/** Returns whether the initial example is loaded. */
export const isReady = () => document.querySelector("#asm00000000")?.textContent.trim();

const isCalm = () => !document.querySelector(".written") && document.getAnimations().length === 0;

export const acts = {
  "an instruction": whenCalm(isCalm, pressButton("#step-btn", { enabled: "#step-btn:enabled" })),
  "a stage of one": whenCalm(isCalm, pressButton(".state-btn:enabled", { enabled: ".state-btn:enabled" })),
};
