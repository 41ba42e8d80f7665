// Where wires end, and random scenarios whose accesses are known.

/** Returns a generator of pseudo-random numbers (mulberry32), below the number that it gets. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * Returns a random scenario, and the cells that its lanes access: `[lane, cell id]`. Cells are computed here, from the numbers in the
 * text. Byte offsets of vISA are multiples of 4, and an element has 4 bytes.
 */
export function drawn(seed) {
  const below = numbers(seed);
  if (below(3) === 0) {
    const [lanes, width, rows] = [32, [4, 8, 16][below(3)], 1 + below(4)];
    const x = Array.from({ length: lanes }, () => below(width));
    const y = Array.from({ length: lanes }, () => below(rows));
    const text = [
      ".isa sass sm=52",
      ".lanes 32",
      `.set R2 = ${x.join(" ")}`,
      `.set R3 = ${y.join(" ")}`,
      ".set R12 = iota(1, 1)",
      `.surface 0 2d R32_UINT ${width}x${rows} = iota(${below(1000)}, 1)`,
      "SUATOM.D.2D.ADD.IGN R4, [R2], R12, 0x0;",
    ];
    return { text: text.join("\n"), wires: x.map((column, lane) => [lane, `cell-0-${y[lane] * width + column}`]) };
  }
  const lanes = [8, 16][below(2)];
  const sizes = Array.from({ length: 1 + below(3) }, () => 1 + below([4, 40, 400][below(3)]));
  const used = below(sizes.length);
  const mask = below(2 ** lanes);
  const elements = Array.from({ length: lanes }, () => below(sizes[used]));
  const text = [
    ".isa visa grf=32",
    `.lanes ${lanes} active=0x${mask.toString(16)}`,
    ...["OFF", "VAL", "OLD"].map((name) => `.decl ${name} v_type=G type=ud num_elts=${lanes} align=GRF`),
    ...sizes.map((_, index) => `.decl B${index} v_type=T num_elts=1`),
    `.set OFF = ${elements.map((element) => 4 * element).join(" ")}`,
    ".set VAL = iota(1, 1)",
    ...sizes.map((size, index) => `.surface B${index} buffer ud ${size} = iota(0, ${1 + below(99999)})`),
    `dword_atomic.add (M1, ${lanes}) B${used} OFF.0 VAL.0 V0.0 OLD.0`,
  ];
  const active = elements.map((element, lane) => [lane, `cell-${used}-${element}`]).filter(([lane]) => (mask >> lane) & 1);
  return { text: text.join("\n"), wires: active };
}

/**
 * A check of the walk: at the start, in the middle and at the end, and in the middle at three scroll positions, each wire ends at the
 * place that its lane accesses, and crosses no other one. The labels of memory lie over the wires. An example has no list of
 * accesses, so the lanes on the badges of cells are taken.
 */
