// Steps of Lanescope and of other simulators on the web, measured in one run.
//
// They take turns, so that what else the machine does hits all alike: some steps of one, then some of the next. Measured is
// the same of each, in tabs of the same size with the pointer at the same place (see tools/lib/frames.mjs). What they show is
// not the same: Lanescope's step is one phase of one lane, with 32 lanes and 4 KiB on the page, and all that it shows of them
// follows; the others have one processor, show 52 bytes to 4 KiB, and a step is an instruction. Lanescope's keys are pressed
// with all that a browser does about a key; of the others' buttons it is the click alone.

import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { measure, prepare, quantile } from "../lib/frames.mjs";
import { serveFolder } from "../serve.mjs";

const adapters = join(dirname(fileURLToPath(import.meta.url)), "beside");
const TURN = 20;
/** Steps of each turn that do not count: what the page needs was pushed out of the processor's caches by the others. */
const COLD = 3;

/** What `NAME=URL_OR_FOLDER` says. */
export function parsed(beside) {
  const [, name, place] = beside.match(/^([^=]+)=(.+)$/) ?? [];
  const known = readdirSync(adapters).filter((file) => file.endsWith(".mjs")).map((file) => file.slice(0, -4));
  if (!known.includes(name)) throw new Error(`--beside takes NAME=URL_OR_FOLDER; NAME is one of ${known.join(", ")}`);
  return { name, place };
}

/** Opens another simulator, once for each kind of step that it has. */
async function opened(newPage, { name, place }) {
  const { title, open, acts } = await import(`./beside/${name}.mjs`);
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory();
  const server = isFolder ? await serveFolder(place) : { url: place, close() {} };
  const steppers = [];
  for (const [step, act] of Object.entries(acts)) {
    const page = await newPage();
    await open(page, server.url);
    await prepare(page);
    steppers.push({ name: `${title}, ${step}`, page, act });
  }
  return { server, steppers };
}

/** Measures the steps of `ours`, each with a name, a page and an act, beside those of the others, which are `parsed`. */
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
  console.log(`${"".padEnd(46)}to the first frame  to the last frame  with waiting     times the first line`);
  console.log(`${"".padEnd(46)}median    p95      median    p95      median    p95    median    p95`);
  const at = (stepper, field, share) => quantile(costs.get(stepper).map((cost) => cost[field]), share);
  for (const stepper of steppers) {
    const both = (field) => [0.5, 0.95].map((share) => at(stepper, field, share).toFixed(1).padStart(6)).join(" ");
    const times = [0.5, 0.95].map((share) => at(stepper, "processor", share) / at(steppers[0], "processor", share));
    const parts = ["script", "style", "layout", "paint"].map((part) => `${part} ${at(stepper, part, 0.5).toFixed(1)}`);
    const ratios = times.map((ratio) => ratio.toFixed(2).padStart(6)).join(" ");
    console.log(
      `${stepper.name.padEnd(46)}${both("first")}     ${both("processor")}     ${both("elapsed")}    ${ratios}   ${parts.join(", ")}`,
    );
  }
}
