// Steps of Lanescope and of other simulators on the web, measured in one run.
//
// The simulators take turns of some steps each, so that other load on the machine affects all of them. The method is the same for
// all, in tabs of the same size with the pointer at the same place (see tools/lib/frames.mjs). The work is not the same. A step
// of Lanescope is one phase of one lane, with 32 lanes and 4 KiB on the page, and the whole page follows it. The other simulators
// have one processor and show 52 bytes to 4 KiB; a step is an instruction or a line of a program. Lanescope is measured with key
// presses, which include all of the browser's key handling; the others with clicks on their buttons alone.

import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { measure, prepare, quantile } from "../lib/frames.mjs";
import { serveFolder } from "../serve.mjs";

const adapters = join(dirname(fileURLToPath(import.meta.url)), "beside");
const TURN = 20;
/**
 * Steps at the start of each turn that do not count, because the other simulators have displaced the page's data from the
 * processor's caches.
 */
const COLD = 3;

/** Parses `NAME=URL_OR_FOLDER`. */
export function parsed(beside) {
  const [, name, place] = beside.match(/^([^=]+)=(.+)$/) ?? [];
  const known = readdirSync(adapters).filter((file) => file.endsWith(".mjs")).map((file) => file.slice(0, -4));
  if (!known.includes(name)) throw new Error(`--beside takes NAME=URL_OR_FOLDER; NAME is one of ${known.join(", ")}`);
  return { name, place };
}

/** Opens another simulator once for each of its kinds of steps. */
async function opened(newPage, { name, place }) {
  const { title, open, acts } = await import(`./beside/${name}.mjs`);
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory();
  const server = isFolder ? await serveFolder(place) : { url: place, close() {} };
  const steppers = [];
  for (const [step, act] of Object.entries(acts)) {
    const page = await newPage();
    await open(page, server.url, step);
    await prepare(page);
    steppers.push({ name: `${title}, ${step}`, page, act });
  }
  return { server, steppers };
}

/** Measures the steps of `ours`, each with a name, a page and an act, together with those of the `parsed` simulators. */
export async function sideBySide(browser, newPage, ours, besides, samples) {
  const others = [];
  for (const beside of besides) others.push(await opened(newPage, beside));
  const steppers = [...ours, ...others.flatMap((other) => other.steppers)];
  const costs = new Map(steppers.map((stepper) => [stepper, []]));
  for (let left = samples; left > 0; left -= TURN) {
    const counted = Math.min(left, TURN);
    const turns = steppers.flatMap((stepper) => Array(COLD + counted).fill(stepper));
    const taken = await measure(browser, turns);
    for (const stepper of steppers) costs.get(stepper).push(...taken.splice(0, COLD + counted).slice(COLD));
  }
  for (const { server } of others) server.close();

  console.log(`\nside by side, ${samples} steps each in turns of ${TURN}: ms of the main thread, and in all`);
  console.log(`${"".padEnd(46)}to the first frame  to the last frame  with waiting     times the first line  elements`);
  console.log(`${"".padEnd(46)}median    p95      median    p95      median    p95    median    p95  on the page`);
  const at = (stepper, field, share) => quantile(costs.get(stepper).map((cost) => cost[field]), share);
  for (const stepper of steppers) {
    const both = (field) => [0.5, 0.95].map((share) => at(stepper, field, share).toFixed(1).padStart(6)).join(" ");
    const times = [0.5, 0.95].map((share) => at(stepper, "processor", share) / at(steppers[0], "processor", share));
    const parts = ["script", "style", "layout", "paint"].map((part) => `${part} ${at(stepper, part, 0.5).toFixed(1)}`);
    const ratios = times.map((ratio) => ratio.toFixed(2).padStart(6)).join(" ");
    const elements = String(await stepper.page.locator("*").count()).padStart(8);
    console.log(
      `${stepper.name.padEnd(46)}${both("first")}     ${both("processor")}     ${both("elapsed")}    ${ratios}   ${elements}   ${parts.join(", ")}`,
    );
  }
}
