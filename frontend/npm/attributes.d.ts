// Written by the test `embed_options` of the core.

/** The attributes of `<lanescope-embed>`. */
export interface LanescopeEmbedAttributes {
  /** the parts that the embed shows. Default: `card`. */
  size?: "strip" | "card" | "full";
  /** the micro-step at which the embed starts. Default: 0. */
  step?: number | `${number}`;
  /** the size of a step. Default: depends on the scenario. */
  granularity?: "step" | "memory" | "lane" | "instruction";
  /** the panel that a `full` embed opens first. A long search for outcomes starts only when the reader asks for it. Default: `text`. */
  side?: "text" | "semantics" | "outcomes";
  /** the `.variant NAME` to show next to the scenario, in step; not with `size=strip`. Default: none. */
  compare?: string;
  /** readers can change the text, values and orders; *Reset* restores the scenario. Default: read-only. */
  editable?: boolean | "" | "true" | "false";
  /** a `full` embed hides the lines before the first instruction until the reader asks for them; not with `editable`. Default: all lines. */
  "fold-setup"?: boolean | "" | "true" | "false";
  /** plays once the stage is visible; never if the reader's system asks for reduced motion. Default: off. */
  autoplay?: boolean | "" | "true" | "false";
  /** the colours. `auto` follows the theme switch of your page. Default: `auto`. */
  theme?: "auto" | "light" | "dark";
  /** a fixed height in pixels, for slides; parts that do not fit scroll inside. Default: the height of its contents. */
  height?: number | `${number}`;
  /** the accessible name of the frame, for screen readers. Default: the scenario's first comment. */
  title?: string;
  /** the `.lane` file of the scenario. In an element, it is an address of this site or of one that allows it (CORS); in a document, a path that is relative to the page. Messages cite the lines of the file. Default: the text in the element. */
  src?: string;
  /** a link from *Copy link* in the menu *Share*, or from `lanescope link`. Default: the text in the element. */
  href?: string;
  /** the version of Lanescope that your page was written for; the embed shows a notice if the versions differ. Default: any. */
  version?: string;
  /** the frame gets `sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"`: popups, for *Open in Lanescope*. The server that hosts Lanescope has to send `Access-Control-Allow-Origin: *`. Default: no sandbox. */
  sandboxed?: boolean | "" | "true" | "false";
  /** the folder of `embed.html`. Default: the folder of the script. */
  base?: string;
}
