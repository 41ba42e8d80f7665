// The types of the element `<lanescope-embed>`, its requests and its events.

export type { LanescopeEmbedAttributes } from "./attributes.js";

/** The size of a step. */
export type LanescopeGranularity = "step" | "memory" | "lane" | "instruction";

/** The order in which lanes take turns. Lanes that are not listed follow. */
export type LanescopeOrder = "ascending" | "descending" | { seed: number } | { lanes: number[] };

/** A request to an embed. */
export type LanescopeRequest =
  | { lanescope: "load"; text: string; step?: number; granularity?: LanescopeGranularity }
  | { lanescope: "goto"; step: number }
  | { lanescope: "play"; on?: boolean }
  | { lanescope: "order"; order: LanescopeOrder }
  | { lanescope: "reading"; name: string; choice?: string }
  | { lanescope: "outcomes" }
  | { lanescope: "theme"; theme: "light" | "dark" | "system" };

/** The details of the events, by name. Later versions add fields and events. */
export interface LanescopeEventDetails {
  /** The embed is ready for requests. */
  "lanescope-ready": { engine: string };
  /** The run moved to another step, or a new run started. */
  "lanescope-step": {
    step: number;
    steps: number;
    granularity: LanescopeGranularity;
    instruction: number | null;
    lane: number | null;
    sentence: string;
  };
  /** The run is at its end and its lines are judged. */
  "lanescope-end": { holds: number; fails: number | null; open: number };
  /** The scenario asks questions, or the reader has checked the answers. */
  "lanescope-answers": { questions: number; right: number | null; points: number | null; of: number };
  /** A scenario was loaded or changed. */
  "lanescope-text": { text: string };
  /** All orders were explored. A sentence is null if the search ended early. */
  "lanescope-outcomes": { memory: string | null; results: string | null };
  /** The frame needs this height in CSS pixels. The element adjusts by itself. */
  "lanescope-resize": { height: number };
  /** A request cannot be carried out, or the scenario has an error or cannot start. */
  "lanescope-error": { message: string };
  /** The reader pressed Escape. */
  "lanescope-leave": Record<string, never>;
}

/** The events, by name. */
export type LanescopeEvents = {
  [Name in keyof LanescopeEventDetails]: CustomEvent<LanescopeEventDetails[Name]>;
};

/** The element. */
export interface LanescopeEmbedElement extends HTMLElement {
  /** Sends a request. Requests wait until the embed is ready. */
  send(request: LanescopeRequest): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "lanescope-embed": LanescopeEmbedElement;
  }
  interface GlobalEventHandlersEventMap extends LanescopeEvents {}
}
