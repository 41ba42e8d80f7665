// A static file server for the built page. It sends media types, precompressed files, and the headers that frames of other pages
// need.
//
//     node tools/serve.mjs [FOLDER] [PORT]

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json; charset=utf-8",
};
// Trunk omits leading zeros of a checksum.
const HASHED = /-[0-9a-f]{8,16}(_bg)?\.[a-z]+$/;
const ENCODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
];

function sizeOf(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() ? stat.size : undefined;
}

function fileFor(folder, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, "http://localhost").pathname);
  } catch {
    return undefined;
  }
  const file = normalize(join(folder, path.endsWith("/") ? `${path}index.html` : path));
  return file.startsWith(folder + sep) && sizeOf(file) !== undefined ? file : undefined;
}

/** Serves `folder` on a port of this machine (0: any free one), and lists the requested files. */
export function serveFolder(folder, port = 0, onserved = () => {}) {
  const base = resolve(folder);
  const server = createServer((request, response) => {
    const file = ["GET", "HEAD"].includes(request.method) ? fileFor(base, request.url) : undefined;
    if (!file) {
      response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end("not found\n");
      return;
    }
    onserved(file);
    const accepted = request.headers["accept-encoding"] ?? "";
    const [encoding, suffix] =
      ENCODINGS.find(([name, end]) => accepted.includes(name) && sizeOf(file + end) !== undefined) ?? [];
    const sent = file + (suffix ?? "");
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "text/plain; charset=utf-8",
      "content-length": sizeOf(sent),
      // The content of a file with a checksum in its name never changes.
      "cache-control": HASHED.test(file) ? "public, max-age=31536000, immutable" : "no-cache",
      // A sandboxed frame has an opaque origin, so its requests need this header.
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
      ...(encoding && { "content-encoding": encoding }),
    });
    if (request.method === "HEAD") response.end();
    else createReadStream(sent).pipe(response);
  });
  return new Promise((done, failed) => {
    server.on("error", failed);
    server.listen(port, "127.0.0.1", () => {
      done({ url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() });
    });
  });
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), "dist");
  const { url } = await serveFolder(process.argv[2] ?? dist, Number(process.argv[3] ?? 4180));
  console.log(`serving at ${url}`);
}
