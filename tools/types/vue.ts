// The types of the npm package, for Vue.

import type {} from "lanescope-embed/vue";
import type { GlobalComponents } from "vue";
type Props = InstanceType<GlobalComponents["lanescope-embed"]>["$props"];
export const good: Props = { size: "card", step: 3, editable: true, class: "a", onLanescopeStep: ({ detail }) => console.log(detail.step) };
// @ts-expect-error
export const bad: Props = { size: "huge" };
// @ts-expect-error
export const worse: Props = { onLanescopeStep: ({ detail }) => console.log(detail.nothing) };
