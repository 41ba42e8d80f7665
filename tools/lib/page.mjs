// Changes to the HTML of a built page. Each function takes the text of the page and returns the changed text.

import { createHash } from "node:crypto";

const PICTURE_PLACE = "<!-- first picture -->";
const PROGRAM_PLACE = /<!-- the tags by which index\.html loads the program[^>]*-->/;
/** The tags of the styles, of the program, and of the editor's name. */
const PROGRAM_TAGS = [
  /<link [^>]*rel="(?:stylesheet|modulepreload|preload|x-editor)"[^>]*>/g,
  /<script [^>]*id="boot"[^>]*><\/script>/g,
];
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
].join("; ");

/** Replaces the only tag that matches. */
export function withTag(html, pattern, tag) {
  const found = html.match(new RegExp(pattern, "g")) ?? [];
  if (found.length !== 1) throw new Error(`index.html should have one tag that matches ${pattern}, and has ${found.length}`);
  return html.replace(found[0], () => tag);
}

/** Inserts the picture that a first visit shows before the program runs. */
export function withPicture(html, picture) {
  if (!html.includes(PICTURE_PLACE)) throw new Error(`index.html has no \`${PICTURE_PLACE}\``);
  return html.replace(PICTURE_PLACE, () => picture);
}

/** Inserts the content security policy before anything that it governs, with a checksum for each inline script. */
export function withPolicy(html) {
  const forbidden = inlineCode(html);
  if (forbidden) throw new Error(`the content security policy forbids this in the page: \`${forbidden}\``);
  const charset = /<meta charset[^>]*>/;
  if (!charset.test(html)) throw new Error("the page has no `<meta charset>` to put the content security policy after");
  const checksums = inlineScripts(html).map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  const policy = [POLICY, ...checksums].join(" ");
  return html.replace(charset, (tag) => `${tag}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`);
}

/** Returns the texts of the inline scripts. */
export function inlineScripts(html) {
  return [...html.matchAll(/<script>([\s\S]*?)(?:<\/script>|$)/g)].map(([, script]) => script);
}

/** Returns the first tag with an inline style or handler, or with a script that has no checksum. */
export function inlineCode(html) {
  const tags = html.match(/<[^>]*>?/g) ?? [];
  return tags.find((tag) => {
    const isInlineScript = tag.startsWith("<script ") && !tag.includes(" src=");
    const hasHandler = tag.split(/\s+/).slice(1).some((word) => word.startsWith("on") && word.includes("="));
    return isInlineScript || tag.startsWith("<style") || tag.includes(" style=") || hasHandler;
  });
}

/** Inserts into the page for embeds the tags that load the program in index.html, so that both share the browser's cache. */
export function withProgramOf(html, index) {
  const tags = PROGRAM_TAGS.flatMap((tag) => index.match(tag) ?? []);
  if (!PROGRAM_PLACE.test(html) || !tags.some((tag) => tag.includes('id="boot"'))) throw new Error("embed.html lacks its program");
  return html.replace(PROGRAM_PLACE, () => tags.map((tag) => withCrossorigin(withoutIgnored(tag))).join("\n    "));
}

/** A sandboxed frame has an opaque origin, so tags with a checksum need `crossorigin`. */
function withCrossorigin(tag) {
  return / crossorigin/.test(tag) ? tag : tag.replace(" integrity=", ' crossorigin="anonymous" integrity=');
}

/** Browsers ignore a checksum on a preload of this kind, and print a warning on the console of the host page. */
function withoutIgnored(tag) {
  return / rel="preload"/.test(tag) && / as="fetch"/.test(tag) ? tag.replace(/ integrity="[^"]*"/, "") : tag;
}
