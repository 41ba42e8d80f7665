// Legibility: at the first collision and at the end of every example, in five widths, no text is cut off, no text overlaps
// another, and no label of an arrow covers one.

import { exampleLink, EXAMPLES } from "../lib/link.mjs";
import { expect, letExamplesBeOpened, open, test } from "./fixtures.mjs";

const SIZES = [[1440, 900], [1024, 768], [820, 1180], [390, 844], [320, 640]];

/** Runs in the page: checks each example at two moments, in one call. */
async function look(examples) {
  const slider = document.querySelector("input[type=range]");
  const seek = async (cursor) => {
    slider.value = String(cursor);
    slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await framePainted();
  };
  const firstCollision = () => {
    const titles = [...document.querySelectorAll(".marks title")].map((title) => title.textContent);
    const step = titles.map((title) => title.match(/^(?:\d+ )?collisions? (?:at|from) step (\d+)/)?.[1]).find(Boolean);
    return step === undefined ? undefined : Number(step);
  };
  /** The editor scrolls its own lines. */
  const PASSED_OVER = ".editor-host, select, .visually-hidden, .skip, [popover], dialog";
  const textsOf = () => {
    const walker = document.createTreeWalker(document.querySelector(".page"), NodeFilter.SHOW_TEXT);
    const texts = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (node.data.trim() === "" || parent.closest(PASSED_OVER) || !parent.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) if (rect.width > 1) texts.push({ node, parent, words: node.data.trim(), rect });
    }
    return texts;
  };
  /** The measured boxes of the moment, by element. Many texts have the same boxes around them. */
  const measured = new Map();
  const boxOf = (element) => {
    if (!measured.has(element)) {
      const { overflowX, overflowY, overflowClipMargin, textOverflow, clipPath } = getComputedStyle(element);
      const edge = element.getBoundingClientRect();
      const margin = parseFloat(overflowClipMargin) || 0;
      measured.set(element, { edge, overflowX, overflowY, margin, textOverflow, isHidden: clipPath.startsWith("inset(50%") });
    }
    return measured.get(element);
  };
  const isHiddenPart = (element) => {
    for (let at = element; at; at = at.parentElement) if (boxOf(at).isHidden) return true;
    return false;
  };
  const named = ({ parent, words }) => `${parent.closest("[id], [class]")?.className || parent.tagName}: ${words.slice(0, 40)}`;
  /** Returns whether a text exceeds the edge of a box that clips it and does not scroll. */
  const cut = (text) => {
    let { left, right, top, bottom } = text.rect;
    for (let box = text.parent; box; box = box.parentElement) {
      const { edge, margin, ...style } = boxOf(box);
      const clips = (overflow) => overflow === "hidden" || overflow === "clip";
      if (clips(style.overflowX) && (right > edge.right + margin + 1 || left < edge.left - margin - 1)) {
        // A text that ends in an ellipsis can be read in full in its tooltip.
        return !(style.textOverflow === "ellipsis" && text.parent.closest("[title]"));
      }
      // The box of a line is higher than its letters.
      if (clips(style.overflowY) && (bottom > edge.bottom + margin + 4 || top < edge.top - margin - 4)) return true;
      const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
      if (scrolls(style.overflowX) || scrolls(style.overflowY)) return false;
    }
    return right > document.documentElement.clientWidth + 1;
  };
  /** Returns the visible part of a text's box, after clipping by the scrolling boxes around it. */
  const within = (text) => {
    let { left, right, top, bottom } = text.rect;
    for (let box = text.parent; box; box = box.parentElement) {
      const { edge, overflowY } = boxOf(box);
      if (overflowY === "visible") continue;
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { ...text, rect: { left, right, top, bottom } };
  };
  const isSeen = ({ parent, rect }) => {
    const hit = document.elementFromPoint((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
    return hit !== null && (parent.contains(hit) || hit.contains(parent));
  };
  const overlap = (a, b) => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    // The boxes of lines overlap more than their letters.
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return across > 2 && down > 5;
  };
  const found = [];
  const inspect = (where) => {
    measured.clear();
    const texts = textsOf().filter(({ parent }) => !isHiddenPart(parent));
    for (const text of texts) if (cut(text)) found.push(`${where}: cut off: ${named(text)}`);
    const seen = texts.filter((text) => !text.parent.closest(".overlay")).map(within).filter(isSeen);
    seen.sort((a, b) => a.rect.top - b.rect.top);
    seen.forEach((text, index) => {
      for (let other = index + 1; other < seen.length && seen[other].rect.top < text.rect.bottom; other += 1) {
        // A text that ends in an ellipsis has two boxes.
        if (text.node === seen[other].node) continue;
        if (overlap(text.rect, seen[other].rect)) found.push(`${where}: ${named(text)} overlaps ${named(seen[other])}`);
      }
    });
    for (const plate of document.querySelectorAll(".overlay .leg-plate")) {
      const rect = plate.getBoundingClientRect();
      const covered = seen.filter((text) => overlap(rect, text.rect));
      for (const text of covered) found.push(`${where}: the label of an arrow covers ${named(text)}`);
    }
    const width = document.documentElement.scrollWidth - innerWidth;
    if (width > 0) found.push(`${where}: the page is ${width} px too wide`);
  };
  let moments = 0;
  for (const { name, hash } of examples) {
    await openExample(hash);
    const collision = firstCollision();
    for (const [word, cursor] of [["first collision", collision], ["end", Number(slider.max)]]) {
      if (cursor === undefined) continue;
      // Takes a step forward, so that its arrows are drawn.
      await seek(cursor - 1);
      await seek(cursor);
      inspect(`${name}, ${word}`);
      moments += 1;
    }
  }
  return { moments, found };
}

// A theme changes no size, so one is enough.
for (const [width, height] of SIZES) {
  test(`nothing is cut off or covered at ${width}x${height}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await letExamplesBeOpened(page);
    // The first example would not be opened again, because its text is already open, so this opens another one.
    await open(page, `./#${exampleLink(EXAMPLES.at(-1))}`);
    const { moments, found } = await page.evaluate(look, EXAMPLES.map((name) => ({ name, hash: exampleLink(name) })));
    expect(found).toEqual([]);
    expect(moments).toBeGreaterThan(EXAMPLES.length);
  });
}
