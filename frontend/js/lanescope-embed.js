// <lanescope-embed>: a scenario that runs in the middle of a page. What it can do is told in the manual, in the chapter about embeds.
//
// The element holds the scenario as a <pre>, which is what readers without scripts see. Once it comes near the window, a frame
// with embed.html is loaded behind it, gets the text as a message, and takes its place when it has drawn the text. Where that
// fails, the text stays and a line below it says why.

(() => {
  "use strict";
  const NAME = "lanescope-embed";
  if (customElements.get(NAME)) return;

  /** Where this script came from: embed.html lies beside it. */
  const script = document.currentScript ?? document.querySelector(`script[src*="${NAME}.js"]`);
  const home = script?.dataset.base ?? script?.src ?? location.href;

  /** How far outside of the window a frame is loaded, seen from its height: there is time to load it before it is in sight. */
  const NEAR = "100%";
  /** How long after a frame has been loaded it may take until Lanescope answers from it. */
  const ANSWER_MS = 3000;
  /** How long the program may take from the frame to its first picture before a reader is told. */
  const LATE_MS = 30_000;
  /** How long a frame may take to do what another one of its group did. */
  const FOLLOW_MS = 10_000;
  /** The most bytes of a scenario, and the most characters of what a frame tells. */
  const [MOST_BYTES, MOST_TOLD] = [256 * 1024, 2 * 1024 * 1024];
  /** The most requests that wait for a frame. */
  const MOST_WAITING = 100;
  /** Heights in CSS pixels, by the least width for each: so much room is kept from the start, and nothing moves later. */
  const HEIGHTS = {
    strip: [[480, 220], [0, 320]],
    card: [[560, 510], [0, 610]],
    full: [[560, 510], [0, 610]],
  };
  /** Lines of a text below the stage, in size `full`: the height of one, and of what is around them. */
  const [LINE_PX, AROUND_LINES_PX] = [20.15, 60];
  /** What a variant beside the text takes. */
  const BESIDE_PX = 230;
  /** A character of a text, and what stands before its lines. */
  const [CHARACTER_PX, BEFORE_LINES_PX] = [7.83, 54];
  const HIGHEST_PX = 20_000;

  const isText = (value) => typeof value === "string";
  const isCount = (value) => Number.isInteger(value) && value >= 0;
  /** What a frame tells, each with what it has to hold; all else is not heard. */
  const REPORTS = {
    starting: () => true,
    failed: ({ message }) => isText(message),
    ready: ({ engine }) => isText(engine),
    step: ({ step, steps, sentence }) => isCount(step) && isCount(steps) && isText(sentence),
    end: ({ holds, fails }) => isCount(holds) && isCount(fails),
    text: ({ text }) => isText(text),
    outcomes: () => true,
    resize: ({ height }) => Number.isFinite(height),
    error: ({ message }) => isText(message),
  };

  /** What a message says; undefined where it is none of ours. */
  function read(data) {
    if (!isText(data) || data.length > MOST_TOLD) return undefined;
    try {
      const report = JSON.parse(data);
      return Object.hasOwn(REPORTS, report?.lanescope) && REPORTS[report.lanescope](report) ? report : undefined;
    } catch {
      return undefined;
    }
  }

  const STYLES = `
    :host { display: block; position: relative; margin-block: 1em; overflow: hidden; }
    :host([hidden]) { display: none; }
    .text { display: block; height: 100%; overflow: hidden; }
    .text ::slotted(pre) { margin-block: 0; }
    iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 1px solid rgb(128 128 128 / 45%); border-radius: 6px;
      box-sizing: border-box; visibility: hidden; color-scheme: normal; }
    :host([data-state="live"]) iframe { visibility: visible; }
    :host([data-state="live"]) .text { display: none; }
    p { margin: 0.5em 0 0; font-size: 0.85em; }
    p:empty { display: none; }
  `;

  /** What waits for its turn to start, each with what it does then, and what is starting. One starts after the other: together they
      would wait for the processor, and the first would be there no sooner than the last. */
  const waiting = new Map();
  let starting = null;

  /** Has one start, once none is starting: the highest in the window, else the nearest below it, else above it. */
  function startNext() {
    if (starting || waiting.size === 0) return;
    const away = (element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom < 0 ? innerHeight - bottom : Math.max(top, 0);
    };
    starting = [...waiting.keys()].reduce((nearest, other) => (away(other) < away(nearest) ? other : nearest));
    const start = waiting.get(starting);
    waiting.delete(starting);
    start();
  }

  /** Embeds by the name of their group: they show the same scenario at the same step. */
  const groups = new Map();
  /** How many frames there have been of each name: no two are called the same. */
  const names = new Map();

  /** Whether what stands behind an element is dark. */
  function isDark(element) {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    /** How light a colour is, from 0 to 255; undefined where one sees through it. */
    const lightness = (colour) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      return alpha > 127 ? 0.299 * red + 0.587 * green + 0.114 * blue : undefined;
    };
    for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
      const light = lightness(getComputedStyle(at).backgroundColor);
      if (light !== undefined) return light < 128;
    }
    // Nobody has painted anything: it is as the browser has it for this page, which its colour of texts tells.
    const probe = document.createElement("span");
    probe.style.color = "CanvasText";
    document.documentElement.append(probe);
    const text = lightness(getComputedStyle(probe).color);
    probe.remove();
    return text > 127;
  }

  /** How many lines a text takes where each has room for so many characters and breaks between words. */
  function lineCount(text, columns) {
    let count = 0;
    for (const line of text.split("\n")) {
      let used = 0;
      count += 1;
      for (const word of line.split(/(?<= )/)) {
        const length = word.trimEnd().length;
        if (used > 0 && used + length > columns) [count, used] = [count + 1, 0];
        count += Math.floor(Math.max(length - 1, 0) / columns);
        used = (used + word.length) % (columns + 1);
      }
    }
    return count;
  }

  /** The text at an address, which is not read further than a scenario may be long. */
  async function fetched(address) {
    const response = await fetch(address, { credentials: "omit" }).catch(() => undefined);
    if (!response?.ok) throw new Error(`${address.pathname} cannot be fetched`);
    const [reader, decoder] = [response.body.getReader(), new TextDecoder()];
    let [text, bytes] = ["", 0];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      bytes += value.length;
      if (bytes > MOST_BYTES) {
        reader.cancel();
        throw new Error(`${address.pathname} is larger than a scenario may be`);
      }
      text += decoder.decode(value, { stream: true });
    }
  }

  class LanescopeEmbed extends HTMLElement {
    #frame = null;
    #note = null;
    /** Ends all that it listens to, when it is taken out of its page. */
    #life = null;
    #hasStarted = false;
    /** Whether the frame has not got its scenario yet. */
    #isWaiting = false;
    /** What the frame shows as far as is known: its scenario, and where that stands. */
    #known = {};
    /** What the frame was asked to show and has not shown yet: until then it tells of what was before. */
    #asked = null;
    /** Requests that came before the frame listened. */
    #waiting = [];
    #theme = "";

    connectedCallback() {
      if (!this.shadowRoot) this.#build();
      this.#life = new AbortController();
      // Before anything of it is painted, where this script stands before it in the page.
      this.#keepRoom();
      if (document.readyState === "loading") this.#awaitText();
      else this.#begin();
    }

    /** While the page is still read, what it holds comes piece by piece; each may need more room, before it is painted. */
    #awaitText() {
      const { signal } = this.#life;
      const observer = new MutationObserver(() => this.#keepRoom());
      observer.observe(this, { childList: true, characterData: true, subtree: true });
      const onread = () => {
        observer.disconnect();
        this.#begin();
      };
      document.addEventListener("DOMContentLoaded", onread, { once: true, signal });
      signal.addEventListener("abort", () => observer.disconnect());
    }

    /** A frame that is moved in its page is loaded anew, so one that is taken out is given up. */
    disconnectedCallback() {
      this.#giveUp();
      delete this.dataset.state;
      groups.get(this.getAttribute("group"))?.delete(this);
    }

    /** Sends a request to the embed: `{ lanescope: "goto", step: 3 }` and so on. One that does not listen yet gets it then. */
    send(request) {
      if (this.dataset.state === "live") this.#post(request);
      else if (this.#waiting.length < MOST_WAITING) this.#waiting.push(request);
    }

    #post(request) {
      this.#frame?.contentWindow?.postMessage(JSON.stringify(request), "*");
    }

    #build() {
      const root = this.attachShadow({ mode: "open" });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLES);
      root.adoptedStyleSheets = [sheet];
      const text = document.createElement("div");
      text.className = "text";
      text.append(document.createElement("slot"));
      this.#note = document.createElement("p");
      this.#note.setAttribute("role", "status");
      root.append(text, this.#note);
    }

    #begin() {
      this.#known = { text: this.#heldText(), step: this.#firstStep() };
      [this.#hasStarted, this.#asked, this.#waiting, this.#note.textContent] = [false, null, [], ""];
      const name = this.getAttribute("group");
      if (name) groups.set(name, (groups.get(name) ?? new Set()).add(this));
      this.#keepRoom();
      const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && this.#start(), {
        rootMargin: NEAR,
      });
      observer.observe(this);
      this.#life.signal.addEventListener("abort", () => observer.disconnect());
    }

    /** The scenario that stands in it. */
    #heldText() {
      const text = this.querySelector("pre")?.textContent.replace(/^\n/, "");
      return text?.trim() ? text : undefined;
    }

    #firstStep() {
      return Math.max(0, Math.trunc(Number(this.getAttribute("step"))) || 0);
    }

    #size() {
      const size = this.getAttribute("size");
      return Object.hasOwn(HEIGHTS, size) ? size : "card";
    }

    #keepRoom() {
      this.style.height = `${this.#expectedHeight()}px`;
    }

    /** How high it is to be whatever it holds; 0 where nobody says so. */
    #givenHeight() {
      return Math.min(Math.max(Number(this.getAttribute("height")) || 0, 0), HIGHEST_PX);
    }

    #expectedHeight() {
      if (this.#givenHeight() > 0) return this.#givenHeight();
      const [, least] = HEIGHTS[this.#size()].find(([width]) => this.clientWidth >= width);
      if (this.#size() === "strip") return least;
      const height = least + (this.hasAttribute("compare") ? BESIDE_PX : 0);
      if (this.#size() === "card") return height;
      const columns = Math.max(1, Math.floor((this.clientWidth - BEFORE_LINES_PX) / CHARACTER_PX));
      return height + AROUND_LINES_PX + LINE_PX * lineCount(this.#known.text ?? this.#heldText() ?? "", columns);
    }

    /** Its frame, once it is near the window, or once another one of its group wants its scenario. */
    #start() {
      if (this.#hasStarted) return;
      this.#hasStarted = true;
      const { signal } = this.#life;
      this.#open(signal).catch((reason) => signal.aborted || this.#fail(reason.message));
    }

    /** Whether it has a scenario of its own, or knows where there is one. */
    #hasScenario() {
      return this.#known.text !== undefined || this.hasAttribute("src") || this.hasAttribute("href");
    }

    async #open(signal) {
      if (!this.#hasScenario()) {
        const source = this.#others().find((other) => other.#hasScenario());
        if (!source) throw new Error(this.hasAttribute("group") ? "no embed of its group has a scenario" : "there is no scenario in it");
        source.#start();
      }
      if (this.hasAttribute("src")) this.#known.text = await fetched(new URL(this.getAttribute("src"), document.baseURI));
      // One without a scenario waits for another one, which could not start before it.
      if (this.#hasScenario()) await this.#turn();
      // It may have been taken out of its page meanwhile.
      signal.throwIfAborted();
      const page = this.#address();
      const frame = document.createElement("iframe");
      frame.title = this.#name();
      frame.referrerPolicy = "no-referrer";
      if (this.hasAttribute("sandboxed")) frame.sandbox = "allow-scripts allow-popups allow-popups-to-escape-sandbox";
      frame.allow = "clipboard-write";
      frame.src = page.href;
      this.#frame = frame;
      this.#watch(frame, page, signal);
      this.shadowRoot.prepend(frame);
      this.#followTheme(signal);
    }

    /** Waits until no other one is starting. */
    #turn() {
      return new Promise((start) => {
        waiting.set(this, start);
        // Others may come in the same moment.
        setTimeout(startNext);
      });
    }

    /** It has started, or will not: the next one may. */
    #endTurn() {
      waiting.delete(this);
      if (starting !== this) return;
      starting = null;
      startNext();
    }

    /** The address of the frame, with what is asked of it. */
    #address() {
      const base = this.getAttribute("base");
      const page = new URL("embed.html", base ? new URL(base, document.baseURI) : new URL(home, document.baseURI));
      const query = new URLSearchParams({ size: this.#size(), theme: this.#ownTheme() });
      for (const name of ["step", "granularity", "side", "compare", "version"]) {
        if (this.hasAttribute(name)) query.set(name, this.getAttribute(name));
      }
      for (const name of ["editable", "autoplay"]) if (this.hasAttribute(name)) query.set(name, "yes");
      if (this.#givenHeight() > 0) query.set("fits", "");
      const link = this.getAttribute("href");
      // A text comes as a message, however long; and so does that of the others of a group.
      this.#isWaiting = this.#known.text !== undefined || !link;
      if (this.#isWaiting) query.set("wait", "");
      page.search = query;
      if (!this.#isWaiting) page.hash = new URL(link, document.baseURI).hash;
      return page;
    }

    /** What the frame is called for those who listen: by what its scenario begins with, and by its number where that is not enough. */
    #name() {
      const title = /^\s*\/\/\s*(.*\S)/.exec(this.#known.text ?? "")?.[1].replace(/[.:]$/, "");
      const name = this.getAttribute("title") ?? (title ? `Lanescope: ${title}` : "Lanescope");
      const count = (names.get(name) ?? 0) + 1;
      names.set(name, count);
      return count > 1 ? `${name} (${count})` : name;
    }

    /** Hears the frame, and finds out where it cannot start. */
    #watch(frame, page, signal) {
      let hasAnswered = false;
      const hear = ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        hasAnswered = true;
        const report = read(data);
        if (report) this.#hear(report);
      };
      addEventListener("message", hear, { signal });
      const refused = ({ blockedURI, effectiveDirective }) => {
        const isOurs = /^(frame|child|default)-src/.test(effectiveDirective) && page.href.startsWith(blockedURI);
        if (isOurs) this.#fail(`this page's content security policy forbids frames of ${page.origin}`);
      };
      document.addEventListener("securitypolicyviolation", refused, { signal });
      // The first lines of the page in the frame answer before it is loaded. Where they do not, it is not there, or is shut out.
      const of = this.hasAttribute("sandboxed") ? ", or forbids that to frames with a sandbox (Access-Control-Allow-Origin)" : "";
      const silent = `${page.origin} has no embed.html there, or forbids other pages to show it in a frame${of}`;
      const onload = () => setTimeout(() => hasAnswered || signal.aborted || this.#fail(silent), ANSWER_MS);
      frame.addEventListener("load", onload, { signal });
      setTimeout(() => signal.aborted || this.dataset.state === "live" || this.#tellLate(), LATE_MS);
    }

    #tellLate() {
      this.#endTurn();
      this.style.height = "auto";
      this.#note.textContent = "This scenario is still starting; until then, this is its text.";
    }

    #giveUp() {
      this.#life.abort();
      this.#endTurn();
      this.#frame?.remove();
      this.#frame = null;
    }

    #fail(reason) {
      this.#giveUp();
      this.dataset.state = "failed";
      this.style.height = "auto";
      this.#note.textContent = `This scenario cannot run here: ${reason}.`;
      this.#tell({ lanescope: "error", message: reason });
    }

    #tell({ lanescope, ...detail }) {
      this.dispatchEvent(new CustomEvent(`lanescope-${lanescope}`, { detail, bubbles: true }));
    }

    /** What the frame says. */
    #hear(report) {
      if (report.lanescope === "starting") return;
      if (report.lanescope === "failed") {
        this.#fail(`Lanescope could not start (${report.message})`);
        return;
      }
      if (report.lanescope === "ready") this.#join();
      else if (report.lanescope === "resize") this.#resize(report.height);
      else if (report.lanescope === "step") this.#step(report);
      else if (report.lanescope === "text") this.#takeText(report.text);
      this.#tell(report);
    }

    /** The others of its group. */
    #others() {
      return [...(groups.get(this.getAttribute("group")) ?? [])].filter((other) => other !== this);
    }

    /** The frame listens: it gets what its group shows, or its text. */
    #join() {
      const live = this.#others().find((other) => other.dataset.state === "live" && other.#known.text !== undefined);
      const { text, step } = live ? live.#known : this.#known;
      if (text !== undefined) this.#show(text, step);
    }

    /** Has the frame show a scenario at a step. */
    #show(text, step) {
      this.#known = { text, step };
      this.#asked = { text, step, until: performance.now() + FOLLOW_MS };
      this.#post({ lanescope: "load", text, step });
    }

    /** Has the frame show another step. */
    #goTo(step) {
      this.#known.step = step;
      this.#asked = { ...this.#asked, step, until: performance.now() + FOLLOW_MS };
      this.#post({ lanescope: "goto", step });
    }

    /** Whether what the frame tells is from before the last request, or the answer to it: neither is news for its group. */
    #isNoNews(key, isAnswer) {
      if (!this.#asked || performance.now() > this.#asked.until) return false;
      // Where it stands in a scenario that has not come yet answers nothing.
      if (isAnswer && (key === "text" || !("text" in this.#asked))) delete this.#asked[key];
      if (!("text" in this.#asked) && !("step" in this.#asked)) this.#asked = null;
      return true;
    }

    #takeText(text) {
      this.#isWaiting = false;
      if (!this.#isNoNews("text", text === this.#asked?.text)) this.#share({ text });
    }

    #step({ step, steps }) {
      if (this.#isWaiting) return;
      if (this.dataset.state !== "live") this.#comeAlive();
      // A run that is shorter stands at its end.
      if (!this.#isNoNews("step", step === Math.min(this.#asked?.step, steps)) && step !== this.#known.step) this.#share({ step });
    }

    #comeAlive() {
      this.dataset.state = "live";
      this.#endTurn();
      this.#note.textContent = "";
      for (const request of this.#waiting.splice(0)) this.#post(request);
      this.#share({});
    }

    /** Has the others of the group show what this one shows. One whose frame does not listen yet finds out when it does. */
    #share(news) {
      Object.assign(this.#known, news);
      const { text, step } = this.#known;
      for (const other of this.#others()) {
        if (!other.#frame) continue;
        if (other.#known.text !== text) other.#show(text, step ?? 0);
        else if (other.#known.step !== step) other.#goTo(step);
      }
    }

    #resize(height) {
      if (this.#givenHeight() > 0) return;
      // With the border. What was kept is not given back, so that nothing moves.
      const wanted = Math.min(Math.max(height + 2, this.#expectedHeight()), HIGHEST_PX);
      this.style.height = `${wanted}px`;
    }

    #ownTheme() {
      const theme = this.getAttribute("theme");
      if (theme === "light" || theme === "dark") return theme;
      return isDark(this) ? "dark" : "light";
    }

    /** Goes with the colours of the page around: a class, an attribute or the system changes them, at once or by and by. */
    #followTheme(signal) {
      this.#theme = this.#ownTheme();
      const follow = () => {
        const theme = this.#ownTheme();
        if (theme !== this.#theme) this.send({ lanescope: "theme", theme });
        this.#theme = theme;
      };
      const attributeFilter = ["class", "style", "data-theme", "data-mode", "data-md-color-scheme"];
      const observer = new MutationObserver(follow);
      for (const watched of [document.documentElement, document.body]) observer.observe(watched, { attributeFilter });
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", follow, { signal });
      document.addEventListener("transitionend", ({ propertyName }) => /background/.test(propertyName) && follow(), { signal });
      signal.addEventListener("abort", () => observer.disconnect());
    }
  }

  customElements.define(NAME, LanescopeEmbed);
})();
