// The element in JSX, for React 19 with TypeScript: `import type {} from "lanescope-embed/react"`.

import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { LanescopeEmbedAttributes, LanescopeEmbedElement, LanescopeEvents } from "./index.js";

type Listeners = { [Name in keyof LanescopeEvents as `on${Name}`]?: (event: LanescopeEvents[Name]) => void };

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "lanescope-embed": DetailedHTMLProps<HTMLAttributes<LanescopeEmbedElement>, LanescopeEmbedElement> &
        LanescopeEmbedAttributes &
        Listeners;
    }
  }
}
