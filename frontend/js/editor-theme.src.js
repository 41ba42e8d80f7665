// The theme of the editor. It uses the page's custom properties, so that one theme serves light and dark.

import { EditorView } from "@codemirror/view";

const squiggle = (variable) => ({
  backgroundImage: "none",
  textDecoration: `underline wavy var(${variable})`,
  textDecorationSkipInk: "none",
  textUnderlineOffset: "3px",
});

const popup = {
  backgroundColor: "var(--panel)",
  color: "var(--fg)",
  border: "1px solid var(--line)",
  borderRadius: "6px",
};

const control = {
  backgroundImage: "none",
  backgroundColor: "var(--bg)",
  color: "var(--fg)",
  border: "1px solid var(--control-line)",
  borderRadius: "4px",
  fontSize: "inherit",
};

/** The editor's theme. */
export const theme = EditorView.theme({
  "&": { backgroundColor: "var(--bg)", color: "var(--fg)", height: "100%" },
  // A ring above all content. An outline would be below the gutters, and could be clipped outside the box.
  "&.cm-focused": { outline: "none" },
  "&.cm-focused::after": {
    content: "''",
    position: "absolute",
    inset: "0",
    border: "2px solid var(--focus)",
    pointerEvents: "none",
    zIndex: "3",
  },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--fg)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--fg)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-activeLine": { backgroundColor: "var(--active-line)" },
  ".cm-gutters": { backgroundColor: "var(--bg)", color: "var(--muted)", borderRight: "1px solid var(--line)" },
  ".cm-foldGutter": { width: "1em" },
  ".cm-foldGutter .cm-gutterElement": { padding: "0 2px", cursor: "pointer" },
  ".cm-foldPlaceholder": { ...control, padding: "0 6px" },
  ".cm-activeLineGutter": { backgroundColor: "var(--active-line)", color: "var(--fg)" },
  ".cm-selectionMatch": { backgroundColor: "var(--match)" },
  ".cm-searchMatch": { backgroundColor: "var(--match)", outline: "1px solid var(--line)" },
  ".cm-searchMatch.cm-searchMatch-selected": { backgroundColor: "var(--selection)", outlineColor: "var(--accent)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--match)", outline: "1px solid var(--accent)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", outline: "1px solid var(--danger)" },
  ".cm-specialChar": { color: "var(--danger)" },

  // Below the ring, which is below the bars of the page that stay in sight.
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--fg)", fontFamily: "var(--font-ui)", zIndex: "2" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-search label": { fontSize: "0.85em" },
  ".cm-textfield": control,
  ".cm-button": { ...control, cursor: "pointer", "&:active": { backgroundImage: "none" } },
  ".cm-panel.cm-search [name=close], .cm-panel.cm-panel-lint [name=close]": { color: "var(--fg)" },
  ".cm-panel.cm-panel-lint ul [aria-selected]": { backgroundColor: "var(--selection)" },

  ".cm-tooltip": { ...popup, boxShadow: "0 4px 16px var(--shadow)", maxWidth: "min(36rem, 90vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-mono)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail": { color: "var(--on-accent)" },
  ".cm-completionDetail": { color: "var(--muted)", fontStyle: "normal" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-tooltip.cm-completionInfo": { ...popup, padding: "6px 10px", fontFamily: "var(--font-ui)" },

  ".cm-lintRange-error": squiggle("--danger"),
  ".cm-lintRange-warning": squiggle("--warn"),
  ".cm-lintRange-info, .cm-lintRange-hint": squiggle("--info"),
  ".cm-lintRange-active": { backgroundColor: "var(--match)" },
  ".cm-lintPoint-error:after": { borderBottomColor: "var(--danger)" },
  ".cm-lintPoint-warning:after": { borderBottomColor: "var(--warn)" },
  ".cm-lintPoint-info:after": { borderBottomColor: "var(--info)" },
  ".cm-diagnostic": { padding: "8px 12px", fontFamily: "var(--font-ui)", borderLeft: "4px solid var(--line)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--danger)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--info)" },
  ".cm-placeholder": { color: "var(--muted)" },
  ".cm-word": { padding: "8px 12px", fontFamily: "var(--font-ui)" },
  ".cm-word-form": { fontFamily: "var(--font-mono)", whiteSpace: "pre-wrap" },
  ".cm-word-prose": { margin: "4px 0" },
  ".cm-problem-rule": { marginTop: "4px" },
  ".cm-problem-source": { marginTop: "4px", color: "var(--muted)", fontSize: "0.85em" },
  ".cm-diagnosticAction": {
    marginTop: "8px",
    marginLeft: "0",
    padding: "4px 10px",
    minHeight: "24px",
    font: "inherit",
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
    borderRadius: "4px",
    cursor: "pointer",
  },
});
