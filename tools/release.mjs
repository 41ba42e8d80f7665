// Packs everything that a release publishes, checks the packages, and tries each of them in an empty folder by the words of its own
// readme.
//
//     node tools/release.mjs DIST [NAME...]        NAME: a package of the list below; all of them without any
//     node tools/release.mjs --list                only lists the commands that publish

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { writeProgramNotices } from "./lib/notices.mjs";
import {
  blockWith,
  copyPage,
  filesOf,
  isPlaceholder,
  METADATA,
  problemsWithFiles,
  problemsWithMetadata,
  readOf,
  stageNpm,
  valueOf,
} from "./lib/packages.mjs";
import { tryEmbed } from "./lib/try-embed.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const read = readOf(ROOT);
const [version, repository] = ["version", "repository"].map((key) => valueOf(read("Cargo.toml"), key));
const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
/** The folder of the packed files. */
const OUT = join(ROOT, "target/packages");
/** An empty folder outside of the repository, so that no package finds the workspace above it. */
const WORK = mkdtempSync(join(tmpdir(), "lanescope-release-"));
const PYTHON = process.platform === "win32" ? "python" : "python3";
const HOST = execFileSync("rustc", ["-vV"], { encoding: "utf8" }).match(/^host: (.*)$/m)[1];

/** The packages with which the types of the npm package are compiled. */
const TYPE_PACKAGES = ["typescript@7.0.2", "@types/react@19.3.3", "vue@3.5.45"];

/** Runs a program. The error of a failure has the end of its output. */
function run(program, words, { cwd = ROOT, env = process.env } = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd, env, encoding: "utf8", maxBuffer: 1 << 28 });
  if (error) throw new Error(`${program}: ${error.message}`);
  if (status !== 0) throw new Error(`\`${[program, ...words].join(" ")}\` failed:\n${(stdout + stderr).slice(-2000)}`);
  return stdout;
}

/** Creates a folder for a step. */
function workplace(name) {
  const folder = join(WORK, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Unpacks a file into an empty folder. Returns the folder in it that holds everything, or else the empty folder. */
function unpack(file) {
  const folder = mkdtempSync(join(WORK, "unpacked-"));
  if (/\.(whl|zip)$/.test(file)) run(PYTHON, ["-m", "zipfile", "-e", file, folder]);
  else run("tar", ["-xzf", file, "-C", folder]);
  const inside = readdirSync(folder);
  return inside.length === 1 && /\.(crate|tgz)$/.test(file) ? join(folder, inside[0]) : folder;
}

/** Packs a crate. Returns its file. */
function packCrate(name, manifest, ...options) {
  const words = ["package", `--manifest-path=${manifest}`, `--package=${name}`, "--no-verify", "--allow-dirty", "--quiet"];
  run("cargo", [...words, `--target-dir=${TARGET}`, ...options]);
  const file = join(OUT, `${name}-${version}.crate`);
  cpSync(join(TARGET, "package", basename(file)), file);
  return file;
}

/** Moves the only file of a folder to the packages. */
function collect(folder) {
  const [name] = readdirSync(folder);
  cpSync(join(folder, name), join(OUT, name));
  return join(OUT, name);
}

/** Packs the Sphinx extension as a wheel. The build backend and its version are those of its pyproject.toml. */
function packExtension() {
  const to = workplace("wheel-sphinx-lanescope");
  const options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--wheel-dir", to];
  run(PYTHON, ["-m", "pip", "wheel", ...options, join(ROOT, "docs/sphinx-lanescope")]);
  return collect(to);
}

/** Packs the command as a wheel. A wheel that pip packs has no platform that the index accepts, so maturin itself packs it. */
function packCommand() {
  const [, maturin] = read("core/pyproject.toml").match(/"(maturin==.*?)"/);
  const env = pythonEnvironment("maturin", maturin);
  const to = workplace("wheel-lanescope");
  run("maturin", ["build", "--release", "--quiet", "--manifest-path", "core/Cargo.toml", "--out", to], { env });
  return collect(to);
}

function packNpm(dist) {
  const staged = workplace("npm");
  stageNpm(join(ROOT, "frontend/npm"), dist, staged, { version, repository });
  run("npm", ["pack", "--silent", "--pack-destination", OUT], { cwd: staged });
  return join(OUT, `lanescope-embed-${version}.tgz`);
}

function packDist(dist) {
  const staged = workplace("dist");
  copyPage(dist, staged, { manual: true });
  cpSync(join(ROOT, "LICENSE"), join(staged, "LICENSE"));
  const file = join(OUT, "lanescope-dist.zip");
  run(PYTHON, ["-m", "zipfile", "-c", file, ...readdirSync(staged).sort()], { cwd: staged });
  return file;
}

/** Installs a packed crate into a folder of its own, as `cargo install` does. Returns the folder of its programs. */
const installCrate = (() => {
  const installed = new Map();
  return (name, ...options) => {
    if (!installed.has(name)) {
      const to = workplace(`cargo-${name}`);
      const from = unpack(join(OUT, `${name}-${version}.crate`));
      // Without its own lock file, the crate gets the versions that its tests had.
      if (!existsSync(join(from, "Cargo.lock"))) cpSync(join(ROOT, "docs/Cargo.lock"), join(from, "Cargo.lock"));
      run("cargo", ["install", "--quiet", "--path", from, "--root", to, "--target-dir", TARGET, ...options]);
      installed.set(name, join(to, "bin"));
    }
    return installed.get(name);
  };
})();
const installCore = () => installCrate("lanescope", "--locked");
/** The preprocessor gets the packed core, because the registry does not have this version yet. */
function installPreprocessor() {
  const core = unpack(join(OUT, `lanescope-${version}.crate`));
  return installCrate("mdbook-lanescope", "--config", `patch.crates-io.lanescope.path='${core}'`);
}

/** Packs an installed program for cargo-binstall, with the licences of its parts. */
function packProgram(name, bin, manifest) {
  const file = join(OUT, `${name}-${HOST}.tgz`);
  const program = `${name}${process.platform === "win32" ? ".exe" : ""}`;
  const staged = workplace(`program-${name}`);
  cpSync(join(bin, program), join(staged, program));
  cpSync(join(ROOT, "LICENSE"), join(staged, "LICENSE"));
  writeProgramNotices(staged, name, manifest, HOST);
  run("tar", ["-czf", file, "-C", staged, ...readdirSync(staged)]);
  return file;
}

/** Creates a virtual environment of Python. Returns the environment variables that use it, with the packed wheels as its index. */
function pythonEnvironment(name, ...packages) {
  const folder = join(WORK, `venv-${name}`);
  run(PYTHON, ["-m", "venv", folder]);
  const bin = join(folder, process.platform === "win32" ? "Scripts" : "bin");
  const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter), PIP_DISABLE_PIP_VERSION_CHECK: "1" };
  if (packages.length > 0) run(join(bin, "python"), ["-m", "pip", "install", "--quiet", ...packages], { env });
  return { ...env, PIP_NO_INDEX: "1", PIP_FIND_LINKS: OUT };
}

