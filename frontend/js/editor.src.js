// The scenario editor: a wrapper around CodeMirror 6 with the functions that the Rust side calls.
//
// `node tools/build-editor.mjs` bundles this file into editor.js. The module is independent of the language:
// highlighting, problems and suggestions are data from the core, and edits are reported as text.
//
// All positions are UTF-16 offsets into the text. Line ends are "\n". A "\r" in a text from the caller is kept, so
// that offsets remain valid. A "\r" in pasted text is dropped.
//
// `onChange` reports changes by the user (typing, undo, a fix), but not those by `setText`, so that the caller is not
// called back during its own call. `onLine` gets the number, counted from 1, of a line whose number was clicked.
// `onCaret` gets the offset of the caret if the user moves it other than by typing.

import {
  autocompletion, clearSnippet, closeCompletion, completionKeymap, hasNextSnippetField, insertCompletionText, nextSnippetField,
  pickedCompletion, prevSnippetField, snippet, snippetKeymap, startCompletion,
} from "@codemirror/autocomplete";
import {
  defaultKeymap, history, historyKeymap, isolateHistory, redo as redoChange, undo as undoChange,
} from "@codemirror/commands";
import {
  bracketMatching, codeFolding, foldedRanges, foldEffect, foldGutter, foldKeymap, foldService, unfoldEffect,
} from "@codemirror/language";
import { forEachDiagnostic, lintGutter, lintKeymap, setDiagnostics as showDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import {
  Annotation, ChangeSet, EditorState, RangeSet, RangeValue, StateEffect, StateField,
} from "@codemirror/state";
import {
  crosshairCursor, Decoration, drawSelection, dropCursor, EditorView, gutterLineClass, GutterMarker, highlightActiveLine,
  highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumberMarkers, lineNumbers, placeholder,
  rectangularSelection, tooltips,
} from "@codemirror/view";

import { theme } from "./editor-theme.src.js";

const KEYBOARD_HELP =
  "Tab leaves the editor; Escape first closes an open list or panel. Control Space suggests, " +
  "Control Shift [ folds the set-up, F1 looks up the word at the caret, F8 goes to the next problem, if there is one, F9 stops the run at the line, Control F searches. In a line that was just put in, Tab " +
  "goes to the next place to fill in, and Escape ends that.";

/** Marks a transaction that the caller of this module started. */
const programmatic = Annotation.define();

/** Creates the editor as a child of `parent`, and returns the handle for the other functions. */
export function createEditor(parent, text, label, onChange, complete, onLine, onCaret) {
  const handle = { view: null, running: undefined };
  const report = EditorView.updateListener.of((update) => {
    const ours = update.transactions.some((transaction) => transaction.annotation(programmatic));
    if (update.docChanged) handle.running = undefined;
    if (update.docChanged && !ours) onChange(update.state.doc.toString());
    const head = update.state.selection.main.head;
    if (!ours && !update.docChanged && head !== update.startState.selection.main.head) onCaret(head);
    if (update.docChanged || (update.geometryChanged && update.view.inView)) update.view.dom.style.minHeight = "";
  });

  handle.view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorState.lineSeparator.of("\n"),
        EditorView.clipboardInputFilter.of((pasted) => pasted.replace(/\r\n?/g, "\n")),
        EditorView.contentAttributes.of({
          "aria-label": label,
          "aria-description": KEYBOARD_HELP,
          // A contenteditable element is focusable anyway, but accessibility checkers look for the attribute.
          tabindex: "0",
          autocapitalize: "off",
          autocorrect: "off",
          spellcheck: "false",
        }),
        lineNumbers({
          domEventHandlers: {
            mousedown(view, { from }) {
              onLine(view.state.doc.lineAt(from).number);
              return true;
            },
          },
        }),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        dropCursor(),
        EditorState.allowMultipleSelections.of(true),
        rectangularSelection(),
        crosshairCursor(),
        bracketMatching(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        lintGutter(),
        foldRanges,
        foldAt,
        codeFolding({ preparePlaceholder: wordOfFold, placeholderDOM: foldPlaceholder }),
        unfoldEdited,
        foldGutter(),
        // A scrolling panel would clip tooltips.
        parent.closest("#tab-panel") ? tooltips({ parent: document.body }) : [],
        autocompletion({
          // The query for the last input can come after the editor has been destroyed.
          override: [(context) => (handle.view ? suggestions(context, complete) : null)],
          compareCompletions: (a, b) => a.order - b.order,
          icons: false,
        }),
        snippetKeymap.of([
          { key: "Tab", run: (view) => goOn(view, nextSnippetField), shift: (view) => goOn(view, prevSnippetField) },
          { key: "Escape", run: clearSnippet },
        ]),
        EditorView.lineWrapping,
        tokenMarks,
        activeMarks,
        lineNumberMarkers.compute([activeMarks], (state) => markersOf(state, numberMarkers)),
        gutterLineClass.compute([activeMarks], (state) => markersOf(state, verdictMarkers)),
        editsSinceDiagnostics,
        // Tab is not bound, so that keyboard users can leave the editor. Enter accepts a suggestion.
        keymap.of([
          {
            key: "F9",
            run({ state }) {
              onLine(state.doc.lineAt(state.selection.main.head).number);
              return true;
            },
          },
          ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap,
          ...lintKeymap, ...foldKeymap,
        ]),
        typedOverSelection,
        theme,
        report,
      ],
    }),
  });
  // Measures the lines now. Otherwise one frame could show the gutters with estimated heights.
  handle.view.lineBlockAtHeight(0);
  return handle;
}

