import { fork } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { BareAnswer } from "./bare-server.ts";
import type { Call } from "./load.ts";

/** A bare server, in a process of its own, that answers these calls as the club just did, byte for byte. */
export async function runBareServer(clubUrl: string, calls: readonly Call[]) {
  const answers = await Promise.all(calls.map((call) => answerOf(clubUrl, call)));
  const server = fork(fileURLToPath(new URL("bare-server.ts", import.meta.url)));
  server.send(answers);
  const [port] = await once(server, "message");
  const stop = async () => {
    server.disconnect();
    await once(server, "exit");
  };
  return { url: `http://127.0.0.1:${port}`, pid: Number(server.pid), stop };
}

/** As it comes over the wire: `fetch` would undo the compression. */
async function answerOf(clubUrl: string, { path = "/", headers = {} }: Call): Promise<BareAnswer> {
  const asked = request(`${clubUrl}${path}`, { headers, agent: false }).end();
  const [response] = await once(asked, "response");
  const { connection, "keep-alive": _, date, "transfer-encoding": __, ...sent } = response.headers;
  const body = await buffer(response);
  return { path, headers: { ...sent, "content-length": body.length }, body: body.toString("base64") };
}