/** Runs the lines of a readme in a folder. */
const follow = (block, cwd, env) => run("sh", ["-e", "-c", block], { cwd, env });

/** Runs the scenario of a readme with the commands of the same readme. */
function tryCommand(readme, bin, env = process.env) {
  const folder = mkdtempSync(join(WORK, "scenario-"));
  writeFileSync(join(folder, "counters.lane"), blockWith(readme, ".isa "));
  const path = { ...env, PATH: [bin, env.PATH].join(delimiter) };
  const told = follow("lanescope --version; lanescope test counters.lane", folder, path);
  if (!told.startsWith(`lanescope ${version}`) || !told.includes("1 passed, 0 failed")) throw new Error(`it prints ${told}`);
  const lines = blockWith(readme, "lanescope run counters.lane").split("\n").map((line) => line.split(/ {2,}/)[0]);
  follow(lines.join("\n"), folder, path);
}

function tryWheel(readme) {
  const env = pythonEnvironment("command");
  follow(blockWith(readme, "pip install").match(/^pip install.*$/m)[0], workplace("wheel"), env);
  tryCommand(readme, env.PATH.split(delimiter)[0], env);
}

/** Puts the zip of the page where a user downloads it to. */
const download = (folder) => cpSync(join(OUT, "lanescope-dist.zip"), join(folder, "lanescope-dist.zip"));

async function trySphinx(readme) {
  const site = workplace("site");
  const env = pythonEnvironment("sphinx", "-r", join(ROOT, "docs/requirements.txt"));
  follow("sphinx-quickstart -q -p Site -a Me -v 1 --no-makefile --no-batchfile .", site, env);
  download(site);
  follow(blockWith(readme, "pip install"), site, env);
  const [, directive] = readme.match(/`(\.\. lanescope:: .*?)`/);
  const scenario = blockWith(readme, ".isa ").replace(/^(?=.)/gm, "   ");
  writeFileSync(join(site, "index.rst"), `Title\n=====\n\n${directive}\n\n${scenario}`);
  follow("sphinx-build -W -q . out", site, env);
  await tryEmbed(join(site, "out"), "index.html");
}

