// Starts the page. Trunk writes the names of the program's files into this script's own tag (see Trunk.toml), so the
// page needs no inline script and keeps a strict content security policy.
//
// The page for visitors has its program in two parts (see tools/split.mjs). The second is fetched when somebody first
// presses anything, or with the first where there is a scenario to open, which may need more of the program.

const tag = document.getElementById("boot");
const address = (name) => new URL(tag.dataset[name], document.baseURI).href;

let rest;
let fetching;

function fetchRest() {
  fetching ??= fetch(address("rest"))
    .then((response) => (response.ok ? response.arrayBuffer() : Promise.reject(response.status)))
    .then(WebAssembly.compile)
    .then((compiled) => (rest = compiled))
    // `join` tries once more.
    .catch(() => (fetching = undefined));
  return fetching;
}

// The program waits here if it wants its second part before that has come.
function fetchRestNow() {
  const request = new XMLHttpRequest();
  request.open("GET", address("rest"), false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status !== 200) throw new Error(`status ${request.status}`);
  return new WebAssembly.Module(Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0)));
}

// Called by the program.
globalThis.lanescope = {
  join(first) {
    try {
      rest ??= fetchRestNow();
    } catch (reason) {
      report("A part of Lanescope could not be fetched. Your text is kept; reload when there is a connection.", reason);
      throw reason;
    }
    new WebAssembly.Instance(rest, { first });
  },
};

function hasScenario() {
  try {
    return location.hash !== "" || localStorage.length > 0;
  } catch {
    return false; // Some frames may not use the store.
  }
}

async function start() {
  if (typeof WebAssembly !== "object") {
    throw new Error("this browser has no WebAssembly, or it is switched off");
  }
  const program = import(address("js"));
  if (tag.dataset.rest) {
    for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, fetchRest, { capture: true });
    if (hasScenario()) await fetchRest();
  }
  await (await program).default({ module_or_path: address("wasm") });
}

function report(sentence, reason) {
  document.querySelector(".boot-error")?.remove();
  const box = document.createElement("div");
  box.className = "boot-error";
  box.setAttribute("role", "alert");
  const text = box.appendChild(document.createElement("p"));
  text.textContent = sentence;
  const detail = box.appendChild(document.createElement("code"));
  detail.textContent = String(reason?.message ?? reason);

  const shell = document.querySelector(".boot");
  shell?.setAttribute("aria-busy", "false");
  for (const part of document.querySelectorAll(".boot-lanes, .boot-note")) part.remove();
  (shell ?? document.body).append(box);
}

start().catch((reason) => {
  console.error(reason);
  report("Lanescope could not start. A reload may help; if it does not, please report this:", reason);
});
