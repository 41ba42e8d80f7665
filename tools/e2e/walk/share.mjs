/**
 * A check of the walk: at the tenth step of each example, it measures the box around lanes, wires and memory as a part of the window,
 * and the text of values.
 */
export function share() {
  const found = [];
  const measure = (name) => {
    const body = document.querySelector(".stage-body").getBoundingClientRect();
    const drawn = ".lane-head, .row-name, .bank td[id], .wires path, .surface-name, .surface-cells .cell, .outside-cell";
    const boxes = [...document.querySelectorAll(drawn)].map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0);
    const least = (edge) => Math.max(body[edge], Math.min(...boxes.map((box) => box[edge])));
    const most = (edge) => Math.min(body[edge], Math.max(...boxes.map((box) => box[edge])));
    const area = (most("right") - least("left")) * (most("bottom") - least("top"));
    // The rows of lanes and the lines of cells, without the gap between them and without clipped parts.
    const parts = [...document.querySelectorAll(".bank, .surface-main")].map((element) => element.getBoundingClientRect());
    const visible = parts.map(({ width, top, bottom }) => width * Math.max(0, Math.min(bottom, body.bottom) - Math.max(top, body.top)));
    const values = [...document.querySelectorAll(".bank .cell-value, .surface-cells .cell-value")];
    // The numbers of a row of an image or of all banks are smaller, so that the row is one line.
    const isFull = ({ classList }) => !classList.contains("small-digits") && !classList.contains("smallest-digits");
    const short = values.filter((value) => value.textContent.length > 0 && value.textContent.length <= 4 && isFull(value));
    found.push({
      name,
      share: (100 * area) / (innerWidth * innerHeight),
      inner: (100 * visible.reduce((sum, part) => sum + part, 0)) / (innerWidth * innerHeight),
      lanes: document.querySelectorAll(".lane-head").length,
      longest: Math.max(...values.map(({ textContent }) => textContent.length)),
      text: Math.min(...short.map((value) => parseFloat(getComputedStyle(value).fontSize))),
    });
  };
  return {
    found,
    wants: ({ step, end, by }) => by === undefined && step === Math.min(10, end),
    look: ({ name }) => measure(name),
  };
}
