// The scenario's text on the page: first a plain field below a highlighted copy of its text, then the editor.
//
// The editor is the largest part of the page, and a visitor who steps through an example never needs it. So it is
// fetched on demand: when the pointer enters the text, the text gets the focus, or a command needs the editor. Until
// then the user edits the plain field, which has the same metrics, and continues to do so if the editor cannot be
// fetched. The editor takes over the text, the caret, the scroll position and the focus. Each earlier change becomes a
// step of its undo history.
//
// `node tools/build-editor.mjs` minifies this file to pane.js, which the Rust side binds. The functions and their data
// are those of editor.src.js.

const KEYBOARD_HELP = "Tab leaves the text; F9 stops the run at the line, F1 looks up the word at the caret.";
/** Maximum number of changes kept for the undo history of the editor. */
const KEPT_CHANGES = 200;
/** Maximum number of lines of the copy. A longer text loads the editor, which renders only the visible lines. */
const MOST_LINES = 1000;
const SEVERITIES = ["info", "warning", "error"];

/** Shows `text` inside `parent`. The other arguments are those of createEditor. */
export function createPane(parent, text, label, onChange, complete, onLine, onCaret) {
  const pane = {
    parent, label, onChange, complete, onLine, onCaret, text, caret: 0,
    // State for the editor when it arrives. `past` contains the earlier texts, each an undo step.
    past: [], highlights: "[]", diagnostics: "[]", ranges: "[]", folds: "[]", waiting: [],
    editor: null, handle: null, loading: false, dead: false,
  };
  draw(pane);
  showText(pane);
  loadIfLong(pane);
  return pane;
}

/** Sets the hint of an empty text and two callbacks: see editor.src.js. */
export function setGuide(pane, hint, explain, onLookUp) {
  pane.guide = [hint, explain, onLookUp];
  pane.field.placeholder = hint;
}

/** Replaces the text, as one step of the undo history. Does nothing if the text is equal. */
export function setText(pane, text) {
  if (pane.handle) return pane.editor.setText(pane.handle, text);
  if (text === pane.text) return;
  keepPast(pane);
  pane.typing = false;
  pane.text = text;
  showText(pane);
  loadIfLong(pane);
}

/** Highlights the text: see editor.src.js for this function and the next two. */
export function setHighlights(pane, json) {
  pane.highlights = json;
  if (pane.handle) pane.editor.setHighlights(pane.handle, json);
  else refresh(pane);
}

export function setDiagnostics(pane, json) {
  pane.diagnostics = json;
  if (pane.handle) pane.editor.setDiagnostics(pane.handle, json);
  else refresh(pane);
}

export function setActiveRanges(pane, json) {
  pane.ranges = json;
  if (pane.handle) pane.editor.setActiveRanges(pane.handle, json);
  else refresh(pane);
}

/** Sets the ranges that can be folded. Only the editor folds them. */
export function setFolds(pane, json) {
  pane.folds = json;
  if (pane.handle) pane.editor.setFolds(pane.handle, json);
}

/** Moves the keyboard focus into the text. */
export function focus(pane) {
  if (pane.handle) pane.editor.focus(pane.handle);
  else pane.field.focus({ preventScroll: true });
}

/** Selects a range and scrolls it into view. Does not move the focus. */
export function select(pane, from, to) {
  if (pane.handle) return pane.editor.select(pane.handle, from, to);
  pane.field.setSelectionRange(from, to);
  markActiveLine(pane);
  pane.view.children[lineAt(pane, from)]?.scrollIntoView({ block: "nearest" });
}

/** Undoes the last change. */
export function undo(pane) {
  whenLoaded(pane, () => pane.editor.undo(pane.handle));
}

/** Redoes the change that was undone last. */
export function redo(pane) {
  whenLoaded(pane, () => pane.editor.redo(pane.handle));
}

/** Removes the text from the page. The handle is then invalid. */
export function destroy(pane) {
  pane.dead = true;
  if (pane.handle) pane.editor.destroy(pane.handle);
  else pane.frame.remove();
}

// Loading of the editor.

