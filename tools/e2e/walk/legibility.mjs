/**
 * A check of the walk: at the middle and at the end of every example, no text is cut off, no text overlaps another, and no
 * label of an arrow covers one. Values keep clear of each other and of the labels of their cells, and marks of one kind do not touch.
 * Lanes that fit do not scroll.
 */
export function legibility() {
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
      // The box of a line is about a fifth higher than its letters, above and below.
      const empty = Math.max(4, text.rect.height / 5);
      if (clips(style.overflowY) && (bottom > edge.bottom + margin + empty || top < edge.top - margin - empty)) return true;
      const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
      if (scrolls(style.overflowX) || scrolls(style.overflowY)) return false;
    }
    return right > document.documentElement.clientWidth + 1;
  };
  /** Returns the visible part of a text's box, after clipping by the boxes around it. */
  const within = (text) => {
    let { left, right, top, bottom } = text.rect;
    for (let box = text.parent; box; box = box.parentElement) {
      const { edge, overflowX, overflowY } = boxOf(box);
      if (overflowX !== "visible") [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
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
  /** Returns the visible box of a value, and the size of its text. */
  const valueIn = (cell) => {
    const value = cell.querySelector(".cell-value");
    if (!value?.textContent) return undefined;
    const range = document.createRange();
    range.selectNodeContents(value);
    const [text, box] = [range.getBoundingClientRect(), value.getBoundingClientRect()];
    const clips = getComputedStyle(value).overflowX === "hidden";
    const [left, right] = clips ? [Math.max(text.left, box.left), Math.min(text.right, box.right)] : [text.left, text.right];
    return { words: value.textContent, left, right, top: text.top, size: parseFloat(getComputedStyle(value).fontSize) };
  };
  const faultsOfValues = () => {
    const faults = [];
    // On the narrowest windows, eight values of four digits have no room for a gap.
    const rows = innerWidth < 390 ? [] : document.querySelectorAll(".bank tbody tr, .surface-row");
    for (const row of rows) {
      const values = [...row.querySelectorAll(".cell")].map(valueIn).filter(Boolean);
      const pairs = values.slice(1).map((value, index) => [values[index], value]);
      for (const [before, value] of pairs) {
        if (value.left < before.right + 2) faults.push(`${before.words} touches ${value.words}`);
      }
    }
    for (const spot of document.querySelectorAll(".surface-cells .spot")) {
      const value = valueIn(spot.closest(".cell"));
      const label = spot.getBoundingClientRect();
      // Digits begin a fifth of their size below the top of their box, and a label has no letters below its line.
      const isClear = !value || value.left > label.right || value.top + value.size / 5 >= label.bottom - label.height / 5;
      if (!isClear) faults.push(`${value.words} touches the label ${spot.dataset.spot}`);
    }
    return faults;
  };
  const faultsOfMarks = () => {
    const marks = [...document.querySelectorAll("svg.mark")];
    const boxes = marks.map((mark) => ({ kind: mark.getAttribute("class"), glyph: mark.querySelector("path").getAttribute("d"), box: mark.getBoundingClientRect() }));
    boxes.sort((a, b) => a.box.left - b.box.left);
    const faults = boxes.filter(({ kind, glyph, box }, index) => {
      const before = boxes.slice(0, index).findLast((it) => it.kind === kind && it.glyph === glyph);
      return before && box.left < before.box.right;
    });
    return faults.map(({ box }) => `two marks of the timeline touch at ${box.left.toFixed()}`);
  };
  /** Lanes without room scroll by a row or more, and on a short stage by less, too. */
  const faultsOfLanes = () => {
    const table = document.querySelector(".lane-table");
    const before = table.scrollTop;
    table.scrollTop = 9999;
    const most = table.scrollTop;
    table.scrollTop = before;
    const row = table.querySelector("tbody tr")?.offsetHeight ?? 0;
    const isShort = document.querySelector(".stage-body").clientHeight < 400;
    const fits = !isShort && (most < row || !document.querySelector(".memory-edge"));
    return most > 0 && fits ? [`the lanes scroll by ${most} px`] : [];
  };
  const found = { moments: 0, wrong: [] };
  const faultsNow = () => {
    measured.clear();
    const faults = [...faultsOfValues(), ...faultsOfMarks(), ...faultsOfLanes()];
    const texts = textsOf().filter(({ parent }) => !isHiddenPart(parent));
    for (const text of texts) if (cut(text)) faults.push(`cut off: ${named(text)}`);
    // Few texts overlap. Only of these it matters whether something else covers them, which takes long to find out.
    const clipped = texts.filter((text) => !text.parent.closest(".overlay")).map(within);
    clipped.sort((a, b) => a.rect.top - b.rect.top);
    clipped.forEach((text, index) => {
      for (let at = index + 1; at < clipped.length && clipped[at].rect.top < text.rect.bottom; at += 1) {
        const other = clipped[at];
        // A text that ends in an ellipsis has two boxes.
        if (text.node === other.node || !overlap(text.rect, other.rect)) continue;
        if (isSeen(text) && isSeen(other)) faults.push(`${named(text)} overlaps ${named(other)}`);
      }
    });
    for (const plate of document.querySelectorAll(".overlay .leg-plate")) {
      const rect = plate.getBoundingClientRect();
      const covered = clipped.filter((text) => overlap(rect, text.rect) && isSeen(text));
      for (const text of covered) faults.push(`the label of an arrow covers ${named(text)}`);
    }
    const width = document.documentElement.scrollWidth - innerWidth;
    if (width > 0) faults.push(`the page is ${width} px too wide`);
    return faults;
  };
  return {
    found,
    wants: ({ step, end, middle, by }) => by === undefined && (step === middle || step === end),
    async look({ name, step }) {
      let faults;
      // Labels of arrows are placed after the cells are measured.
      await paintedUntil(() => {
        faults = faultsNow();
        return faults.length === 0;
      });
      found.wrong.push(...faults.map((fault) => `${name}, step ${step}: ${fault}`));
      found.moments += 1;
    },
  };
}
