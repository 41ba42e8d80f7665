import { chromium } from "@playwright/test";
import { launchOptions } from "./lib/chromium.mjs";
import { exampleLink } from "./lib/link.mjs";
const [sizes, themes, name, act] = [process.argv[2].split(","), process.argv[3].split(","), process.argv[4], process.argv[5] ?? ""];
const browser = await chromium.launch(launchOptions());
for (const size of sizes) for (const theme of themes) {
  const [width, height] = size.split("x").map(Number);
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme });
  page.on("console", (m) => m.type() === "error" && console.log(m.text()));
  page.on("pageerror", (e) => console.log(String(e)));
  const hash = process.env.EX ? `#${exampleLink(process.env.EX)}&c=${process.env.C ?? 14}` : "";
  await page.goto(`http://127.0.0.1:8471/${hash}`);
  await page.waitForSelector("html[data-run]", { timeout: 30000 });
  await page.waitForTimeout(300);
  if (act) { await eval(`(async () => { ${act} })()`); await page.waitForTimeout(400); }
  await page.screenshot({ path: `/tmp/h/chrome-${name}-${size}-${theme}.png` });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  console.log(size, theme, "overflow", wide);
  await page.close();
}
await browser.close();
