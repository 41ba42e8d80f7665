// CREATOR, a simulator of a RISC-V processor that shows either its registers or its memory (README.md in this folder says where
// to get it). A step is an instruction and takes one task. The program then scrolls; this is not counted, and the next act waits
// until it ends.

import { pressButton, whenCalm } from "../../lib/frames.mjs";

export const title = "CREATOR";

/** An endless loop: loads a word, adds one, stores it, and advances to the next word. */
const program = (words) => `.data
words: .word ${Array.from({ length: words }, (_, index) => index).join(", ")}
.text
main: la t0, words
addi t2, x0, ${words}
loop: lw t1, 0(t0)
addi t1, t1, 1
sw t1, 0(t0)
addi t0, t0, 4
addi t2, t2, -1
bne t2, x0, loop
beq x0, x0, main
`;

const VIEWS = {
  "an instruction, registers": { words: 1024 },
  "an instruction, 256 B": { words: 64, tab: "#memory_btn" },
  "an instruction, 4 KiB": { words: 1024, tab: "#memory_btn" },
};

/** The names of some of its scripts do not show their media type. */
async function asScript(route) {
  const response = await route.fetch();
  await route.fulfill({ response, headers: { ...response.headers(), "content-type": "text/javascript" } });
}

export async function open(page, url, step) {
  const { words, tab } = VIEWS[step];
  const { host } = new URL(url);
  // It reports visits and steps to another host.
  await page.route((asked) => asked.host !== host, (route) => route.abort());
  await page.route("**/external/apexcharts/*apexcharts", asScript);
  const asked = new URLSearchParams({ architecture: "RISC-V", asm: program(words) });
  await page.goto(`${url}?${asked}`);
  await page.getByText("Compilation completed successfully").waitFor();
  await page.unrouteAll();
  if (tab) await page.locator(tab).click();
  await page.waitForFunction(() => !document.querySelector(".toast"));
}

const isCalm = () => window.jQuery.timers.length === 0;
const act = whenCalm(isCalm, pressButton("#inst"));

export const acts = Object.fromEntries(Object.keys(VIEWS).map((step) => [step, act]));
