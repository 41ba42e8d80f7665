// Bundles frontend/js/editor.src.js into editor.js, which load-editor.js loads.
//
// Writes a file only if its content changed. Otherwise `trunk serve`, which watches that folder, would rebuild without end.

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const tools = dirname(fileURLToPath(import.meta.url));
const root = dirname(tools);
const notices = join(root, "target/editor-packages.json");

/** Installs the packages if they are missing, as with a bare `trunk serve`. xtask installs them before it runs this script. */
function installPackages() {
  const lock = join(tools, "package-lock.json");
  const installed = join(tools, "node_modules/.installed-lock.json");
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return;
  console.error("installing the packages of tools/package.json");
  const done = spawnSync("npm", ["ci", "--loglevel=error"], {
    cwd: tools,
    stdio: ["ignore", process.stderr, process.stderr],
    shell: process.platform === "win32",
  });
  if (done.status !== 0) throw new Error("npm ci in tools/ failed");
  copyFileSync(lock, installed);
}

/**
 * CodeMirror writes its styles into a `<style>` element, which `style-src 'self'` forbids. In a shadow root, it uses constructed
 * style sheets. This plugin makes it use those everywhere.
 */
const constructedStyleSheets = {
  name: "constructed-style-sheets",
  setup(build) {
    build.onLoad({ filter: /style-mod\.js$/ }, ({ path }) => {
      const before = readFileSync(path, "utf8");
      const after = before.replace("if (!root.head && root.adoptedStyleSheets", "if (root.adoptedStyleSheets");
      if (after === before) throw new Error("style-mod has changed: its use of adoptedStyleSheets was not found");
      return { contents: after, loader: "js" };
    });
  },
};

function writeIfChanged(path, content) {
  if (existsSync(path) && readFileSync(path, "utf8") === content) return false;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return true;
}

installPackages();
const { build } = await import("esbuild");
const { metafile, outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ["frontend/js/editor.src.js"],
  nodePaths: [join(tools, "node_modules")],
  outfile: join(root, "frontend/js/editor.js"),
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  charset: "utf8",
  metafile: true,
  write: false,
  plugins: [constructedStyleSheets],
});

// The folders of the bundled packages. Their licences are shipped with the page.
const packages = new Set();
for (const input of Object.keys(metafile.inputs)) {
  const match = /^tools\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
  if (match) packages.add(match[1]);
}
writeIfChanged(notices, `${JSON.stringify([...packages].sort(), null, 2)}\n`);
for (const { path, text, contents } of outputFiles) {
  if (writeIfChanged(path, text)) console.error(`wrote ${relative(root, path)} (${contents.length} bytes)`);
}