export function wires() {
  const found = { seen: 0, wrong: [] };
  /**
   * Returns points of a wire, at most 6 px apart. Its shape is a start and cubic curves. `getPointAtLength` would take most of the
   * time of the walk.
   */
  const pointsOf = (path, origin) => {
    const numbers = path.getAttribute("d").match(/-?[\d.]+/g).map(Number);
    let [x, y] = numbers;
    const points = [[origin.x + x, origin.y + y]];
    for (let at = 2; at < numbers.length; at += 6) {
      const [x1, y1, x2, y2, x3, y3] = numbers.slice(at, at + 6);
      const count = Math.ceil((Math.hypot(x1 - x, y1 - y) + Math.hypot(x2 - x1, y2 - y1) + Math.hypot(x3 - x2, y3 - y2)) / 2);
      for (let index = 1; index <= count; index += 1) {
        const [part, rest] = [index / count, 1 - index / count];
        const between = (a, b, c, d) => rest ** 3 * a + 3 * rest ** 2 * part * b + 3 * rest * part ** 2 * c + part ** 3 * d;
        points.push([origin.x + between(x, x1, x2, x3), origin.y + between(y, y1, y2, y3)]);
      }
      [x, y] = [x3, y3];
    }
    return points;
  };
  /** The places of a lane by the badges, for cells that are on the page. */
  const byBadges = (wires) =>
    wires.filter(({ dataset }) => {
      const place = document.getElementById(dataset.to);
      return place && ![...place.querySelectorAll(".badge")].some((badge) => badge.dataset.lane === dataset.lane) && !place.querySelector(".more-lanes");
    });
  /** Returns the labels of memory that wires could cross. */
  const crossedLabels = (origin, lanes) => {
    // The area of the wires: a rectangle around everything, and one for each label.
    const numbers = document.querySelector(".wires-area").getAttribute("d").match(/-?[\d.]+/g).map(Number);
    const holes = [];
    for (let at = 5; at < numbers.length; at += 5) {
      const [left, top, right, bottom] = numbers.slice(at, at + 4);
      holes.push({ left: origin.x + left, top: origin.y + top, right: origin.x + right, bottom: origin.y + bottom });
    }
    const labels = [...document.querySelectorAll(".surface-name :is(h3, .caption), .surface-row > .offset, .outside-head")];
    const isOver = (label) => {
      const range = document.createRange();
      range.selectNodeContents(label);
      const text = range.getBoundingClientRect();
      // A label that has scrolled under the lanes by more than half cannot be read.
      const [top, isSeen] = [Math.max(text.top, lanes.bottom), text.width > 0 && text.bottom > lanes.bottom + text.height / 2];
      const isIn = ({ left, right, ...hole }) => left <= text.left && right >= text.right && hole.top <= top + 3 && hole.bottom >= text.bottom - 3;
      return !isSeen || holes.some(isIn);
    };
    return labels.filter((label) => !isOver(label)).map((label) => `wires cross the label ${label.textContent}`);
  };
  /** Returns the faults of the wires. Without `accesses`, it compares them with the badges. */
  const faultsWith = (accesses) => {
    const faults = [];
    const svg = document.querySelector(".overlay");
    const [origin, body] = [svg.getBoundingClientRect(), document.querySelector(".stage-body").getBoundingClientRect()];
    const lanes = document.querySelector(".lanes").getBoundingClientRect();
    const edge = document.querySelector(".memory-edge");
    const floor = edge ? edge.getBoundingClientRect().top : body.bottom;
    const wires = [...svg.querySelectorAll(".wires path")];
    const marks = [...svg.querySelectorAll(".exit")].map((mark) => ({ words: mark.textContent, box: mark.getBoundingClientRect() }));
    const cells = [...document.querySelectorAll(".surface-cells .cell, .outside-cell")].map((cell) => [cell.id, cell.getBoundingClientRect()]);
    const seen = cells.filter(([, { top, bottom }]) => bottom > lanes.bottom && top < floor);
    if (accesses) {
      const drawn = wires.map(({ dataset }) => `${dataset.lane} ${dataset.to}`).sort();
      const expected = accesses.map((access) => access.join(" ")).sort();
      if (drawn.join() !== expected.join()) faults.push(`wires to ${drawn}, accesses of ${expected}`);
    } else {
      for (const { dataset } of byBadges(wires)) faults.push(`lane ${dataset.lane} does not access ${dataset.to}`);
    }
    faults.push(...crossedLabels(origin, lanes));
    for (const [index, { words, box }] of marks.entries()) {
      const isOver = (other) => Math.min(box.right, other.right) > Math.max(box.left, other.left) && Math.abs(box.top - other.top) < 8;
      const covered = marks.slice(0, index).find((other) => isOver(other.box));
      if (covered) faults.push(`the mark ${words} lies over ${covered.words}`);
      if (box.left < origin.left - 1 || box.right > origin.right + 1) faults.push(`the mark ${words} is cut`);
      if (box.bottom > body.bottom + 3) faults.push(`the mark ${words} is below the stage`);
    }
    const ended = new Map();
    for (const path of wires) {
      const { lane, to } = path.dataset;
      const points = pointsOf(path, origin);
      const [x, y] = points.at(-1);
      const place = document.getElementById(to);
      const box = place?.getBoundingClientRect();
      // A place counts as out of sight if less than half of what fits is visible.
      const most = Math.min(box?.height, floor - Math.max(lanes.bottom, cells[0]?.[1].top));
      const isSeen = box && Math.min(box.bottom, floor) - Math.max(box.top, lanes.bottom) >= most / 2;
      const isAtPlace = isSeen && Math.abs(y - Math.max(box.top, lanes.bottom)) < 3 && x > box.left - 1 && x < box.right + 1;
      // A long surface has only some of its rows on the page.
      const shownFirst = cells.find(([id]) => id.slice(0, id.lastIndexOf("-")) === to.slice(0, to.lastIndexOf("-")));
      const isAbove = !place && shownFirst && Math.abs(y - shownFirst[1].top) < 3;
      const isUp = isAbove || Math.abs(y - lanes.bottom) < 3;
      const sign = isUp ? "▲" : "▼";
      const isMarked = marks.some(({ words, box }) => words.startsWith(sign) && x > box.left - 90 && x < box.right + 90);
      const isAtEdge = !isSeen && (isUp || Math.abs(y - floor) < 3) && isMarked;
      if (!isAtPlace && !isAtEdge) faults.push(`the wire of lane ${lane} to ${to} ends at ${x.toFixed()}, ${y.toFixed()}`);
      const key = `${x.toFixed(1)} ${y.toFixed(1)}`;
      if (ended.has(key) && ended.get(key) !== to) faults.push(`wires to ${to} and ${ended.get(key)} end at one place`);
      ended.set(key, to);
      const isCrossed = ([id, { left, right, top, bottom }]) =>
        id !== to && points.some(([x, y]) => y >= lanes.bottom && y <= floor && x > left + 2 && x < right - 2 && y > top + 2 && y < bottom - 2);
      const crossed = seen.find(isCrossed);
      if (crossed) faults.push(`the wire of lane ${lane} to ${to} crosses ${crossed[0]}`);
    }
    return faults;
  };
  const inspect = async (where, accesses) => {
    // A wire is placed after the cells are measured.
    let faults;
    await paintedUntil(() => {
      faults = faultsWith(accesses);
      return faults.length === 0;
    });
    found.seen += document.querySelectorAll(".overlay .wires path").length;
    found.wrong.push(...faults.map((fault) => `${where}: ${fault}`));
  };
  return {
    found,
    wants: ({ step, end, middle, by }) => by === undefined && [0, middle, end].includes(step),
    async look({ name, wires, step, middle }) {
      await inspect(`${name}, step ${step}`, wires);
      const body = document.querySelector(".stage-body");
      if (step !== middle || body.scrollHeight <= body.clientHeight + 1) return;
      const before = body.scrollTop;
      for (const part of [0.4, 1]) {
        body.scrollTop = part * body.scrollHeight;
        await framePainted();
        await inspect(`${name}, scrolled by ${part}`, wires);
      }
      body.scrollTop = before;
      await framePainted();
    },
  };
}
