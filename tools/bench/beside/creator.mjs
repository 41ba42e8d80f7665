// CREATOR, a simulator of a RISC-V processor that shows either its registers or its memory (README.md here says where it is
// had). A step is an instruction, and is done in one task; the program then scrolls, which is not counted: the next act waits
// for the end of it.

import { pressButton, whenCalm } from "../../lib/frames.mjs";

export const title = "CREATOR";

/** Loads a word, adds one, stores it, goes on to the next word, round and round. */
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

/** Some of its scripts have names that say no type. */
async function asScript(route) {
  const response = await route.fetch();
  await route.fulfill({ response, headers: { ...response.headers(), "content-type": "text/javascript" } });
}

export async function open(page, url, step) {
  const { words, tab } = VIEWS[step];
  const { host } = new URL(url);
  // It counts visits and steps at another host.
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
