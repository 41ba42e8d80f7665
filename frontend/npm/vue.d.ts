// The element in templates of Vue 3 with TypeScript: `import type {} from "lanescope-embed/vue"`.

import type { DefineComponent, HTMLAttributes, ReservedProps } from "vue";
import type { LanescopeEmbedAttributes, LanescopeEvents } from "./index.js";

type Capitalized<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Capitalized<Rest>}`
  : Capitalize<Name>;
/** Vue calls the listener of `lanescope-step` `onLanescopeStep`. */
type Listeners = { [Name in keyof LanescopeEvents as `on${Capitalized<Name>}`]?: (event: LanescopeEvents[Name]) => void };

declare module "vue" {
  interface GlobalComponents {
    "lanescope-embed": DefineComponent<ReservedProps & HTMLAttributes & LanescopeEmbedAttributes & Listeners>;
  }
}
