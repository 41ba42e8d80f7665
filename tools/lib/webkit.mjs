// WebKit by its WebDriver, for the tests that run in it too. Playwright cannot drive the WebKit of the machine.

import { spawn } from "node:child_process";
import { createServer } from "node:net";

import { findProgram } from "./chromium.mjs";

const DRIVER = findProgram(["WebKitWebDriver"], []);
/** WebKitGTK has no mode without a screen. */
const SCREEN = findProgram(["xvfb-run"], []);

/** Why WebKit cannot be started; undefined if it can. */
export const missing =
  DRIVER && SCREEN ? undefined : "no WebKitWebDriver with a screen found: install both (Debian: apt-get install webkit2gtk-driver xvfb)";

const freePort = () =>
  new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });

/** A window of WebKit. It has a driver of its own. */
export class Window {
  /** Starts the driver, and waits until it has opened the window. */
  static async open(width, height) {
    const window = new Window(await freePort());
    try {
      await window.waitForDriver();
      const { sessionId } = await window.send("POST", "", { capabilities: { alwaysMatch: {} } });
      window.session = `/${sessionId}`;
      await window.send("POST", "/window/rect", { width, height });
      return window;
    } catch (why) {
      window.endDriver();
      throw why;
    }
  }

  constructor(port) {
    this.address = `http://127.0.0.1:${port}`;
    this.session = "";
    // A group of its own, so that the screen ends with the driver.
    this.driver = spawn(SCREEN, ["-a", "-s", "-screen 0 1600x1200x24", DRIVER, `--port=${port}`], { stdio: "ignore", detached: true });
  }

  async waitForDriver() {
    const isThere = () => fetch(`${this.address}/status`).then(({ ok }) => ok, () => false);
    for (const until = Date.now() + 20_000; !(await isThere()); ) {
      if (Date.now() > until) throw new Error("WebKitWebDriver does not start");
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  /** Sends a command of the session to the driver. */
  async send(method, path, body) {
    const answer = await fetch(`${this.address}/session${this.session}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  }

  endDriver() {
    process.kill(-this.driver.pid);
  }

  async close() {
    await this.send("DELETE", "");
    this.endDriver();
  }

  goto(url) {
    return this.send("POST", "/url", { url });
  }

  /** Calls a function in the page. */
  evaluate(call, ...args) {
    return this.send("POST", "/execute/sync", { script: `return (${call})(...arguments)`, args });
  }

  /** Presses and releases keys one after another: characters, or the code points that WebDriver has for the other keys. */
  press(...keys) {
    const actions = keys.flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
    return this.send("POST", "/actions", { actions: [{ type: "key", id: "keys", actions }] });
  }

  /** Clicks an element in its middle. */
  async click(selector) {
    const element = await this.send("POST", "/element", { using: "css selector", value: selector });
    return this.send("POST", `/element/${Object.values(element)[0]}/click`, {});
  }
}
