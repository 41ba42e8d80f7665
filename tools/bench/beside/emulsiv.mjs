// emulsiV, a visual simulator of a RISC-V processor with 4 KiB of memory on the page (README.md here says where it is had).
//
// A press of Step runs an instruction in six stages with timers between them, over several frames, even without animation:
// it is over when the button can be pressed again, and the frame after that shows it. One of the six is what its finer
// buttons do. Animation stays off, as it is at first; the fading of what was written, at the greatest speed so that it ends
// soon, is not counted: the next act waits for its end.

import { pressButton, whenCalm } from "../../lib/frames.mjs";

export const title = "emulsiV";

/** Loads a word, adds one, stores it, goes on to the next word. */
const PROGRAM = [
  0x10000093, // addi x1, x0, 256
  0x0000a183, // lw x3, 0(x1)
  0x00118193, // addi x3, x3, 1
  0x0030a023, // sw x3, 0(x1)
  0x00408093, // addi x1, x1, 4
  0xff1ff06f, // jal x0, -16
];

/** The records of an Intel hex file, as the address of the page takes them. */
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

/** The example that it opens with is there. */
export const isReady = () => document.querySelector("#asm00000000")?.textContent.trim();

const isCalm = () => !document.querySelector(".written") && document.getAnimations().length === 0;

export const acts = {
  "an instruction": whenCalm(isCalm, pressButton("#step-btn", { enabled: "#step-btn:enabled" })),
  "a stage of one": whenCalm(isCalm, pressButton(".state-btn:enabled", { enabled: ".state-btn:enabled" })),
};
