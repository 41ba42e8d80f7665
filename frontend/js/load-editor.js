// Loads the editor, the largest part of the page after the program. Without it, the text is a plain field.

/** Returns the module of the editor, the first time at once or when the browser is idle. Rejects if it cannot be fetched. */
export async function loadEditor(whenIdle) {
  // The tag names the file with its checksum, and becomes active only now.
  const link = document.querySelector("link[data-editor]");
  const isFirst = link.rel !== "modulepreload";
  if (whenIdle && isFirst) await new Promise((done) => (globalThis.requestIdleCallback ?? setTimeout)(done));
  link.rel = "modulepreload";
  return import(link.href);
}
