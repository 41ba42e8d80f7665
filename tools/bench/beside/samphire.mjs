// Assembler Simulator of the Samphire instruction set, with 256 bytes of memory on the page (README.md here says where it is
// had). A step is an instruction; the page takes it up in a later task, so it is over when the instruction pointer moves.

import { pressButton } from "../../lib/frames.mjs";

export const title = "Assembler Simulator (React)";

/** Loads a byte, adds one, stores it, goes on to the next byte, round and round. */
const PROGRAM = `Start:
 MOV BL, 80
Loop:
 MOV AL, [BL]
 INC AL
 MOV [BL], AL
 INC BL
 CMP BL, B0
 JNZ Loop
 JMP Start
 END
`;

/** Runs in the page: gives what has no name one. */
function name() {
  const withText = (text) => [...document.querySelectorAll("header span, td")].find((it) => it.textContent === text);
  withText("Step").dataset.bench = "step";
  withText("IP").nextElementSibling.dataset.bench = "pointer";
}

export async function open(page, url) {
  await page.goto(url);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(PROGRAM);
  // It assembles by itself, a while after the last key.
  await page.locator("td", { hasText: /^D0$/ }).first().waitFor();
  await page.waitForTimeout(1000);
  await page.evaluate(name);
}

export const acts = { "an instruction": pressButton("[data-bench=step]", { changed: "[data-bench=pointer]" }) };
