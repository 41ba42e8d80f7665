// Pages of another origin than Lanescope's, with embeds.

import { createServer } from "node:http";

/** Starts a server. `open` opens a page with this HTML, which may have headers. */
export async function startHost() {
  const pages = new Map();
  const server = createServer((request, response) => {
    const page = pages.get(request.url);
    response.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8", ...page?.headers });
    response.end(page?.html);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://localhost:${server.address().port}`;
  const open = async (page, html, headers) => {
    const path = `/${pages.size}`;
    pages.set(path, { html, headers });
    await page.goto(`${url}${path}`);
  };
  return { url, open, close: () => server.close() };
}
