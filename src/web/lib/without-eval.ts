declare global {
  /** Zod's settings, for every copy of it in a page. Set by this name because its `config` would cost each public page 3 kB. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/** Zod asks whether it may build functions from text. The pages' policy refuses that, and reports each time it is asked. */
globalThis.__zod_globalConfig = Object.assign(globalThis.__zod_globalConfig ?? {}, { jitless: true });

export {};
