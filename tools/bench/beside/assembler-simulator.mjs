// Simple 8-bit Assembler Simulator, with 256 bytes of memory on the page (README.md in this folder says where to get it). A step
// is an instruction and takes one task.

import { pressButton } from "../../lib/frames.mjs";

export const title = "8-bit Assembler Simulator";

/** An endless loop: loads a byte, adds one, stores it, and advances to the next byte. */
const PROGRAM = `start: MOV C, 100
loop: MOV A, [C]
 INC A
 MOV [C], A
 INC C
 CMP C, 220
 JB loop
 JMP start
`;

/** The files that it requests from other hosts, and their places after a local installation. */
const LIBRARIES = {
  "angular.min.js": "node_modules/angular/angular.min.js",
  "bootstrap.min.css": "node_modules/bootstrap/dist/css/bootstrap.min.css",
};

async function fromFolder(route, url) {
  const asked = new URL(route.request().url());
  if (asked.host === new URL(url).host) return route.continue();
  const library = LIBRARIES[asked.pathname.split("/").pop()];
  // Requests for fonts, counters and ribbons are blocked.
  if (!library) return route.abort();
  const response = await fetch(new URL(library, url));
  if (!response.ok) return route.continue();
  return route.fulfill({ body: await response.text(), contentType: response.headers.get("content-type") });
}

export async function open(page, url) {
  await page.route("**/*", (route) => fromFolder(route, url));
  await page.goto(url);
  await page.locator("#sourceCode").fill(PROGRAM);
  await page.getByRole("button", { name: "Assemble" }).click();
  await page.locator(".memory-block.instr-bg").first().waitFor();
  await page.unrouteAll();
}

export const acts = { "an instruction": pressButton("[ng-click='executeStep()']") };
