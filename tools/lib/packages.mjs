// The packages of a release: their files, and what has to be in them.

import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** Returns the value of the first line `key = "value"` of a manifest. */
export function valueOf(manifest, key) {
  const value = manifest.match(new RegExp(`^${key} = "(.*?)"`, "m"))?.[1];
  if (value === undefined) throw new Error(`the manifest has no ${key}`);
  return value;
}

/** The domain of an address that is not a real one. */
const PLACEHOLDER = /^https:\/\/[^/]*\.example\//;

/** Returns whether an address still has to be replaced. */
export const isPlaceholder = (address) => PLACEHOLDER.test(address);

/** Returns the files of a folder, as sorted paths with slashes. */
export function filesOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")).sort();
}

/** Files that no package has: tests, results of tests, compressed copies, leftovers of tools, and hidden files but two. */
const UNWANTED = /(^|\/)(tests?|benches|golden|node_modules|__pycache__|target)\/|\.(br|gz|pyc|rej)$|(^|\/)\.(?!nojekyll$|cargo_vcs_info\.json$)[^/]+$/;

/** Returns what is wrong with the files of a package. `needed` are the beginnings or whole names of files. */
export function problemsWithFiles(names, needed) {
  const unwanted = names.filter((name) => UNWANTED.test(name)).map((name) => `${name} does not belong in it`);
  const missing = needed.filter((name) => !names.includes(name)).map((name) => `${name} is missing`);
  return [...unwanted, ...missing];
}

/** Reads name, version, licence and readme of an unpacked package. The kind is that of its metadata. */
export const METADATA = {
  crate: (read) => {
    const manifest = read("Cargo.toml");
    const [name, version, license, repository] = ["name", "version", "license", "repository"].map((key) => valueOf(manifest, key));
    return { name, version, license, repository, readme: read("README.md") };
  },
  npm: (read) => {
    const { name, version, license, repository } = JSON.parse(read("package.json"));
    return { name, version, license, repository: repository.url, readme: read("README.md") };
  },
  wheel: (read, names) => {
    const [head, readme] = read(names.find((name) => name.endsWith(".dist-info/METADATA"))).split(/\r?\n\r?\n([^]*)/);
    const field = (key) => head.match(new RegExp(`^${key}: (.*?)\\r?$`, "m"))?.[1];
    const repository = field("Project-URL")?.split(", ")[1];
    return { name: field("Name"), version: field("Version"), license: field("License-Expression"), repository, readme };
  },
};

/** Returns what is wrong with the metadata of a package. */
export function problemsWithMetadata(found, { name, version, repository, otherReadme }) {
  const problems = [];
  const expect = (key, value, expected) => value === expected || problems.push(`its ${key} is ${value}, expected ${expected}`);
  expect("name", found.name, name);
  expect("version", found.version, version);
  expect("licence", found.license, "MIT");
  expect("repository", found.repository, repository);
  if (!found.readme?.trim()) problems.push("it has no readme");
  else if (found.readme.trim() === otherReadme.trim()) problems.push("its readme is that of the repository");
  return problems;
}

/** Returns the indented blocks of a readme, without their indentation. */
export function blocksOf(readme) {
  return [...readme.matchAll(/(?:^ {4}.*\n(?:\n(?= {4}))?)+/gm)].map(([block]) => block.replace(/^ {4}/gm, ""));
}

/** Returns the block of a readme that contains a text. */
export function blockWith(readme, text) {
  const block = blocksOf(readme).find((block) => block.includes(text));
  if (block === undefined) throw new Error(`the readme has no block with ${text}`);
  return block;
}

/** Copies the built page without the compressed copies and, unless it is wanted, without the manual. */
export function copyPage(dist, to, { manual }) {
  const isWanted = (path) => !/\.(br|gz)$/.test(path) && (manual || path !== join(dist, "manual"));
  cpSync(dist, to, { recursive: true, filter: isWanted });
}

/** Returns the manifest of the npm package. */
export function npmManifest(version, repository) {
  return {
    name: "lanescope-embed",
    version,
    description: "The element <lanescope-embed>: GPU memory instructions that run in your page, lane by lane",
    keywords: ["gpu", "simulator", "web-component", "custom-element", "documentation"],
    license: "MIT",
    author: "The Lanescope authors",
    repository: { type: "git", url: repository },
    type: "module",
    main: "./dist/lanescope-embed.js",
    types: "./index.d.ts",
    exports: {
      ".": { types: "./index.d.ts", default: "./dist/lanescope-embed.js" },
      "./react": { types: "./react.d.ts" },
      "./vue": { types: "./vue.d.ts" },
      "./dist/*": "./dist/*",
      "./package.json": "./package.json",
    },
    sideEffects: ["./dist/*"],
    files: ["dist", "*.d.ts"],
  };
}

/** Writes the npm package into a folder: the sources of `frontend/npm`, the page, and the manifest. */
export function stageNpm(sources, dist, to, { version, repository }) {
  mkdirSync(to, { recursive: true });
  cpSync(sources, to, { recursive: true });
  copyPage(dist, join(to, "dist"), { manual: false });
  writeFileSync(join(to, "package.json"), `${JSON.stringify(npmManifest(version, repository), null, 2)}\n`);
}

/** Returns the licences that deny.toml allows. */
export function allowedLicences(deny) {
  const [, list] = deny.match(/^allow = \[\n([^]*?)^\]/m);
  return [...list.matchAll(/^ *"(.*)"/gm)].map(([, licence]) => licence);
}

/** Returns the packages of a lock file of npm with a licence that is not allowed. */
export function packagesWithOtherLicences(lock, allowed) {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
  const isAllowed = (licence) => licence !== undefined && licence.replace(/[()]/g, "").split(" OR ").some((one) => allowed.includes(one));
  return packages.filter(([, { license }]) => !isAllowed(license)).map(([path, { license }]) => `${path}: ${license}`);
}

export const readOf = (folder) => (name) => readFileSync(join(folder, name), "utf8");
