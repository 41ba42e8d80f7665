// Starts the page. Trunk writes the names of the program's files into this script's own tag (see Trunk.toml), so the
// page needs no inline script and keeps a strict content security policy.

const tag = document.getElementById("boot");
const address = (name) => new URL(tag.dataset[name], document.baseURI).href;

async function start() {
  if (typeof WebAssembly !== "object") {
    throw new Error("this browser has no WebAssembly, or it is switched off");
  }
  const program = await import(address("js"));
  await program.default({ module_or_path: address("wasm") });
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