function whenLoaded(pane, command) {
  if (pane.handle) return command();
  pane.waiting.push(command);
  load(pane);
}

function loadIfLong(pane) {
  if (lineStarts(pane.text).length > MOST_LINES) load(pane);
}

async function load(pane) {
  if (pane.loading) return;
  pane.loading = true;
  try {
    pane.editor = await import(editorAddress());
  } catch (reason) {
    // The plain field continues to work. A retry is useless, because browsers cache the failure of a module.
    console.warn("the editor could not be loaded", reason);
    return;
  }
  settle(pane);
}

/** Returns the address of the editor. Its link tag, which has the checksum, becomes active only with this call. */
function editorAddress() {
  const link = document.querySelector("link[data-editor]");
  link.rel = "modulepreload";
  return link.href;
}

/** Switches to the editor, but not during a press of the pointer or an input method composition. */
function settle(pane) {
  if (pane.dead) return;
  if (pane.composing || pane.pressed) {
    pane.onSettled = () => settle(pane);
    return;
  }
  takeOver(pane);
}

function takeOver(pane) {
  const { editor, field, scroller, frame } = pane;
  const focused = document.activeElement === field;
  const { selectionStart, selectionEnd } = field;
  const { scrollTop } = scroller;
  const texts = [...pane.past, pane.text];
  frame.remove();
  const onChange = (text) => {
    pane.text = text;
    pane.onChange(text);
  };
  pane.handle = editor.createEditor(pane.parent, texts[0], onChange, pane.onCaret, pane.complete, pane.label, pane.onLine);
  if (pane.guide) editor.setGuide(pane.handle, ...pane.guide);
  for (const text of texts.slice(1)) editor.setText(pane.handle, text);
  editor.setHighlights(pane.handle, pane.highlights);
  editor.setDiagnostics(pane.handle, pane.diagnostics);
  editor.setActiveRanges(pane.handle, pane.ranges);
  editor.setFolds(pane.handle, pane.folds);
  editor.takePlace(pane.handle, selectionStart, selectionEnd, scrollTop);
  if (focused) editor.focus(pane.handle);
  for (const command of pane.waiting) command();
  pane.past = pane.waiting = [];
}

// The plain field, and the highlighted copy above it.

function element(name, className, parent) {
  const made = document.createElement(name);
  made.className = className;
  parent?.append(made);
  return made;
}

function draw(pane) {
  pane.frame = element("div", "plain");
  pane.scroller = element("div", "plain-scroller", pane.frame);
  const body = element("div", "plain-body", pane.scroller);
  const field = (pane.field = element("textarea", "plain-field", body));
  for (const [name, value] of Object.entries({
    "aria-label": pane.label, "aria-description": KEYBOARD_HELP, autocapitalize: "off", autocorrect: "off",
    autocomplete: "off", spellcheck: "false",
  })) field.setAttribute(name, value);
  pane.view = element("div", "plain-view", body);
  pane.view.setAttribute("aria-hidden", "true");

  const wanted = () => load(pane);
  for (const name of ["pointerenter", "pointerdown", "focusin"]) pane.frame.addEventListener(name, wanted);
  const during = (flag, on) => () => {
    pane[flag] = on;
    if (on) return;
    // Deferred until the browser has moved the caret or inserted the character.
    setTimeout(() => {
      const settled = pane.onSettled;
      pane.onSettled = null;
      settled?.();
    });
  };
  field.addEventListener("compositionstart", during("composing", true));
  field.addEventListener("compositionend", during("composing", false));
  field.addEventListener("pointerdown", during("pressed", true));
  for (const name of ["pointerup", "pointercancel", "blur"]) field.addEventListener(name, during("pressed", false));
  field.addEventListener("input", () => {
    // Consecutive input is one undo step.
    if (!pane.typing) keepPast(pane);
    pane.typing = true;
    pane.text = field.value;
    pane.caret = field.selectionEnd;
    refresh(pane);
    pane.onChange(pane.text);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "F9") pane.onLine(lineAt(pane, field.selectionEnd) + 1);
    else if (event.key === "F1" && pane.guide) pane.guide[2](field.value, field.selectionEnd);
    else return;
    event.preventDefault();
  });
  for (const name of ["keyup", "pointerup", "focus", "input"]) field.addEventListener(name, () => markActiveLine(pane));
  for (const name of ["keyup", "pointerup"]) field.addEventListener(name, () => reportCaret(pane));
  // Replaces the text that the page first rendered.
  pane.parent.replaceChildren(pane.frame);
}

