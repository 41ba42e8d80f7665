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

/** Starts the driver. Returns the function that sends a command to it, and the function that ends it. */
export async function startWebKit() {
  const port = await freePort();
  // A group of its own, so that the screen ends with the driver.
  const driver = spawn(SCREEN, ["-a", "-s", "-screen 0 1600x1200x24", DRIVER, `--port=${port}`], { stdio: "ignore", detached: true });
  const send = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const end = () => process.kill(-driver.pid);
  for (const until = Date.now() + 20_000; ; await new Promise((done) => setTimeout(done, 100))) {
    try {
      await send("GET", "/status");
      return { send, end };
    } catch (why) {
      if (Date.now() < until) continue;
      end();
      throw why;
    }
  }
}

/** A window of WebKit with a profile of its own. */
export class Window {
  static async open({ send }, width, height) {
    const { sessionId } = await send("POST", "/session", { capabilities: { alwaysMatch: {} } });
    const window = new Window((method, path, body) => send(method, `/session/${sessionId}${path}`, body));
    await window.send("POST", "/window/rect", { width, height });
    return window;
  }

  constructor(send) {
    this.send = send;
  }

  close() {
    return this.send("DELETE", "");
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
