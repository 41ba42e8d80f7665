// The browser suite: Chromium against the built page in dist/.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { defineConfig } from "@playwright/test";

import { launchOptions } from "./lib/chromium.mjs";
import { FIREFOX_DOWNLOADS, firefoxPath } from "./lib/firefox.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const port = Number(process.env.LANESCOPE_PORT ?? 4180);

export default defineConfig({
  testDir: "e2e",
  outputDir: join(root, "target/e2e"),
  reporter: "list",
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  // A slow machine with two cores may be busy with other work.
  timeout: 60_000,
  // A test that fails runs once more, so that the report says whether it always fails. The suite fails either way.
  retries: 1,
  failOnFlakyTests: true,
  expect: { timeout: 10_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    launchOptions: launchOptions(),
    viewport: { width: 1440, height: 900 },
    trace: { mode: "on-first-retry", snapshots: false, screenshots: false },
  },
  // The tests of the walk take longest, so they start first.
  projects: [
    { name: "walk", testMatch: "walk.spec.mjs" },
    { name: "rest", testIgnore: ["walk.spec.mjs", "firefox.spec.mjs"] },
    // This channel drives the Firefox of the machine.
    {
      name: "firefox",
      testMatch: "firefox.spec.mjs",
      use: { browserName: "firefox", channel: "moz-firefox", launchOptions: { executablePath: firefoxPath(), downloadsPath: FIREFOX_DOWNLOADS } },
    },
  ],
  webServer: {
    command: `node serve.mjs ../dist ${port}`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
  },
});