/** Reports the caret if the user moved it other than by typing. */
function reportCaret(pane) {
  if (pane.caret === pane.field.selectionEnd) return;
  pane.caret = pane.field.selectionEnd;
  pane.onCaret(pane.caret);
}

function keepPast(pane) {
  pane.past.push(pane.text);
  if (pane.past.length > KEPT_CHANGES) pane.past.shift();
}

function showText(pane) {
  pane.field.value = pane.text;
  pane.field.setSelectionRange(0, 0);
  refresh(pane);
}

/** Schedules a render of the copy, one for all changes in the same task. */
function refresh(pane) {
  if (pane.stale) return;
  pane.stale = true;
  queueMicrotask(() => {
    pane.stale = false;
    if (!pane.handle && !pane.dead) show(pane);
  });
}

function show(pane) {
  const starts = lineStarts(pane.text);
  pane.starts = starts;
  pane.frame.className = `plain digits-${String(starts.length).length}`;
  const tokens = JSON.parse(pane.highlights);
  const problems = JSON.parse(pane.diagnostics);
  const ranges = JSON.parse(pane.ranges);
  const whole = ranges.filter((range) => range.class.startsWith("line-"));
  const parts = ranges.filter((range) => !whole.includes(range));
  pane.view.replaceChildren(...starts.map((from, index) => {
    const to = index + 1 < starts.length ? starts[index + 1] - 1 : pane.text.length;
    const line = element("div", "plain-line");
    for (const range of whole) if (range.from <= to && Math.max(range.to, range.from + 1) > from) line.classList.add(range.class);
    const gutter = element("span", "plain-gutter", line);
    element("span", "plain-number", gutter).textContent = index + 1;
    gutter.onclick = () => pane.onLine(index + 1);
    const here = problems.filter((problem) => problem.from <= to && problem.to >= from);
    const begun = here.filter((problem) => problem.from >= from);
    const worst = Math.max(-1, ...begun.map((problem) => SEVERITIES.indexOf(problem.severity)));
    if (worst >= 0) element("span", `plain-marker is-${SEVERITIES[worst]}`, gutter);
    pieces(pane.text, from, to, [...tokens, ...parts], here, line);
    return line;
  }));
  markActiveLine(pane);
}

/** Appends a line's text to `line`, split at the bounds of tokens and problems. */
function pieces(text, from, to, tokens, problems, line) {
  const all = [...tokens.filter((token) => token.from < to && token.to > from), ...problems];
  const cuts = new Set([from, to]);
  for (const range of all) for (const at of [range.from, range.to]) if (at > from && at < to) cuts.add(at);
  const sorted = [...cuts].sort((a, b) => a - b);
  if (from === to) line.append("\u200b");
  sorted.forEach((start, index) => {
    for (const problem of problems) {
      if (problem.from === problem.to && problem.from === start) element("span", `plain-point is-${problem.severity}`, line);
    }
    const end = sorted[index + 1];
    if (end === undefined) return;
    const classes = [];
    for (const range of all) {
      if (range.from <= start && range.to >= end) classes.push(range.class ? `tok-${range.class}` : `plain-problem is-${range.severity}`);
    }
    const piece = text.slice(start, end);
    if (classes.length === 0) line.append(piece);
    else element("span", classes.join(" "), line).textContent = piece;
  });
}

function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(pane, offset) {
  const starts = pane.starts ?? lineStarts(pane.text);
  let line = starts.findIndex((start) => start > offset);
  if (line < 0) line = starts.length;
  return line - 1;
}

function markActiveLine(pane) {
  const active = pane.view.children[lineAt(pane, pane.field.selectionEnd)];
  if (active === pane.active) return;
  pane.active?.classList.remove("active");
  active?.classList.add("active");
  pane.active = active;
}
