import { runProcess } from "./run-process.ts";

/** Only the database, for signal tests. */
await runProcess(JSON.parse(process.argv[2] ?? "{}"), async ({ settings: { appUrl } }) => ({
  fetch: (request) => {
    if (new URL(request.url).pathname === "/crash") setImmediate(() => JSON.parse("{"));
    return new Response("welcome");
  },
  welcome: { appUrl, registrations: [] },
  close: async () => {},
}));
