// Contrast of the colour table, in both schemes and with more contrast. The browser suite looks for missing contrast in the light
// scheme only. These tests make that enough: a text that is legible in the light scheme is legible in the dark scheme.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../frontend/", import.meta.url);
const read = (path) => readFileSync(new URL(path, folder), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
const TOKENS = read("css/tokens.css");
const STYLES = readdirSync(new URL("css/", folder))
  .filter((name) => name.endsWith(".css") && name !== "tokens.css")
  .map((name) => [name, read(`css/${name}`)]);
// The editor's theme is an object with the properties in camel case.
const EDITOR = read("js/editor-theme.src.js");

/** The contrast that WCAG 2 requires at level AA of text, and of large text. */
const [TEXT, LARGE] = [4.5, 3];
/** The backgrounds of the page's regions. */
const REGIONS = ["canvas", "bg", "panel"];
/** Colours for text only on a strong background. */
const ON_STRONG = ["on-accent", "bg"];
/** Pairs that are legible in the light scheme and not in the dark scheme, each with the reason why it is not a text of the page. */
const EXCEPTIONS = new Map([
  ["fg on control-line", "this background is a handle, which has no text"],
  ["muted on selection", "the editor's selection is over code and not over muted text"],
  ["muted on match", "the editor's matches are in code and not in muted text"],
  // The exception to remove: a comment of the code with the word that is searched for has a contrast of 3.8.
  ["code-comment on match", "a fault of the table"],
]);

/** Returns the colours that a style sheet defines with `light-dark`, as hexadecimal numbers, by name. */
function table(text) {
  const found = text.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g);
  return new Map([...found].map(([, name, light, dark]) => [name, { light, dark }]));
}

const [ordinary, strong] = TOKENS.split("@media (prefers-contrast: more)");
const NORMAL = table(ordinary);
const TABLES = { normal: NORMAL, "more contrast": new Map([...NORMAL, ...table(strong.split("@media")[0])]) };

/** Returns the relative luminance of a colour, as WCAG 2 defines it. */
function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** Returns the colours of the table that the values of a property name. */
function used(property) {
  const camel = property.replace(/-./g, ([, letter]) => letter.toUpperCase());
  const css = STYLES.flatMap(([, text]) => [...text.matchAll(new RegExp(`(?<![\\w-])${property}:([^;}]*)`, "g"))]);
  const js = [...EDITOR.matchAll(new RegExp(`(?<![\\w-])"?${camel}"?:\\s*"([^"]*)"`, "g"))];
  return [...css, ...js].flatMap(([, value]) => [...value.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name));
}

const unique = (names) => [...new Set(names)].filter((name) => NORMAL.has(name)).sort();
const texts = unique(["color", "-webkit-text-fill-color"].flatMap(used));
const grounds = unique([...["background", "background-color"].flatMap(used), ...REGIONS]);

/** Returns the pairs of a text and its background that one rule names. */
function pairsOfRules() {
  const last = (body, property) =>
    body.match(new RegExp(`(?<![\\w-])${property}:\\s*var\\(--([\\w-]+)\\);`))?.[1];
  return STYLES.flatMap(([, text]) => [...text.matchAll(/\{([^{}]*)\}/g)])
    .map(([, body]) => [last(body, "color"), last(body, "background") ?? last(body, "background-color")])
    .filter((pair) => pair.every((name) => NORMAL.has(name)));
}

/** Calls `check` with both colours of a pair in each scheme of each table. */
function inEach(text, ground, check) {
  for (const [which, colours] of Object.entries(TABLES)) {
    for (const scheme of ["light", "dark"]) {
      check(contrast(colours.get(text)[scheme], colours.get(ground)[scheme]), `${text} on ${ground}, ${scheme}, ${which}`);
    }
  }
}

const isLegible = (ratio, pair) => assert.ok(ratio >= TEXT, `${pair}: ${ratio.toFixed(2)}`);

test("contrast is computed as WCAG defines it", () => {
  assert.equal(contrast("#000000", "#ffffff"), 21);
  assert.equal(contrast("#ffffff", "#ffffff"), 1);
  // The example that is known best: the lightest grey for text on white.
  assert.equal(contrast("#767676", "#ffffff").toFixed(2), "4.54");
});

test("the table and its uses are found", () => {
  assert.ok(NORMAL.size >= 30 && texts.length >= 15 && grounds.length >= 15, `${NORMAL.size} ${texts.length} ${grounds.length}`);
  assert.ok(pairsOfRules().length >= 15, String(pairsOfRules().length));
});

test("each text is legible on the backgrounds of the page's regions", () => {
  for (const text of texts.filter((name) => !ON_STRONG.includes(name))) {
    for (const ground of REGIONS) inEach(text, ground, isLegible);
  }
});

test("each text is legible on the background of its own rule", () => {
  for (const [text, ground] of pairsOfRules()) inEach(text, ground, isLegible);
});

test("a text that is legible in the light scheme is legible in the dark scheme", () => {
  for (const text of texts) {
    for (const ground of grounds.filter((ground) => !EXCEPTIONS.has(`${text} on ${ground}`))) {
      for (const [which, colours] of Object.entries(TABLES)) {
        const [light, dark] = ["light", "dark"].map((scheme) => contrast(colours.get(text)[scheme], colours.get(ground)[scheme]));
        const isWorse = [TEXT, LARGE].some((least) => light >= least && dark < least);
        assert.ok(!isWorse, `${text} on ${ground}, ${which}: ${light.toFixed(2)} in the light scheme, ${dark.toFixed(2)} in the dark scheme`);
      }
    }
  }
});

test("a link that differs from its text in the light scheme differs from it in the dark scheme", () => {
  for (const text of texts) {
    for (const colours of Object.values(TABLES)) {
      const [light, dark] = ["light", "dark"].map((scheme) => contrast(colours.get("accent")[scheme], colours.get(text)[scheme]));
      assert.ok(light < LARGE || dark >= LARGE, `accent in ${text}: ${light.toFixed(2)} and ${dark.toFixed(2)}`);
    }
  }
});

test("every other style sheet takes its colours from the table, and asks for no scheme", () => {
  const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(|light-dark|prefers-color-scheme|data-theme/i;
  for (const [name, text] of [...STYLES, ["editor-theme.src.js", EDITOR]]) {
    for (const [, selector, body] of text.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
      const isVeil = /::backdrop|\.failure\s*$/.test(selector);
      assert.ok(isVeil || !COLOUR.test(selector.replace(/#[a-z]/g, "") + body), `${name}: ${selector.trim()} {${body}}`);
    }
  }
});