async function tryBook(readme) {
  const book = workplace("book");
  const bin = installPreprocessor();
  const example = ["--package=mdbook-lanescope", "--example=mdbook"];
  run("cargo", ["build", "--quiet", "--release", "--manifest-path=docs/Cargo.toml", `--target-dir=${TARGET}`, "--locked", ...example]);
  const mdbook = join(TARGET, "release/examples/mdbook");
  const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
  run(mdbook, ["init", "."], { cwd: book });
  download(book);
  follow(blockWith(readme, "cargo install").replace(/^cargo install.*$/m, "mdbook-lanescope --version"), book, env);
  const [, fence] = readme.match(/```` (```lanescope .*?) ````/);
  writeFileSync(join(book, "src/chapter_1.md"), `# Chapter\n\n${fence}\n${blockWith(readme, ".isa ")}\`\`\`\n`);
  run(mdbook, ["build", "."], { cwd: book, env });
  await tryEmbed(join(book, "book"), "chapter_1.html");
}

async function tryNpm(readme) {
  const site = workplace("page");
  const file = join(OUT, `lanescope-embed-${version}.tgz`);
  follow(blockWith(readme, "npm install").replace("lanescope-embed", `--silent --offline '${file}'`), site, process.env);
  mkdirSync(join(site, "public"));
  follow(blockWith(readme, "cp -r"), site, process.env);
  const html = readme.match(/^```html\n(<script[^]*?)^```/m)[1];
  writeFileSync(join(site, "public/index.html"), `<!doctype html><meta charset="utf-8"><title>A page</title>\n${html}`);
  await tryEmbed(join(site, "public"), "index.html");
  // A page that imports the package, with its exports as a browser knows them, and a server that imports it.
  const { exports } = JSON.parse(readFileSync(join(site, "node_modules/lanescope-embed/package.json"), "utf8"));
  const imports = JSON.stringify({ imports: { "lanescope-embed": `./node_modules/lanescope-embed/${exports["."].default}` } });
  const imported = html.replace(/<script.*/, `<script type="importmap">${imports}</script><script type="module">import "lanescope-embed";</script>`);
  writeFileSync(join(site, "imported.html"), `<!doctype html><meta charset="utf-8"><title>A page</title>\n${imported}`);
  await tryEmbed(site, "imported.html");
  run("node", ["--input-type=module", "-e", 'import "lanescope-embed";'], { cwd: site });
  tryTypes(file);
}

/** Compiles programs that use the types, with those of React and Vue. */
function tryTypes(file) {
  const folder = workplace("types");
  cpSync(join(ROOT, "tools/types"), folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  run("npm", ["install", "--silent", "--no-audit", "--no-fund", ...TYPE_PACKAGES, file], { cwd: folder });
  run(join(folder, "node_modules/.bin/tsc"), ["-p", "."], { cwd: folder });
}

/** The page in the zip, under the path of a static host. */
const tryDist = () => tryEmbed(unpack(join(OUT, "lanescope-dist.zip")), "manual/index.html");

/** Tries an archive of a program. */
function tryProgram(file, readme) {
  const bin = unpack(file);
  if (readme) tryCommand(readme, bin);
  else run(join(bin, "mdbook-lanescope"), ["--version"]);
}

const [distArgument = "dist", ...wanted] = process.argv.slice(2);
const dist = join(ROOT, distArgument);
const CORE_README = read("core/README.md");

/** The packages, in the order in which they need each other. `kind` is that of the metadata. */
const PACKAGES = [
  {
    name: "lanescope",
    kind: "crate",
    pack: () => packCrate("lanescope", "Cargo.toml"),
    needed: ["LICENSE", "README.md", "Cargo.lock", "src/lib.rs", "src/bin/lanescope/main.rs"],
    attempt: (readme) => tryCommand(readme, installCore()),
  },
  {
    name: "mdbook-lanescope",
    kind: "crate",
    pack: () => packCrate("mdbook-lanescope", "docs/Cargo.toml", "--exclude-lockfile"),
    needed: ["LICENSE", "README.md", "src/main.rs"],
    // The page is part of the attempt, so it is packed first.
    attempt: tryBook,
  },
  {
    name: "lanescope",
    kind: "wheel",
    pack: packCommand,
    needed: [`lanescope-${version}.dist-info/licenses/LICENSE`],
    attempt: tryWheel,
  },
  {
    name: "sphinx-lanescope",
    kind: "wheel",
    pack: packExtension,
    needed: [`sphinx_lanescope-${version}.dist-info/licenses/LICENSE`, "sphinx_lanescope/py.typed", "sphinx_lanescope/embed-options.json"],
    attempt: trySphinx,
  },
  {
    name: "lanescope-embed",
    kind: "npm",
    pack: () => packNpm(dist),
    needed: ["LICENSE", "README.md", "index.d.ts", "attributes.d.ts", "react.d.ts", "vue.d.ts", "dist/embed.html", "dist/lanescope-embed.js", "dist/THIRD-PARTY-NOTICES.txt"],
    attempt: tryNpm,
  },
  {
    name: "lanescope-dist.zip",
    pack: () => packDist(dist),
    needed: ["LICENSE", "THIRD-PARTY-NOTICES.txt", "index.html", "embed.html", "lanescope-embed.js", "manual/index.html"],
    attempt: tryDist,
  },
  {
    name: "program lanescope",
    pack: () => packProgram("lanescope", installCore(), "Cargo.toml"),
    needed: ["LICENSE", "THIRD-PARTY-NOTICES.txt"],
    attempt: (_, file) => tryProgram(file, CORE_README),
  },
  {
    name: "program mdbook-lanescope",
    pack: () => packProgram("mdbook-lanescope", installPreprocessor(), "docs/Cargo.toml"),
    needed: ["LICENSE", "THIRD-PARTY-NOTICES.txt"],
    attempt: (_, file) => tryProgram(file),
  },
];

function listCommands() {
  const address = isPlaceholder(repository) ? "the address of the repository is a placeholder: write it into Cargo.toml first\n\n" : "";
  console.log(`${address}Publishing is done by hand, after \`cargo xtask release --dry-run\` on a clean checkout:

  cargo deny check advisories
  cargo deny --manifest-path docs/Cargo.toml --config deny.toml check advisories
  npm audit --prefix tools
  git tag v${version} && git push origin v${version}
  cargo publish --package=lanescope
  cargo publish --manifest-path=docs/Cargo.toml --package=mdbook-lanescope
  python3 -m twine upload target/packages/*.whl
  npm publish target/packages/lanescope-embed-${version}.tgz

Then attach lanescope-dist.zip and the archives of the programs (*.tgz with the name of a system) to the release v${version} of
${repository}. Programs and the wheel of the command are for the system that packed them; repeat the dry run on each other system.`);
}

/** Packs, checks and tries one package. Returns its row of the table. */
async function release({ name, kind, needed, attempt }, file) {
  const folder = unpack(file);
  const names = filesOf(folder);
  const problems = problemsWithFiles(names, needed);
  let readme;
  if (kind) {
    const found = METADATA[kind](readOf(folder), names);
    ({ readme } = found);
    problems.push(...problemsWithMetadata(found, { name, version, repository, otherReadme: read("README.md") }));
  }
  if (problems.length === 0) {
    try {
      await attempt(readme, file);
    } catch (error) {
      problems.push(error.message);
    }
  }
  return { file: basename(file), size: statSync(file).size, count: names.length, problems };
}

function printTable(rows) {
  const cells = rows.map(({ file, size, count, problems }) => [
    file,
    `${(size / 1024).toFixed(0)} KiB`,
    `${count}`,
    problems.length === 0 ? "installs and works" : "FAILED",
  ]);
  const width = Math.max(...cells.map(([file]) => file.length));
  console.log(`\n${"package".padEnd(width)}  ${"size".padStart(10)}  ${"files".padStart(6)}  result`);
  for (const [file, size, count, result] of cells) {
    console.log(`${file.padEnd(width)}  ${size.padStart(10)}  ${count.padStart(6)}  ${result}`);
  }
}

/** The untracked and ignored files of the repository outside of `target`. Packing must leave no others. */
function leftovers() {
  const lines = run("git", ["status", "--porcelain", "--ignored"]).split("\n");
  return lines.filter((line) => /^(\?\?|!!) /.test(line) && !line.endsWith("target/"));
}

async function dryRun() {
  const chosen = PACKAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const before = leftovers();
  const rows = [];
  const packed = [];
  for (const entry of chosen) {
    console.log(`packing ${entry.name}${entry.kind ? ` (${entry.kind})` : ""}`);
    try {
      packed.push([entry, entry.pack()]);
    } catch (error) {
      rows.push({ file: entry.name, size: 0, count: 0, problems: [error.message] });
    }
  }
  for (const [entry, file] of packed) {
    console.log(`trying ${basename(file)}`);
    rows.push(await release(entry, file));
  }
  printTable(rows);
  const failed = rows.filter(({ problems }) => problems.length > 0);
  for (const { file, problems } of failed) console.log(`\n${file}:\n  ${problems.join("\n  ")}`);
  const left = leftovers().filter((line) => !before.includes(line));
  if (left.length > 0) console.log(`\npacking left these in the checkout:\n  ${left.join("\n  ")}`);
  console.log(`\nthe packages are in ${OUT}`);
  if (isPlaceholder(repository)) console.log("the address of the repository in Cargo.toml is still a placeholder");
  return failed.length === 0 && left.length === 0;
}

try {
  if (distArgument === "--list") listCommands();
  else if (!(await dryRun())) process.exitCode = 1;
} finally {
  rmSync(WORK, { recursive: true, force: true });
}
