// The types of the npm package, for React. `cargo xtask release --dry-run` compiles this file with the packed package.

import "lanescope-embed";
import type {} from "lanescope-embed/react";
import type { LanescopeRequest } from "lanescope-embed";
const embed = document.querySelector("lanescope-embed")!;
embed.send({ lanescope: "goto", step: 3 });
embed.send({ lanescope: "order", order: { lanes: [3, 1] } });
// @ts-expect-error
embed.send({ lanescope: "goto" });
embed.addEventListener("lanescope-step", ({ detail }) => console.log(detail.step.toFixed(), detail.sentence.length));
document.addEventListener("lanescope-end", (event) => console.log(event.detail.holds));
// @ts-expect-error
embed.addEventListener("lanescope-step", ({ detail }) => console.log(detail.nothing));
export const good = <lanescope-embed size="card" step={3} editable fold-setup height="300" title="a" className="b" onlanescope-step={({ detail }) => console.log(detail.steps)}><pre>x</pre></lanescope-embed>;
// @ts-expect-error
export const bad = <lanescope-embed size="huge" />;
export const request: LanescopeRequest = { lanescope: "play" };
