// Path of the machine's Firefox, for the tests that run in it too.

import { findProgram } from "./chromium.mjs";

/** Returns the path of the browser: `$FIREFOX`, or the first known name on the PATH. */
export function firefoxPath() {
  const found = process.env.FIREFOX || findProgram(["firefox-esr", "firefox"], ["/Applications/Firefox.app/Contents/MacOS/firefox"]);
  if (!found) throw new Error("no Firefox found: install it (Debian: apt-get install firefox-esr), or set FIREFOX to its path");
  return found;
}
