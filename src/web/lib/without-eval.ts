declare global {
  /** Zod's global settings; importing its `config` would cost each public page 3 kB. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/** Zod tries `new Function`, which the content security policy blocks and reports. */
globalThis.__zod_globalConfig = Object.assign(globalThis.__zod_globalConfig ?? {}, { jitless: true });

export {};
