// Progress through the lessons, kept in this browser only.
//
// A lesson page is one of the folders `tutorial` and `lessons`, and each embed in it is an exercise. An exercise with questions is
// done when all answers are right, and one without questions when it has run to its end.

(() => {
  "use strict";
  const KEY = "lanescope.lessons";
  const FOLDERS = ["tutorial/", "lessons/"];

  // mdBook defines the path from the page to the first one.
  const root = new URL(path_to_root || "./", location.href).pathname;

  /** Returns the name of a lesson page, without its ending; null for other pages. */
  const lessonOf = (url) => {
    const name = url.pathname.replace(root, "").replace(/\.html$/, "");
    return url.pathname.startsWith(root) && FOLDERS.some((folder) => name.startsWith(folder)) ? name : null;
  };

  /** Returns the pages, each with its number of exercises and the list of those that are done. Stored data of another form is ignored. */
  const stored = () => {
    const pages = new Map();
    try {
      for (const [name, page] of Object.entries(JSON.parse(localStorage.getItem(KEY)) ?? {})) {
        const count = Number.isInteger(page?.count) ? page.count : 0;
        const done = Array.isArray(page?.done) ? page.done.filter((at) => Number.isInteger(at) && at >= 0 && at < count) : [];
        pages.set(name, { count, done: [...new Set(done)] });
      }
    } catch {
      // Storage is forbidden, or its content has another form.
    }
    return pages;
  };

  const store = (pages) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(pages)));
    } catch {
      // Storage is forbidden or full: the progress lasts as long as the page.
    }
  };

  const words = ({ count, done }) => {
    if (count > 0 && done.length === count) return "done";
    return done.length > 0 ? `${done.length} of ${count} exercises done` : "";
  };

  /** Marks the links to lesson pages: all of a list of lessons, and finished ones in the sidebar. */
  const markLinks = (pages) => {
    for (const link of document.querySelectorAll("#mdbook-sidebar a[href], .lessons a[href]")) {
      const name = lessonOf(new URL(link.href));
      const says = name === null || !pages.has(name) ? "" : words(pages.get(name));
      link.classList.toggle("lesson-done", says === "done");
      if (link.closest(".lessons") && name !== null) {
        const mark = link.nextElementSibling?.matches(".lesson-state") ? link.nextElementSibling : document.createElement("span");
        mark.className = "lesson-state";
        mark.textContent = says && ` ${says}`;
        link.after(mark);
      }
    }
  };

  let pages = stored();
  const name = lessonOf(location);
  const embeds = name === null ? [] : [...document.querySelectorAll("main lanescope-embed")];
  const states = embeds.map((embed, at) => {
    const line = document.createElement("p");
    line.className = "exercise";
    line.append(`Exercise ${at + 1} of ${embeds.length}`);
    const state = document.createElement("span");
    state.setAttribute("role", "status");
    line.append(state);
    embed.after(line);
    return state;
  });

  const show = () => {
    const done = pages.get(name)?.done ?? [];
    states.forEach((state, at) => {
      state.textContent = done.includes(at) ? "done" : "";
    });
    markLinks(pages);
  };

  const finish = (at) => {
    pages = stored();
    const done = new Set(pages.get(name)?.done);
    pages.set(name, { count: embeds.length, done: [...done.add(at)].filter((it) => it < embeds.length).sort((a, b) => a - b) });
    store(pages);
    show();
  };

  embeds.forEach((embed, at) => {
    let asks = false;
    embed.addEventListener("lanescope-answers", ({ detail }) => {
      asks = true;
      if (detail.right === detail.questions) finish(at);
    });
    // An exercise to repair or to write is done when its claims hold, and not when they are removed.
    embed.addEventListener("lanescope-end", ({ detail }) => {
      if (!asks && detail.holds > 0 && detail.fails === 0) finish(at);
    });
  });

  // A second press brings the progress back.
  let forgotten = null;
  const forget = document.querySelector(".forget-lessons");
  forget?.addEventListener("click", () => {
    [pages, forgotten] = forgotten ? [forgotten, null] : [new Map(), stored()];
    forget.textContent = forgotten ? "Undo" : "Forget my progress";
    store(pages);
    show();
  });

  show();
  // The table of contents may come later.
  const sidebar = document.getElementById("mdbook-sidebar");
  if (sidebar) new MutationObserver(() => markLinks(pages)).observe(sidebar, { childList: true, subtree: true });
  addEventListener("storage", (event) => {
    if (event.key !== KEY && event.key !== null) return;
    pages = stored();
    show();
  });
})();
