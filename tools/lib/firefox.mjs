// The machine's Firefox, for the tests that run in it too.

import { fileURLToPath } from "node:url";

import { findProgram } from "./chromium.mjs";

/** Returns the path of the browser: `$FIREFOX`, or the first known name on the PATH; undefined if there is none. */
export const firefoxPath = () =>
  process.env.FIREFOX || findProgram(["firefox-esr", "firefox"], ["/Applications/Firefox.app/Contents/MacOS/firefox"]);

/** Where its downloads arrive, which it does not announce. Each run of the suite empties the folder. */
export const FIREFOX_DOWNLOADS = fileURLToPath(new URL("../../target/e2e/firefox", import.meta.url));
