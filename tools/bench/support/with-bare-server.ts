import { fork } from "node:child_process";
import { once } from "node:events";
import type { Call, Target } from "../../load/send-load.ts";

/** Runs a bare server in a process of its own for as long as the work takes. */
export async function withBareServer<Result>(
  asked: { clubUrl: string; calls: readonly Call[] },
  work: (server: Target) => Promise<Result>,
): Promise<Result> {
  const server = fork(new URL("bare-server.ts", import.meta.url));
  try {
    server.send(asked);
    const [port] = await once(server, "message");
    return await work({ urls: [`http://127.0.0.1:${port}`], nodePids: [Number(server.pid)] });
  } finally {
    server.disconnect();
    await once(server, "exit");
  }
}
