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

function linkedCrates() {
  const options = ["--format-version", "1", "--filter-platform", "wasm32-unknown-unknown"];
  const metadata = JSON.parse(
    execFileSync("cargo", ["metadata", ...options], { cwd: root, maxBuffer: 1 << 28, encoding: "utf8" }),
  );
  const packages = new Map(metadata.packages.map((entry) => [entry.id, entry]));
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const start = metadata.packages.find((entry) => entry.name === "lanescope_frontend").id;
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

/** The files that mdBook adds to the manual, with their own licences: styles, scripts and fonts. */
function manualTheme() {
  const manifest = join(root, "docs/Cargo.toml");
  const options = ["metadata", "--format-version", "1", "--locked", "--manifest-path", manifest];
  const { packages } = JSON.parse(execFileSync("cargo", options, { maxBuffer: 1 << 28, encoding: "utf8" }));
  const { name, version, license, manifest_path } = packages.find((entry) => entry.name === "mdbook-html");
  return { name, version, license, text: licenceText(dirname(manifest_path)) };
}

/** Writes the licences into a folder. */
export function writeNotices(folder) {
  const byText = new Map();
  for (const { name, version, license, text } of [...bundledPackages(), ...linkedCrates(), manualTheme()]) {
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
