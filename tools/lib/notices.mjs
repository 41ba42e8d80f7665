// Licences of everything that a built page ships: packages in the editor bundle, crates in the program, the manual's theme.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const tools = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(tools);

/** Returns the licence texts in a folder. If several licences are offered, the MIT licence is enough. */
function licenceText(folder) {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).sort();
  const mit = names.filter((name) => /mit/i.test(name));
  return (mit.length > 0 ? mit : names).map((name) => readFileSync(join(folder, name), "utf8").trim()).join("\n\n");
}

function bundledPackages() {
  const list = join(root, "target/editor-packages.json");
  if (!existsSync(list)) throw new Error("run tools/build-editor.mjs first");
  return JSON.parse(readFileSync(list, "utf8")).map((name) => {
    const folder = join(tools, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { name, version, license, text: licenceText(folder) };
  });
}

/** Returns the crates that a package of a workspace links on a platform. */
function linkedCrates(name, manifest, platform) {
  const options = ["--format-version", "1", "--filter-platform", platform, "--manifest-path", join(root, manifest)];
  const metadata = JSON.parse(
    execFileSync("cargo", ["metadata", ...options], { cwd: root, maxBuffer: 1 << 28, encoding: "utf8" }),
  );
  const packages = new Map(metadata.packages.map((entry) => [entry.id, entry]));
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const start = metadata.packages.find((entry) => entry.name === name).id;
  const seen = new Set([start]);
  for (const id of seen) {
    for (const { pkg, dep_kinds } of nodes.get(id).deps) {
      const isMacro = packages.get(pkg).targets.some((target) => target.kind.includes("proc-macro"));
      if (!isMacro && dep_kinds.some(({ kind }) => kind === null)) seen.add(pkg);
    }
  }
  return [...seen]
    .map((id) => packages.get(id))
    .filter((entry) => entry.source !== null)
    .map(({ name, version, license, manifest_path }) => {
      return { name, version, license, text: licenceText(dirname(manifest_path)) };
    });
}

/** Scripts that mdBook adds to the manual. Each begins with a comment that has its version and its owners. */
const MANUAL_SCRIPTS = [
  { name: "highlight.js", file: "js/highlight.js", license: "BSD-3-Clause" },
  { name: "clipboard.js", file: "js/clipboard.min.js", license: "MIT" },
  { name: "mark.js", file: "searcher/mark.min.js", license: "MIT" },
  { name: "elasticlunr.js", file: "searcher/elasticlunr.min.js", license: "MIT" },
];

/** Returns the version and the copyright lines in the first comment of a script. */
export function bannerOf(script) {
  const lines = script.slice(0, script.indexOf("*/")).split("\n").map((line) => line.replace(/^[\s/*!]+/, "").trim());
  const version = lines.join("\n").match(/\d+\.\d+\.\d+/)?.[0];
  const owners = lines.filter((line) => /copyright|©/i.test(line));
  if (!version || owners.length === 0) throw new Error("a script of the manual has no version or no owner in its first comment");
  return { version, owners };
}

function manualScript(frontEnd, { name, file, license }) {
  const { version, owners } = bannerOf(readFileSync(join(frontEnd, file), "utf8"));
  const licence = readFileSync(join(tools, "lib/licences", `${license}.txt`), "utf8").trim();
  return { name, version, license, text: `${owners.join("\n")}\n\n${licence}` };
}

/** Returns the parts of the manual that are not ours: mdBook's styles and scripts, with those of others, and the icons. */
export function manualParts() {
  const manifest = join(root, "docs/Cargo.toml");
  const options = ["metadata", "--format-version", "1", "--locked", "--manifest-path", manifest];
  const { packages } = JSON.parse(execFileSync("cargo", options, { maxBuffer: 1 << 28, encoding: "utf8" }));
  const package_ = (name) => packages.find((entry) => entry.name === name);
  const { name, version, license, manifest_path } = package_("mdbook-html");
  const theme = dirname(manifest_path);
  const scripts = MANUAL_SCRIPTS.map((script) => manualScript(join(theme, "front-end"), script));

  const icons = dirname(package_("font-awesome-as-a-crate").manifest_path);
  const folder = readdirSync(icons).find((name) => name.startsWith("fontawesome-free-"));
  const iconVersion = folder.match(/\d+\.\d+\.\d+/)[0];
  const fontAwesome = {
    name: "Font Awesome Free",
    version: iconVersion,
    license: "CC-BY-4.0",
    text: licenceText(join(icons, folder)),
  };
  return [{ name, version, license, text: licenceText(theme) }, ...scripts, fontAwesome];
}

/** Writes the licences of the page into its folder. */
export function writeNotices(folder) {
  const crates = linkedCrates("lanescope_frontend", "Cargo.toml", "wasm32-unknown-unknown");
  write(folder, [...bundledPackages(), ...crates, ...manualParts()]);
}

/** Writes the licences of a program into its folder. */
export function writeProgramNotices(folder, name, manifest, platform) {
  write(folder, linkedCrates(name, manifest, platform));
}

function write(folder, packages) {
  const byText = new Map();
  for (const { name, version, license, text } of packages) {
    const body = text || `(${license}; the package ships no licence file)`;
    byText.set(body, [...(byText.get(body) ?? []), `${name} ${version} (${license})`]);
  }
  const rule = "-".repeat(80);
  const parts = [...byText].map(([text, owners]) => `${rule}\n${[...new Set(owners)].sort().join("\n")}\n${rule}\n\n${text}\n`);
  writeFileSync(
    join(folder, "THIRD-PARTY-NOTICES.txt"),
    `Lanescope contains the following packages, under these licences.\n\n${parts.join("\n")}`,
  );
}
