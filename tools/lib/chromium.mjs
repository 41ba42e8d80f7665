// Path and start options of the machine's Chromium, shared by the tests, the screenshots and the benchmarks. The headless shell,
// which is Chromium without windows, needs about half of the processor time.

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const OTHER_PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of the first of these programs that is on the PATH, or else at one of the places. */
export function findProgram(names, places) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places].find(runs);
}

/** Returns the path of the browser: `$CHROMIUM`, or the first known name on the PATH. */
export function chromiumPath() {
  const found = process.env.CHROMIUM || findProgram(NAMES, OTHER_PLACES);
  if (!found) throw new Error("no Chromium found: install it, or set CHROMIUM to its path");
  return found;
}

/** Options for Playwright that start it headless and without requests to the network. */
export function launchOptions() {
  return {
    executablePath: chromiumPath(),
    args: [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  };
}
