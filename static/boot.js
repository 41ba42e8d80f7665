// Starts the page. Trunk writes the names of the program's files into this script's own tag (see Trunk.toml).

const tag = document.getElementById("boot");
const app = document.getElementById("app");
const address = (name) => new URL(tag.dataset[name], document.baseURI).href;

// The program draws anew what the first picture shows, from the same components. So a control that was pressed meanwhile, or has
// the focus, is the one with the same number then.
function controls() {
  const all = app.querySelectorAll("a, button, input, select, textarea, summary, [tabindex]");
  return [...all].filter((control) => control.checkVisibility());
}

function followControls() {
  const pressed = [];
  let focused = -1;
  const listening = new AbortController();
  const numberOf = (element) => controls().indexOf(element);
  const listen = (name, note) => addEventListener(name, note, { capture: true, signal: listening.signal });
  listen("click", ({ target }) => pressed.push(numberOf(target.closest("button"))));
  listen("focusin", ({ target }) => (focused = numberOf(target)));
  return () => {
    listening.abort();
    const drawn = controls();
    drawn[focused]?.focus();
    for (const button of pressed.map((number) => drawn[number])) button?.click();
  };
}

async function start() {
  if (typeof WebAssembly !== "object") {
    throw new Error("this browser has no WebAssembly, or it is switched off");
  }
  const repeat = followControls();
  const program = await import(address("js"));
  await program.default({ module_or_path: address("wasm") });
  app.removeAttribute("aria-busy");
  repeat();
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
}

start().catch((reason) => {
  console.error(reason);
  report("Lanescope could not start. A reload may help; if it does not, please report this:", reason);
});