/**
 * Replaces a selection by typed text. By default, Chromium would preserve the style of the selected text with a style
 * attribute, which the content security policy forbids, and would log an error.
 */
const typedOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    const isTyped = event.inputType === "insertText" && event.data && !view.composing;
    if (!isTyped || state.readOnly || state.selection.ranges.every((range) => range.empty)) return false;
    view.dispatch(state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

/**
 * Sets the hint of an empty text and three callbacks. `explain` returns the explanation of the word at an offset as JSON
 * `{from, to, form, prose, example}`, or "". `onLookUp` gets the text and the offset of a word to look up. `onPaste` gets a
 * pasted text between the texts before and after it, and returns the text to insert.
 */
export function setGuide({ view }, hint, explain, onLookUp, onPaste) {
  const tooltip = hoverTooltip(({ state }, offset) => {
    const json = explain(state.doc.toString(), offset);
    if (!json) return null;
    const { from, to, ...meaning } = JSON.parse(json);
    return { pos: from, end: to, above: true, create: () => ({ dom: explanation(meaning) }) };
  }, { hideOnChange: true });
  const lookUp = ({ state }) => {
    onLookUp(state.doc.toString(), state.selection.main.head);
    return true;
  };
  const filter = EditorView.clipboardInputFilter.of((pasted, { doc, selection: { main } }) =>
    onPaste(doc.sliceString(0, main.from), pasted, doc.sliceString(main.to)));
  const guide = [placeholder(hint), tooltip, filter, keymap.of([{ key: "F1", run: lookUp }])];
  view.dispatch({ effects: StateEffect.appendConfig.of(guide) });
}

/**
 * Replaces the text by the smallest change. Does nothing if the text is equal. `change` is "step" for a step of the undo history,
 * "joined" for a part of the last step, or "undone" to take the last step back first.
 */
export function setText({ view }, text, change = "step") {
  if (change === "undone" && view.state.doc.toString() !== text) undoChange(view);
  const changes = smallestChange(view.state.doc.toString(), text);
  if (!changes) return;
  if (change === "joined") {
    // The history joins changes of this kind, like the parts of a composed character. They suggest nothing.
    view.dispatch({ changes, userEvent: "input.type.compose", annotations: programmatic.of(true) });
    closeCompletion(view);
  } else {
    view.dispatch({ changes, annotations: [programmatic.of(true), isolateHistory.of("full")] });
  }
}

/** Highlights the text: `[{from, to, class}]`, where each range gets the CSS class `tok-<class>`. */
export function setHighlights({ view }, json) {
  const length = view.state.doc.length;
  const marks = [];
  for (const range of JSON.parse(json)) {
    const [from, to] = clamp(range, length);
    if (from < to) marks.push(markOf(`tok-${range.class}`).range(from, to));
  }
  view.dispatch({ effects: setTokenMarks.of(RangeSet.of(marks, true)) });
}

/**
 * Marks the active ranges: `[{from, to, class}]`. A class that starts with `line-` marks whole lines. Another class
 * becomes `tok-<class>`. Shows the line that runs when it changes, unless the text has changed, too.
 */
export function setActiveRanges(handle, json) {
  const { view } = handle;
  const { doc } = view.state;
  const marks = [];
  const ranges = JSON.parse(json);
  for (const range of ranges) {
    const [from, to] = clamp(range, doc.length);
    if (range.class.startsWith("line-")) {
      const last = doc.lineAt(to > from ? to - 1 : to).number;
      for (let line = doc.lineAt(from).number; line <= last; line += 1) {
        marks.push(Decoration.line({ class: range.class }).range(doc.line(line).from));
      }
    } else if (from < to) {
      marks.push(markOf(`tok-${range.class}`).range(from, to));
    }
  }
  view.dispatch({ effects: setActiveMarks.of(RangeSet.of(marks, true)) });
  const running = ranges.find((range) => range.class === "line-running")?.from ?? null;
  // A new text stays at its beginning, and an edited one where it is.
  if (handle.running !== undefined && running !== handle.running) showLine(view, running);
  handle.running = running;
}

/**
 * Scrolls the editor, and nothing around it, until a line is in sight. Does nothing while the user types. The heights of lines that
 * were never in sight are estimates, so it tries again where it arrives.
 */
function showLine(view, offset, tries = 3) {
  if (offset === null || view.hasFocus) return;
  const margin = 2 * view.defaultLineHeight;
  view.requestMeasure({
    key: showLine,
    read: () => view.lineBlockAt(Math.min(offset, view.state.doc.length)),
    write({ top, bottom }) {
      const { scrollTop, clientHeight } = view.scrollDOM;
      const least = Math.min(scrollTop, top - margin);
      view.scrollDOM.scrollTop = Math.max(least, bottom + margin - clientHeight);
      if (view.scrollDOM.scrollTop !== scrollTop && tries > 1) showLine(view, offset, tries - 1);
    },
  });
}

/** Sets the ranges that can be folded, each with the word for its folded content: `[{from, to, word}]`. */
export function setFolds({ view }, json) {
  const { length } = view.state.doc;
  const folds = JSON.parse(json).flatMap((range) => {
    const [from, to] = clamp(range, length);
    return from < to ? [new Foldable(range.word).range(from, to)] : [];
  });
  view.dispatch({ effects: setFoldRanges.of(RangeSet.of(folds, true)) });
}

/**
 * Folds the ranges between two offsets that can be folded, except ranges with errors and ranges inside another one. Unfolds the
 * rest of the text.
 */
export function fold({ view }, from, to) {
  const { state } = view;
  const effects = unfolding(foldedRanges(state), 0, state.doc.length);
  let last = from;
  state.field(foldRanges).between(from, to, (start, end) => {
    if (start < last || end > to) return;
    if (!hasError(state, start, end)) effects.push(foldEffect.of({ from: start, to: end }));
    last = end;
  });
  view.dispatch({ effects });
}

/** Shows problems: `[{from, to, severity, code, message, rule, source, fixes: [{label, edits}]}]`. */
export function setDiagnostics({ view }, json) {
  const length = view.state.doc.length;
  const shown = JSON.parse(json).map((diagnostic) => {
    const [from, to] = clamp(diagnostic, length);
    return {
      from,
      to,
      severity: diagnostic.severity,
      message: diagnostic.message,
      renderMessage: () => describe(diagnostic),
      actions: (diagnostic.fixes ?? []).map((fix) => ({
        name: fix.label.replaceAll("`", ""),
        apply: (target) => applyFix(target, fix.edits),
      })),
    };
  });
  const errors = shown.filter(({ severity }) => severity === "error");
  const opened = errors.flatMap(({ from, to }) => unfolding(foldedRanges(view.state), from, to));
  const transaction = showDiagnostics(view.state, shown);
  view.dispatch({ ...transaction, effects: [transaction.effects ?? [], diagnosticsSet.of(null), opened].flat() });
}

/** Moves the keyboard focus into the text. */
export function focus({ view }) {
  view.focus();
}

/** Selects a range and scrolls it into view. Does not move the focus. */
export function select({ view }, from, to) {
  const [anchor, head] = clamp({ from, to }, view.state.doc.length);
  view.dispatch({
    selection: { anchor, head },
    effects: EditorView.scrollIntoView(anchor, { y: "nearest", yMargin: 40 }),
    annotations: programmatic.of(true),
  });
}

/**
 * Selects a range and sets the scroll position, if the editor replaces a field with the same metrics. Keeps the field's height until the
 * editor is in the window, because it does not measure its lines before.
 */
export function takePlace({ view }, from, to, scrollTop, height) {
  const [anchor, head] = clamp({ from, to }, view.state.doc.length);
  view.dispatch({ selection: { anchor, head }, annotations: programmatic.of(true) });
  view.scrollDOM.scrollTop = scrollTop;
  if (view.dom.getBoundingClientRect().top >= innerHeight) view.dom.style.minHeight = `${height}px`;
}

/** Shows the line that runs as soon as it is marked, although the text is new. */
export function awaitRunning(handle) {
  handle.running = null;
}

/** Undoes the last change. */
export function undo({ view }) {
  undoChange(view);
}

/** Redoes the change that was undone last. */
export function redo({ view }) {
  redoChange(view);
}

/** Removes the editor from the page. The handle is then invalid. */
export function destroy(handle) {
  handle.view?.destroy();
  handle.view = null;
}

/** Creates a field of ranges, which edits shift until `effect` replaces them. By default they are decorations. */
function markField(effect, provide = (field) => EditorView.decorations.from(field)) {
  return StateField.define({
    create: () => RangeSet.empty,
    update(marks, transaction) {
      let next = marks.map(transaction.changes);
      for (const item of transaction.effects) if (item.is(effect)) next = item.value;
      return next;
    },
    provide,
  });
}

const setFoldRanges = StateEffect.define();
/** A range that can be folded. */
class Foldable extends RangeValue {
  constructor(word) {
    super();
    this.word = word;
  }
}
const foldRanges = markField(setFoldRanges, () => []);
/** Returns the range that starts in a line, if it can be folded. */
const foldAt = foldService.of((state, start, end) => {
  let found = null;
  state.field(foldRanges).between(start, end, (from, to) => {
    if (from >= start && to > end) found = { from, to };
  });
  return found;
});

/** Returns the word for the content of a folded range. */
function wordOfFold(state, { from, to }) {
  let found = "…";
  state.field(foldRanges).between(from, to, (start, end, { word }) => {
    if (start === from && end === to) found = word;
  });
  return found;
}

/** Creates the element for folded content. A click unfolds it. */
function foldPlaceholder(view, onclick, word) {
  const element = document.createElement("span");
  element.className = "cm-foldPlaceholder";
  element.textContent = word;
  element.title = "Unfold";
  element.onclick = onclick;
  return element;
}

/** Returns the effects that unfold the folded ranges that touch a range. */
function unfolding(folded, from, to) {
  const effects = [];
  folded.between(from, to, (start, end) => void effects.push(unfoldEffect.of({ from: start, to: end })));
  return effects;
}

/** Unfolds what a change touches. */
const unfoldEdited = EditorState.transactionExtender.of(({ startState, changes, docChanged }) => {
  if (!docChanged) return null;
  const folded = foldedRanges(startState).map(changes);
  const effects = [];
  changes.iterChangedRanges((fromBefore, toBefore, from, to) => effects.push(...unfolding(folded, from, to)));
  return { effects };
});

function hasError(state, start, end) {
  let found = false;
  forEachDiagnostic(state, ({ severity }, from, to) => (found ||= severity === "error" && from <= end && to >= start));
  return found;
}

const setTokenMarks = StateEffect.define();
const setActiveMarks = StateEffect.define();
const tokenMarks = markField(setTokenMarks);
const activeMarks = markField(setActiveMarks);

/** Returns markers that set the class of a line's elements in the gutters, by the class of the line. */
function lineMarkers(...names) {
  const marker = (name) =>
    new (class extends GutterMarker {
      elementClass = `cm-${name}`;
    })();
  return new Map(names.map((name) => [`line-${name}`, marker(name)]));
}
/** Breakpoints, and results that depend on the order of lanes. */
const numberMarkers = lineMarkers("stop", "order-results", "order-memory", "order-undefined");
/** Verdicts on expectations. */
const verdictMarkers = lineMarkers("expect-open", "expect-holds", "expect-fails");

/** Returns the markers of the lines whose class is among `markers`. */
function markersOf(state, markers) {
  const lines = [];
  state.field(activeMarks).between(0, state.doc.length, (from, to, mark) => {
    const marker = markers.get(mark.spec.class);
    if (marker) lines.push(marker.range(from));
  });
  return RangeSet.of(lines, true);
}

const marksByClass = new Map();

function markOf(name) {
  let mark = marksByClass.get(name);
  if (!mark) marksByClass.set(name, (mark = Decoration.mark({ class: name })));
  return mark;
}

/** Edits since the diagnostics were set, because the offsets of their fixes refer to the text at that time. */
const diagnosticsSet = StateEffect.define();
const editsSinceDiagnostics = StateField.define({
  create: (state) => ChangeSet.empty(state.doc.length).desc,
  update(edits, transaction) {
    if (transaction.effects.some((effect) => effect.is(diagnosticsSet))) {
      return ChangeSet.empty(transaction.newDoc.length).desc;
    }
    return transaction.docChanged ? edits.composeDesc(transaction.changes.desc) : edits;
  },
});

function applyFix(view, edits) {
  const since = view.state.field(editsSinceDiagnostics);
  const changes = edits.map(({ from, to, insert }) => {
    const [start, end] = clamp({ from, to }, since.length);
    return { from: since.mapPos(start, -1), to: since.mapPos(end, 1), insert };
  });
  view.dispatch({ changes, userEvent: "input.fix", annotations: isolateHistory.of("full"), scrollIntoView: true });
  view.focus();
}

/** Returns the body of a problem's tooltip: the message, the rule, and its source. */
function describe({ code, message, rule, source }) {
  return lines("cm-problem", [
    ["cm-problem-message", message],
    ["cm-problem-rule", rule],
    ["cm-problem-source", [code, source].filter(Boolean).join(" · ")],
  ]);
}

/** Returns the body of a word's tooltip: its form, its meaning, and an example. */
function explanation({ form, prose, example }) {
  return lines("cm-word", [["cm-word-form", form], ["cm-word-prose", prose], ["cm-word-form", example]]);
}

function lines(className, parts) {
  const body = document.createElement("div");
  body.className = className;
  for (const [name, text] of parts) {
    if (!text) continue;
    const part = body.appendChild(document.createElement("div"));
    part.className = name;
    part.textContent = text;
  }
  return body;
}

function suggestions(context, complete) {
  // The chosen item replaces the selection, for instance a placeholder.
  const { main } = context.state.selection;
  const json = complete(context.state.doc.toString(), main.from, context.explicit);
  if (!json) return null;
  const { from, to, items } = JSON.parse(json);
  if (items.length === 0) return null;
  return {
    from,
    to: main.empty ? to : main.to,
    filter: main.empty,
    options: items.map((item, order) => ({
      label: item.label,
      detail: item.detail || undefined,
      info: item.info || undefined,
      apply: (view, completion, start, end) => put(view, item, completion, start, end),
      order,
    })),
  };
}

/** Inserts an item and its edits elsewhere, as one step of the undo history. Then shows the next suggestions. */
function put(view, item, completion, from, to) {
  const { state } = view;
  const own = item.stops.length > 0
    ? snippetChange(state, item, completion, from, to)
    : { ...insertCompletionText(state, item.insert, from, to), annotations: pickedCompletion.of(completion) };
  view.dispatch(state.update(own, { changes: item.also }));
  if (item.goesOn || item.stops.length > 0) startCompletion(view);
  else if (hasNextSnippetField(view.state)) goOn(view, nextSnippetField);
}

/** Returns the change that inserts a text with placeholders. The last stop is the end of the text. */
function snippetChange(state, { insert, stops }, completion, from, to) {
  let template = "";
  let at = 0;
  stops.forEach(([start, end], index) => {
    template += `${insert.slice(at, start)}\${${index + 1}:${insert.slice(start, end)}}`;
    at = end;
  });
  let change;
  const dispatch = (transaction) => (change = transaction);
  snippet(`${template}${insert.slice(at)}\${}`)({ state, dispatch }, completion, from, to);
  const { changes, selection, effects } = change;
  return {
    changes, selection, effects, scrollIntoView: true, userEvent: "input.complete",
    annotations: pickedCompletion.of(completion),
  };
}

/** Moves to another placeholder with `move`, and shows the suggestions for it. */
function goOn(view, move) {
  if (!move(view)) return false;
  if (!view.state.selection.main.empty) startCompletion(view);
  return true;
}

function clamp({ from, to }, length) {
  const start = Math.max(0, Math.min(from, length));
  return [start, Math.max(start, Math.min(to, length))];
}

/** Returns the change between the common prefix and suffix of two texts, without splitting a surrogate pair. */
function smallestChange(before, after) {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (start > 0 && isHighSurrogate(before.charCodeAt(start - 1))) start -= 1;
  let tail = 0;
  while (
    tail < shorter - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail += 1;
  }
  if (tail > 0 && isLowSurrogate(before.charCodeAt(before.length - tail))) tail -= 1;
  return { from: start, to: before.length - tail, insert: after.slice(start, after.length - tail) };
}

function isHighSurrogate(unit) {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit) {
  return unit >= 0xdc00 && unit < 0xe000;
}
