// <lanescope-embed>: a scenario that runs in the middle of a page. The chapter of the manual about embeds documents it.
//
// The element holds the scenario as a <pre>, which readers without scripts see. When it comes near the window, it loads a frame
// with embed.html, sends the text as a message, and shows the frame once the frame has drawn the text. If that fails, the text
// stays and a note below it gives the reason.

// The build puts the table into the script (tools/finish.mjs).
import { heights as HEIGHTS, options as OPTIONS } from "./embed-options.json";

(() => {
  "use strict";
  const NAME = "lanescope-embed";
  // A page that is rendered on a server imports the script, too.
  if (!globalThis.customElements || customElements.get(NAME)) return;

  /** The script and its address. embed.html is in the same folder. A script that another one imports has no element. */
  const script = document.currentScript ?? document.querySelector(`script[src*="${NAME}.js"]`);
  const imported = () => performance.getEntriesByType("resource").findLast(({ name }) => name.includes(`${NAME}.js`))?.name;
  const home = script?.dataset.base ?? (script?.src || imported()) ?? location.href;

  /**
   * The distance from the window at which a frame is loaded, as a part of the window's height. The frame is then usually ready
   * when it comes into sight.
   */
  const NEAR = "100%";
  /** Time from the load event of a frame until Lanescope must have answered. */
  const ANSWER_MS = 3000;
  /** Time from creating the frame until a note says that the scenario is late, or that its host does not answer. */
  const LATE_MS = 30_000;
  /** Time without another report after which a reported height is that of the finished layout. */
  const SETTLED_MS = 60;
  /** The most bytes of a scenario, and the most characters of a report of a frame. */
  const [MOST_BYTES, MOST_TOLD] = [256 * 1024, 2 * 1024 * 1024];
  /** The most requests that wait for a frame. */
  const MOST_WAITING = 100;
  /** The most warnings of one embed on the console. */
  const MOST_WARNINGS = 20;
  /** The height of a line of the text below the stage in size `full`, and the height around these lines. */
  const [LINE_PX, AROUND_LINES_PX] = [20.15, 60];
  /** The height of the panel that shows a variant next to the text. */
  const BESIDE_PX = 230;
  /** The height of a closed list of diagnostics, and of each surface after the second. */
  const [DIAGNOSTICS_PX, SURFACE_PX] = [28, 80];
  /** The height of a block-linear surface that is also shown by address, and the width from which it is. */
  const [BY_ADDRESS_PX, BY_ADDRESS_FROM_PX] = [550, 524];
  /** The width of a character of the text, and the width to the left of its lines. */
  const [CHARACTER_PX, BEFORE_LINES_PX] = [7.83, 70];
  const HIGHEST_PX = OPTIONS.height.most;
  /** The widths that a box which shrinks to its content can give an embed: at least one column, preferably all of them. */
  const [COLUMN_PX, COLUMNS] = [240, 3];
  const LOADING = "Loading…";

  /** The names of the options at a place: attributes of the element, or the query of the frame. */
  const optionsOf = (place) => Object.keys(OPTIONS).filter((name) => OPTIONS[name].places.includes(place));
  const ATTRIBUTES = optionsOf("element");
  const isFlag = (name) => OPTIONS[name].pattern === undefined;
  const isValid = (name, value) => {
    const { pattern, least = -Infinity, most = Infinity } = OPTIONS[name];
    return isFlag(name) || (new RegExp(`^(${pattern})$`).test(value) && !(value < least || value > most));
  };

  const isText = (value) => typeof value === "string";
  const isCount = (value) => Number.isInteger(value) && value >= 0;
  /** The reports of a frame, each with a check of its fields. Other messages are ignored. */
  const REPORTS = {
    starting: () => true,
    failed: ({ message }) => isText(message),
    ready: ({ engine }) => isText(engine),
    step: ({ step, steps, sentence }) => isCount(step) && isCount(steps) && isText(sentence),
    end: ({ holds, fails, open }) => isCount(holds) && (fails === null || isCount(fails)) && isCount(open),
    answers: ({ questions, right }) => isCount(questions) && (right === null || isCount(right)),
    text: ({ text }) => isText(text),
    outcomes: () => true,
    resize: ({ height }) => Number.isFinite(height),
    leave: () => true,
    error: ({ message }) => isText(message),
  };

  /** Parses a report of a frame; undefined if the message is not a valid report. */
  function read(data) {
    if (!isText(data) || data.length > MOST_TOLD) return undefined;
    try {
      const report = JSON.parse(data);
      return Object.hasOwn(REPORTS, report?.lanescope) && REPORTS[report.lanescope](report) ? report : undefined;
    } catch {
      return undefined;
    }
  }

  // The columns give the element its width in boxes that shrink to their content. The frame has no width of its own, and the text
  // must not widen its box: the size would change when the frame replaces the text.
  const STYLES = `
    :host { display: block; position: relative; inline-size: 100%; inline-size: -moz-available; inline-size: -webkit-fill-available;
      margin-block: 1em; }
    :host([hidden]) { display: none; }
    .box { display: flex; flex-direction: column; height: 100%; max-height: inherit; }
    .columns { display: flex; flex-wrap: wrap; height: 0; overflow: hidden; }
    .columns > i { flex: none; width: ${COLUMN_PX}px; }
    .text { flex: 0 1 auto; contain: inline-size; min-height: 0; overflow: auto; }
    .text ::slotted(pre), .text > pre { margin-block: 0; }
    iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 1px solid rgb(128 128 128 / 45%); border-radius: 6px;
      box-sizing: border-box; visibility: hidden; color-scheme: normal; }
    :host([data-state="live"]) iframe { visibility: visible; }
    :host([data-state="live"]) .text { display: none; }
    p { flex: none; margin: 0.5em 0 0; font-size: 0.85em; }
    p:empty { display: none; }
    @media print {
      :host { height: auto !important; max-height: none !important; }
      .box { display: block; }
      .text { display: block !important; contain: none; overflow: visible; }
      .text ::slotted(pre), .text > pre { max-height: none !important; overflow: visible !important; white-space: pre-wrap !important; }
      iframe, :host(:not([data-state="failed"])) p { display: none; }
    }
  `;

  /**
   * The embeds that wait for their turn to start, each with its start function, and the embed that is starting. They start one at
   * a time: together they would share the processor, and the first would be ready no sooner than the last.
   */
  const waiting = new Map();
  let starting = null;

  /** Starts the next embed if none is starting: the highest in the window, or the nearest below it, or the nearest above it. */
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

  /** The titles of all frames. No two frames have the same title. */
  const titles = new Set();
  /** Addresses of embed.html without an answer, each with the reason. Later embeds do not wait for them again. */
  const silent = new Map();

  /** Returns whether the background of an element is dark. */
  function isDark(element) {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    /** Returns the lightness of a colour, from 0 to 255; undefined if it is more than half transparent. */
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
    // No element has a background, so the browser's canvas shows. Its text colour, which depends on the page's colour scheme, is
    // light on a dark canvas.
    const probe = document.createElement("span");
    probe.style.color = "CanvasText";
    document.documentElement.append(probe);
    const text = lightness(getComputedStyle(probe).color);
    probe.remove();
    return text > 127;
  }

  /** Returns the text without its set-up: the lines before the first instruction. A line inside braces belongs to a directive. */
  function withoutSetUp(text) {
    let depth = 0;
    const lines = text.split("\n");
    const isSetUp = (line) => {
      const isInside = depth > 0;
      const code = line.replace(/\/\/.*/, "");
      depth += code.split("{").length - code.split("}").length;
      return isInside || /^\s*(\.|$)/.test(code);
    };
    const first = lines.findIndex((line) => !isSetUp(line));
    return lines.slice(Math.max(first, 0)).join("\n");
  }

  /** Returns the number of lines that a text takes if it is wrapped between words at `columns` characters. */
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

  /** Fetches the text at an address. Stops reading at the largest size of a scenario. */
  async function fetched(address, signal) {
    let isForbidden = false;
    const refused = ({ blockedURI, disposition, effectiveDirective }) => {
      isForbidden ||= disposition === "enforce" && effectiveDirective === "connect-src" && address.href.startsWith(blockedURI);
    };
    document.addEventListener("securitypolicyviolation", refused);
    const response = await fetch(address, { credentials: "omit", signal }).catch(() => undefined);
    // The event comes after the failure.
    if (!response) await new Promise((done) => setTimeout(done, 50));
    document.removeEventListener("securitypolicyviolation", refused);
    if (isForbidden) throw new Error(`this page's content security policy forbids to fetch ${address.href} (connect-src)`);
    if (!response) {
      const rule = address.origin === location.origin ? "" : ", or its host does not allow this page to read it (CORS)";
      throw new Error(`${address.href} cannot be fetched: the host does not answer${rule}`);
    }
    if (!response.ok) throw new Error(`${address.href} cannot be fetched: status ${response.status}`);
    const [reader, decoder] = [response.body.getReader(), new TextDecoder()];
    let [text, bytes] = ["", 0];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      bytes += value.length;
      if (bytes > MOST_BYTES) {
        reader.cancel();
        throw new Error(`${address.href} is larger than a scenario may be (${MOST_BYTES / 1024} KiB)`);
      }
      text += decoder.decode(value, { stream: true });
    }
  }

  class LanescopeEmbed extends HTMLElement {
    static observedAttributes = ATTRIBUTES;

    #frame = null;
    #note = null;
    /** The text from `src`, shown until the frame is ready. */
    #copy = null;
    /** Aborts all listeners when the element leaves its page or restarts. */
    #life = null;
    /** Whether the attributes and the text have been read. They are complete only after the document has been parsed. */
    #isRead = false;
    #hasStarted = false;
    /** Whether the frame still waits for its scenario. */
    #isWaiting = false;
    /** The scenario, from the `<pre>` or from `src`. */
    #scenario = undefined;
    /** Requests that wait until the embed is ready. */
    #waiting = [];
    #theme = "";
    /** The text in the `<pre>` when it was last read. */
    #held = undefined;
    /** The height that the frame last reported. */
    #told = 0;
    /** The timer after the last report of a height. */
    #settling = 0;
    /** The messages that the console has shown for this embed. */
    #warned = new Set();

    connectedCallback() {
      if (!this.shadowRoot) this.#build();
      this.#life = new AbortController();
      // Reserves the space before the first paint if this script precedes the element in the page.
      this.#keepRoom();
      this.#watchText();
      if (document.readyState !== "loading") this.#begin();
      else document.addEventListener("DOMContentLoaded", () => this.#begin(), { once: true, signal: this.#life.signal });
    }

    /** Observes the text. A change while the page is parsed may need more space. A later change is a new scenario. */
    #watchText() {
      const observer = new MutationObserver(() => (this.#isRead ? this.#followText() : this.#keepRoom()));
      observer.observe(this, { childList: true, characterData: true, subtree: true });
      this.#life.signal.addEventListener("abort", () => observer.disconnect());
    }

    #followText() {
      const text = this.#heldText();
      if (text === this.#held) return;
      this.#held = text;
      if (text === undefined || this.dataset.state === "failed") this.#restart();
      else if (!this.#isLinked()) {
        this.#scenario = text;
        if (this.#frame) this.#load();
      }
    }

    attributeChangedCallback(name, before, now) {
      if (before === now || !this.#isRead) return;
      this.#warnOfAttribute(name);
      if (name === "title" && this.#frame) this.#frame.title = this.#takeTitle();
      else if (name === "theme" && this.#frame) this.#recolour();
      else if (name === "height" && before > 0 && now > 0) this.#keepRoom();
      else if (name === "step" && this.dataset.state === "live") this.#post({ lanescope: "goto", step: this.#firstStep() });
      else this.#restart();
    }

    /** Keeps the frame, because `Element.moveBefore` does not reload it. Any other move restarts the embed. */
    connectedMoveCallback() {}

    disconnectedCallback() {
      this.#leave();
    }

    #leave() {
      this.#giveUp();
      [this.#isRead, this.#waiting] = [false, []];
      delete this.dataset.state;
    }

    #restart() {
      this.#leave();
      silent.delete(this.#page().href);
      this.connectedCallback();
    }

    /** Sends a request to the embed, such as `{ lanescope: "goto", step: 3 }`. Requests wait until the embed is ready. */
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
      const columns = document.createElement("div");
      columns.className = "columns";
      columns.append(...Array.from({ length: COLUMNS }, () => document.createElement("i")));
      const text = document.createElement("div");
      text.className = "text";
      // The text scrolls, so it must be reachable by keyboard.
      text.tabIndex = 0;
      text.setAttribute("role", "group");
      text.setAttribute("aria-label", "Scenario");
      text.append(document.createElement("slot"));
      this.#note = document.createElement("p");
      this.#note.setAttribute("role", "status");
      const box = document.createElement("div");
      box.className = "box";
      box.append(text, this.#note);
      root.append(columns, box);
    }

    #showCopy(text) {
      this.#copy = document.createElement("pre");
      this.#copy.textContent = text;
      this.shadowRoot.querySelector(".text").append(this.#copy);
    }

    #warn(message) {
      if (this.#warned.has(message) || this.#warned.size >= MOST_WARNINGS) return;
      this.#warned.add(message);
      console.warn(`${NAME}: ${message}`, this);
    }

    #warnOfAttribute(name) {
      const value = this.getAttribute(name);
      if (value !== null && !isValid(name, value)) this.#warn(`${name}="${value}" is ignored; expected ${OPTIONS[name].expected}`);
    }

    /** Returns the value of an attribute; undefined if it is absent or invalid. */
    #value(name) {
      const value = this.getAttribute(name);
      return value !== null && isValid(name, value) ? value : undefined;
    }

    /** Returns whether a flag is on. React and Vue write "false" for a flag that is off. */
    #isOn(name) {
      return this.hasAttribute(name) && this.getAttribute(name) !== "false";
    }

    #begin() {
      this.#held = this.#heldText();
      this.#scenario = this.#isLinked() ? undefined : this.#held;
      [this.#isRead, this.#hasStarted, this.#told] = [true, false, 0];
      this.#note.textContent = LOADING;
      this.#copy?.remove();
      ATTRIBUTES.forEach((name) => this.#warnOfAttribute(name));
      this.#keepRoom();
      const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && this.#start(), {
        rootMargin: NEAR,
      });
      observer.observe(this);
      this.#life.signal.addEventListener("abort", () => observer.disconnect());
    }

    /** Returns the scenario in the `<pre>`. */
    #heldText() {
      const text = this.querySelector("pre")?.textContent.replace(/^\n/, "");
      return text?.trim() ? text : undefined;
    }

    /** Returns whether an attribute names the scenario. The `<pre>` is then only for readers without scripts. */
    #isLinked() {
      return this.#value("src") !== undefined || this.#value("href") !== undefined;
    }

    #firstStep() {
      return Number(this.#value("step") ?? 0);
    }

    #size() {
      return this.#value("size") ?? "card";
    }

    /**
     * Sets the height: that of the attribute, or the larger of the expected and the reported height. Reserved space is not
     * released before a failure, so nothing moves.
     */
    #keepRoom() {
      this.style.maxHeight = "";
      const height = this.#givenHeight() || Math.min(Math.max(this.#told, this.#expectedHeight()), HIGHEST_PX);
      this.style.height = `${height}px`;
    }

    /** Releases the space that a failed embed does not need for its text and the reason. A long text scrolls. */
    #releaseRoom() {
      if (this.#givenHeight() > 0) return;
      this.style.maxHeight = this.style.height;
      this.style.height = "auto";
    }

    /** Returns the height in the attribute; 0 if there is none. */
    #givenHeight() {
      return Number(this.#value("height") ?? 0);
    }

    #expectedHeight() {
      const [, least] = HEIGHTS[this.#size()].find(([width]) => this.clientWidth >= width);
      if (this.#size() === "strip") return least;
      const height = least + (this.#value("compare") ? BESIDE_PX : 0);
      if (this.#size() === "card") return height;
      const columns = Math.max(1, Math.floor((this.clientWidth - BEFORE_LINES_PX) / CHARACTER_PX));
      return height + this.#surfacesHeight() + AROUND_LINES_PX + DIAGNOSTICS_PX + LINE_PX * lineCount(this.#shownText(), columns);
    }

    /** Returns the height of the surfaces of a `full` embed for which the height of its size is not enough. */
    #surfacesHeight() {
      const surfaces = (this.#scenario ?? this.#heldText() ?? "").match(/^\.surface .*/gm) ?? [];
      const isByAddress = this.clientWidth >= BY_ADDRESS_FROM_PX && surfaces.some((line) => line.includes("layout=blocklinear"));
      return (isByAddress ? BY_ADDRESS_PX : 0) + SURFACE_PX * Math.max(surfaces.length - 2, 0);
    }

    /** Returns the text that a `full` embed shows at first. */
    #shownText() {
      const text = this.#scenario ?? this.#heldText() ?? "";
      return this.#isOn("fold-setup") && !this.#isOn("editable") ? `\n${withoutSetUp(text)}` : text;
    }

    /** Opens the frame when the embed comes near the window. */
    #start() {
      if (this.#hasStarted) return;
      this.#hasStarted = true;
      // An embed in a closed tab had no width until now.
      this.#keepRoom();
      const { signal } = this.#life;
      this.#open(signal).catch((reason) => signal.aborted || this.#fail(reason.message));
    }

    async #open(signal) {
      // A browser reads <lanescope-embed /> as a start tag, and the rest of the page as the content.
      if (this.querySelector(`${NAME}, h1, h2, h3, h4, script, footer`)) {
        this.style.height = "auto";
        throw new Error(`it has no end tag, so it contains the rest of the page; write </${NAME}>`);
      }
      if (this.#scenario === undefined && !this.#isLinked()) {
        const reason = this.closest("p")
          ? "it is inside a <p>, which ends at the <pre>; put the embed into a <div>"
          : 'the element holds no scenario; add its text as a <pre>, or set the attribute "src" or "href"';
        throw new Error(reason);
      }
      const src = this.#value("src");
      if (src === undefined && this.#isLinked() && !/^#v\d/.test(this.#linkedHash())) {
        throw new Error('"href" is no link to a scenario; expected an address with #v2. in it');
      }
      if (src !== undefined) {
        const text = await fetched(new URL(src, document.baseURI), signal);
        signal.throwIfAborted();
        this.#scenario = text;
        if (this.#held === undefined) this.#showCopy(this.#scenario);
        this.#keepRoom();
      }
      await this.#turn();
      // The embed may have been removed from its page in the meantime.
      signal.throwIfAborted();
      if (this.#page().protocol === "file:") throw new Error("it does not run from files (file://); open the page from a web server");
      const reason = silent.get(this.#page().href);
      if (reason) throw new Error(reason);
      const page = this.#address();
      const frame = document.createElement("iframe");
      frame.title = this.#takeTitle();
      frame.referrerPolicy = "no-referrer";
      if (this.#isOn("sandboxed")) frame.sandbox = "allow-scripts allow-popups allow-popups-to-escape-sandbox";
      frame.allow = "clipboard-write";
      frame.src = page.href;
      this.#frame = frame;
      this.#watch(frame, page, signal);
      this.shadowRoot.prepend(frame);
      this.#followTheme(signal);
    }

    /** Waits until no other embed is starting. */
    #turn() {
      return new Promise((start) => {
        waiting.set(this, start);
        // Other embeds may ask in the same task, and the nearest one starts first.
        setTimeout(startNext);
      });
    }

    /** Ends the turn of this embed, which has started or will not start. The next embed starts. */
    #endTurn() {
      waiting.delete(this);
      if (starting !== this) return;
      starting = null;
      startNext();
    }

    /** Returns the address of embed.html. */
    #page() {
      const base = this.#value("base");
      return new URL("embed.html", base ? new URL(base, document.baseURI) : new URL(home, document.baseURI));
    }

    /** Returns the address of the frame, with its options. */
    #address() {
      const page = this.#page();
      const query = new URLSearchParams();
      for (const name of optionsOf("frame")) {
        const value = isFlag(name) ? (this.#isOn(name) ? "yes" : undefined) : this.#value(name);
        if (value !== undefined) query.set(name, value);
      }
      query.set("theme", this.#ownTheme());
      if (this.#givenHeight() > 0) query.set("fits", "");
      // Texts of any length are sent as messages.
      const isSent = this.#scenario !== undefined;
      if (isSent) query.set("wait", "");
      page.search = query;
      if (!isSent) page.hash = this.#linkedHash();
      this.#isWaiting = true;
      return page;
    }

    /** Returns the part from `#` of the link in `href`. */
    #linkedHash() {
      return new URL(this.#value("href").trim(), document.baseURI).hash;
    }

    /** Returns the accessible name of the frame: the scenario's first comment, with a number if another frame has the same name. */
    #takeTitle() {
      titles.delete(this.#frame?.title);
      const comment = /^\s*\/\/\s*(.*\S)/.exec(this.#scenario ?? "")?.[1].replace(/[.:]$/, "");
      const name = this.getAttribute("title") ?? (comment ? `Lanescope: ${comment}` : "Lanescope");
      let title = name;
      for (let number = 2; titles.has(title); number += 1) title = `${name} (${number})`;
      titles.add(title);
      return title;
    }

    /** Handles messages of the frame, and detects why it does not start. */
    #watch(frame, page, signal) {
      let hasAnswered = false;
      const hear = ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        hasAnswered = true;
        const report = read(data);
        if (report) this.#hear(report);
      };
      addEventListener("message", hear, { signal });
      const refused = ({ blockedURI, disposition, effectiveDirective }) => {
        const isOurs = /^(frame|child|default)-src/.test(effectiveDirective) && page.href.startsWith(blockedURI);
        // A report-only policy blocks nothing.
        if (disposition === "report") return;
        if (isOurs) this.#fail(`this page's content security policy forbids frames of ${page.origin}`);
      };
      document.addEventListener("securitypolicyviolation", refused, { signal });
      // The start script of embed.html answers before the program is loaded.
      const failSilent = (reason) => {
        if (hasAnswered || signal.aborted) return;
        silent.set(this.#page().href, reason);
        this.#fail(reason);
      };
      const sandboxRule = this.#isOn("sandboxed") ? ", or does not allow sandboxed frames (Access-Control-Allow-Origin)" : "";
      const missing = `${this.#page().href} is not there, or its host forbids other pages to show it in a frame${sandboxRule}`;
      frame.addEventListener("load", () => setTimeout(failSilent, ANSWER_MS, missing), { signal });
      const onlate = () => {
        failSilent(`${page.origin} does not answer`);
        if (!signal.aborted && this.dataset.state !== "live") this.#tellLate();
      };
      setTimeout(onlate, LATE_MS);
    }

    #tellLate() {
      this.#endTurn();
      this.#note.textContent = "This scenario is still loading; until then, this is its text.";
    }

    #giveUp() {
      this.#life.abort();
      clearTimeout(this.#settling);
      this.#endTurn();
      titles.delete(this.#frame?.title);
      this.#frame?.remove();
      this.#frame = null;
    }

    #fail(reason) {
      this.#giveUp();
      this.dataset.state = "failed";
      this.#note.textContent = `This scenario cannot run here: ${reason.replace(/\.$/, "")}.`;
      this.#releaseRoom();
      this.#tell({ lanescope: "error", message: reason });
      this.#warn(reason);
      // A change of the text restarts the embed.
      this.#life = new AbortController();
      this.#watchText();
    }

    #tell({ lanescope, ...detail }) {
      this.dispatchEvent(new CustomEvent(`lanescope-${lanescope}`, { detail, bubbles: true, composed: true }));
    }

    /** Handles a report of the frame. */
    #hear(report) {
      if (report.lanescope === "starting") return;
      if (report.lanescope === "failed") {
        this.#fail(`Lanescope could not start (${report.message})`);
        return;
      }
      if (report.lanescope === "ready") this.#load();
      else if (report.lanescope === "resize") this.#resize(report.height);
      else if (report.lanescope === "leave") this.#frame.blur();
      else if (report.lanescope === "step") this.#comeAlive();
      // The frame refuses the scenario itself: a text that is too long, or a damaged link.
      else if (report.lanescope === "error" && this.#isWaiting) return this.#fail(report.message);
      else if (report.lanescope === "error" && !this.#isOn("editable")) this.#warn(report.message);
      else if (report.lanescope === "text") this.#isWaiting = false;
      this.#tell(report);
    }

    /** Sends the scenario to the frame. */
    #load() {
      if (this.#scenario !== undefined) this.#post({ lanescope: "load", text: this.#scenario, step: this.#firstStep() });
    }

    /** Shows the frame, which has drawn the scenario. */
    #comeAlive() {
      if (this.#isWaiting || this.dataset.state === "live") return;
      this.dataset.state = "live";
      this.#endTurn();
      this.#note.textContent = "";
      for (const request of this.#waiting.splice(0)) this.#post(request);
    }

    #resize(height) {
      // Two pixels for the border.
      this.#told = height + 2;
      // The first layout of a scenario is not the last one.
      clearTimeout(this.#settling);
      this.#settling = setTimeout(() => this.#keepRoom(), SETTLED_MS);
    }

    #ownTheme() {
      const theme = this.#value("theme") ?? "auto";
      if (theme !== "auto") return theme;
      return isDark(this) ? "dark" : "light";
    }

    #recolour() {
      const theme = this.#ownTheme();
      if (theme !== this.#theme) this.send({ lanescope: "theme", theme });
      this.#theme = theme;
    }

    /** Observes the colours of the host page. A class, an attribute or the system can change them, at once or in a transition. */
    #followTheme(signal) {
      this.#theme = this.#ownTheme();
      const follow = () => this.#recolour();
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
