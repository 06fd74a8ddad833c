import { runProcess } from "./run-process.ts";

/** A club's process with nothing in it but its database, for tests that send it signals. */
await runProcess(JSON.parse(process.argv[2] ?? "{}"), async ({ settings: { appUrl } }) => ({
  fetch: (request) => {
    if (new URL(request.url).pathname === "/crash") setImmediate(() => JSON.parse("{"));
    return new Response("welcome");
  },
  welcome: { appUrl, registrations: [] },
  close: async () => {},
}));
