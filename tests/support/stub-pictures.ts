import { register } from "node:module";

const hooks = `export const load = (url, context, next) =>
  /\\.(svg|avif|webp|jpg|png)(\\?|$)/.test(url)
    ? { format: "module", source: 'export default "";', shortCircuit: true }
    : next(url, context);`;

/** A journey imports `views.tsx`, whose pictures only Vite can load: for Node each of them is an empty address. */
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
