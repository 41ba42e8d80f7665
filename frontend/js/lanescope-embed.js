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

  /** How far outside of the window a frame is loaded. */
  const NEAR = "500px";
  /** How long the program may take from the frame to its first message. */
  const LIMIT_MS = 30_000;
  /** The most bytes of a scenario. */
  const MOST_BYTES = 256 * 1024;
  /** Heights in CSS pixels, by the least width for each: so much room is kept from the start, and nothing moves later. */
  const HEIGHTS = {
    strip: [[480, 220], [0, 320]],
    card: [[640, 470], [0, 560]],
    full: [[640, 470], [0, 560]],
  };
  /** Lines of a text below the stage, in size `full`: the height of one, and of what is around them. */
  const [LINE_PX, AROUND_LINES_PX] = [20.15, 60];
  const HIGHEST_PX = 20_000;

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

  /** Embeds by the name of their group: they show the same scenario at the same step. */
  const groups = new Map();

  /** Whether what stands behind an element is dark. */
  function isDark(element) {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = getComputedStyle(at).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      if (alpha > 127) return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
    }
    // Nobody has painted anything: it is as the system has it.
    return getComputedStyle(document.documentElement).colorScheme.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches;
  }

  class LanescopeEmbed extends HTMLElement {
    #frame = null;
    #note = null;
    #text = undefined;
    #known = { text: undefined, step: undefined };
    #theme = "";
    #isWaiting = false;
    #stops = new AbortController();

    connectedCallback() {
      if (this.shadowRoot) return;
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
      // Before anything of it is painted, where this script stands in the head of the page.
      this.style.height = `${this.#expectedHeight()}px`;
      // What it holds may not have been read yet.
      if (document.readyState === "loading") {
        document.addEventListener("DOMContentLoaded", () => this.#begin(), { once: true });
      } else {
        this.#begin();
      }
    }

    disconnectedCallback() {
      const group = groups.get(this.getAttribute("group"));
      group?.delete(this);
    }

    /** Sends a request to the embed: `{ lanescope: "goto", step: 3 }` and so on. */
    send(request) {
      this.#frame?.contentWindow?.postMessage(JSON.stringify(request), "*");
    }

    #begin() {
      const source = this.querySelector("pre");
      this.#text = source ? source.textContent.replace(/^\n/, "") : undefined;
      this.style.height = `${this.#expectedHeight()}px`;
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          observer.disconnect();
          this.#start().catch((reason) => this.#fail(reason.message));
        },
        { rootMargin: NEAR },
      );
      observer.observe(this);
    }

    #size() {
      const size = this.getAttribute("size");
      return Object.hasOwn(HEIGHTS, size) ? size : "card";
    }

    #expectedHeight() {
      const [, least] = HEIGHTS[this.#size()].find(([width]) => this.clientWidth >= width);
      const height = Math.max(least, Math.min(Number(this.getAttribute("height")) || 0, HIGHEST_PX));
      if (this.#size() !== "full") return height;
      return height + AROUND_LINES_PX + LINE_PX * (this.#text ?? "").split("\n").length;
    }

    async #start() {
      const hasScenario = ["src", "href", "group"].some((name) => this.hasAttribute(name));
      if (this.#text === undefined && !hasScenario) throw new Error("there is no scenario in it");
      if (this.hasAttribute("src")) await this.#fetchText(new URL(this.getAttribute("src"), document.baseURI));
      const base = this.getAttribute("base");
      const page = new URL("embed.html", base ? new URL(base, document.baseURI) : new URL(home, document.baseURI));
      const query = new URLSearchParams({ size: this.#size(), theme: this.#ownTheme() });
      for (const name of ["step", "granularity", "version"]) {
        if (this.hasAttribute(name)) query.set(name, this.getAttribute(name));
      }
      for (const name of ["editable", "autoplay"]) if (this.hasAttribute(name)) query.set(name, "yes");
      const link = this.getAttribute("href");
      // A text comes as a message, however long; and so does that of the others of a group.
      this.#isWaiting = this.#text !== undefined || !link;
      if (this.#isWaiting) query.set("wait", "");
      page.search = query;
      if (this.#text === undefined && link) page.hash = new URL(link, document.baseURI).hash;

      const frame = document.createElement("iframe");
      frame.title = this.getAttribute("title") ?? "Lanescope";
      frame.referrerPolicy = "no-referrer";
      if (this.hasAttribute("sandboxed")) frame.sandbox = "allow-scripts allow-popups allow-popups-to-escape-sandbox";
      frame.allow = "clipboard-write";
      frame.src = page.href;
      this.#frame = frame;
      const { signal } = this.#stops;
      addEventListener("message", (event) => event.source === frame.contentWindow && this.#hear(event.data), { signal });
      document.addEventListener(
        "securitypolicyviolation",
        ({ blockedURI, effectiveDirective }) => {
          const isOurs = /^(frame|child|default)-src/.test(effectiveDirective) && page.href.startsWith(blockedURI);
          if (isOurs) this.#fail(`this page's content security policy forbids frames of ${page.origin}`);
        },
        { signal },
      );
      setTimeout(() => this.#frame && this.dataset.state !== "live" && this.#fail("it did not start in time"), LIMIT_MS);
      this.shadowRoot.prepend(frame);
      this.#followTheme();
    }

    async #fetchText(address) {
      const response = await fetch(address, { credentials: "omit" }).catch(() => ({ ok: false }));
      if (!response.ok) throw new Error(`${address.pathname} cannot be fetched`);
      const text = await response.text();
      if (text.length > MOST_BYTES) throw new Error(`${address.pathname} is larger than a scenario may be`);
      this.#text = text;
    }

    #fail(reason) {
      this.#stops.abort();
      this.#frame?.remove();
      this.#frame = null;
      this.dataset.state = "failed";
      this.style.height = "auto";
      this.#note.textContent = `This scenario cannot run here: ${reason}.`;
      this.#tell({ lanescope: "error", message: reason });
    }

    #tell({ lanescope, ...detail }) {
      this.dispatchEvent(new CustomEvent(`lanescope-${lanescope}`, { detail, bubbles: true }));
    }

    /** What the frame says. */
    #hear(data) {
      const report = typeof data === "string" ? JSON.parse(data) : {};
      if (report.lanescope === "ready") this.#join();
      else if (report.lanescope === "resize") this.#resize(report.height);
      else if (report.lanescope === "step") this.#step(report);
      else if (report.lanescope === "text") this.#takeText(report.text);
      this.#tell(report);
    }

    /** The frame listens: it gets its text, or what its group shows. */
    #join() {
      const name = this.getAttribute("group");
      const group = name && (groups.get(name) ?? groups.set(name, new Set()).get(name));
      const shown = [...(group ?? [])].map((other) => other.#known).find((known) => known.text !== undefined);
      group?.add(this);
      const { text, step } = shown ?? { text: this.#text, step: Number(this.getAttribute("step") ?? 0) };
      this.#known = { text, step };
      if (text !== undefined) this.#load(text, step);
    }

    #load(text, step) {
      this.#known.text = text;
      this.send({ lanescope: "load", text, step: Math.max(0, Math.trunc(step) || 0) });
    }

    #takeText(text) {
      this.#isWaiting = false;
      this.#share({ text });
    }

    #step({ step }) {
      if (this.#isWaiting) return;
      this.dataset.state = "live";
      if (step !== this.#known.step) this.#share({ step });
    }

    /** Tells the others of the group where this one stands, or what its text is now. */
    #share(news) {
      Object.assign(this.#known, news);
      for (const other of groups.get(this.getAttribute("group")) ?? []) {
        if (other === this) continue;
        const { text, step } = { ...other.#known, ...news };
        if (text !== other.#known.text) other.#load(text, this.#known.step ?? 0);
        else if (step !== other.#known.step) other.send({ lanescope: "goto", step });
        Object.assign(other.#known, news);
      }
    }

    #resize(height) {
      if (!Number.isFinite(height)) return;
      // With the border. What was kept is not given back, so that nothing moves.
      const wanted = Math.min(Math.max(height + 2, this.#expectedHeight()), HIGHEST_PX);
      this.style.height = `${wanted}px`;
    }

    #ownTheme() {
      const theme = this.getAttribute("theme");
      if (theme === "light" || theme === "dark") return theme;
      return isDark(this) ? "dark" : "light";
    }

    /** Goes with the colours of the page around: a class, an attribute or the system changes them. */
    #followTheme() {
      this.#theme = this.#ownTheme();
      const follow = () => {
        const theme = this.#ownTheme();
        if (theme !== this.#theme) this.send({ lanescope: "theme", theme });
        this.#theme = theme;
      };
      const attributeFilter = ["class", "style", "data-theme", "data-mode", "data-md-color-scheme"];
      const observer = new MutationObserver(follow);
      for (const watched of [document.documentElement, document.body]) observer.observe(watched, { attributeFilter });
      const { signal } = this.#stops;
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", follow, { signal });
      signal.addEventListener("abort", () => observer.disconnect());
    }
  }

  customElements.define(NAME, LanescopeEmbed);
})();
