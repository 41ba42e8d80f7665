// Starts the page. Trunk writes the names of the program's files into this script's own tag (see Trunk.toml).

const tag = document.getElementById("boot");
const app = document.getElementById("app");
const address = (name) => new URL(tag.dataset[name], document.baseURI).href;

// The program replaces the first picture by the same controls in the same order. So the index of a control finds it again.
function controls() {
  const all = app.querySelectorAll("a, button, input, select, textarea, summary, [tabindex]");
  return [...all].filter((control) => control.checkVisibility());
}

// Waits until the program listens to keys. That is a moment after it has drawn. It then sets the number of runs.
function listens() {
  const root = document.documentElement;
  if (root.dataset.run) return undefined;
  return new Promise((done) => {
    const watching = new MutationObserver(() => {
      watching.disconnect();
      done();
    });
    watching.observe(root, { attributeFilter: ["data-run"] });
  });
}

// Records clicks, choices, keys and the focus in the first picture. Returns a function that repeats them for the program. Keys that
// press a control are recorded as its click.
function followControls() {
  const done = [];
  let focused = -1;
  const listening = new AbortController();
  const indexOf = (element) => controls().indexOf(element);
  const listen = (name, note) => addEventListener(name, note, { capture: true, signal: listening.signal });
  listen("click", ({ target }) => {
    const button = indexOf(target.closest("button"));
    done.push((drawn) => drawn[button]?.click());
  });
  listen("change", ({ target }) => {
    if (!target.matches("select")) return;
    const [at, { value }] = [indexOf(target), target];
    done.push((drawn) => {
      if (!drawn[at]?.matches("select")) return;
      drawn[at].value = value;
      drawn[at].dispatchEvent(new Event("change", { bubbles: true }));
    });
  });
  listen("focusin", ({ target }) => (focused = indexOf(target)));
  listen("keydown", (event) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey, target } = event;
    if (key === "Tab" || target.matches("input, textarea, select") || ((key === " " || key === "Enter") && target !== document.body)) return;
    done.push(() => {
      const press = { key, shiftKey, ctrlKey, altKey, metaKey, bubbles: true, cancelable: true };
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", press));
    });
  });
  return async () => {
    listening.abort();
    await listens();
    const drawn = controls();
    drawn[focused]?.focus();
    for (const again of done) again(drawn);
  };
}

// Reports to the page around a frame, whose element cannot see whether the program starts.
function tell(report) {
  const isEmbed = document.documentElement.dataset.embed !== undefined && parent !== window;
  if (isEmbed) parent.postMessage(JSON.stringify(report), "*");
}

async function start() {
  tell({ lanescope: "starting" });
  if (typeof WebAssembly !== "object") {
    throw new Error("this browser has no WebAssembly, or it is switched off");
  }
  const repeat = followControls();
  const program = await import(address("js"));
  await program.default({ module_or_path: address("wasm") });
  app.removeAttribute("aria-busy");
  await repeat();
}

function report(sentence, reason) {
  const box = document.createElement("div");
  box.className = "boot-error";
  box.setAttribute("role", "alert");
  const text = box.appendChild(document.createElement("p"));
  text.textContent = sentence;
  const detail = box.appendChild(document.createElement("code"));
  detail.textContent = String(reason?.message ?? reason);

  app.removeAttribute("aria-busy");
  for (const part of document.querySelectorAll(".boot-lanes, .boot-note")) part.remove();
  document.body.append(box);
  tell({ lanescope: "failed", message: detail.textContent });
}

start().catch((reason) => {
  console.error(reason);
  report("Lanescope could not start. A reload may help; if it does not, please report this:", reason);
});
