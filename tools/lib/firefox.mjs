// The machine's Firefox, for the tests that run in it too.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { findProgram } from "./chromium.mjs";

/** Returns the path of the browser: `$FIREFOX`, or the first known name on the PATH; undefined if there is none. */
export const firefoxPath = () =>
  process.env.FIREFOX || findProgram(["firefox-esr", "firefox"], ["/Applications/Firefox.app/Contents/MacOS/firefox"]);

/** The oldest Firefox in which the tests have run. Older ones lack commands that Playwright sends. */
const OLDEST = 153;

/** Returns the reason why the tests cannot run in Firefox; undefined if they can. */
export function whyNoFirefox() {
  const path = firefoxPath();
  if (!path) return "no Firefox found: install it (Debian: apt-get install firefox-esr), or set FIREFOX to its path";
  const [, version] = /(\d+)\./.exec(execFileSync(path, ["--version"], { encoding: "utf8" })) ?? [];
  return Number(version) >= OLDEST ? undefined : `Firefox ${version} is too old, the tests need ${OLDEST} or later`;
}

/** Where its downloads arrive, which it does not announce. Each run of the suite empties the folder. */
export const FIREFOX_DOWNLOADS = fileURLToPath(new URL("../../target/e2e/firefox", import.meta.url));
