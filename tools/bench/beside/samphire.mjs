// Assembler Simulator of the Samphire instruction set, with 256 bytes of memory on the page (README.md in this folder says where
// to get it). A step is an instruction. The page runs it in a later task, so it is over when the instruction pointer moves.

import { pressButton } from "../../lib/frames.mjs";

export const title = "Assembler Simulator (React)";

/** An endless loop: loads a byte, adds one, stores it, and advances to the next byte. */
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

/** Runs in the page: gives names to elements without one. */
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
  // It assembles automatically, some time after the last key press.
  await page.locator("td", { hasText: /^D0$/ }).first().waitFor();
  await page.waitForTimeout(1000);
  await page.evaluate(name);
}

export const acts = { "an instruction": pressButton("[data-bench=step]", { changed: "[data-bench=pointer]" }) };
