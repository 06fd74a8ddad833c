import { once } from "node:events";
import { createServer, type OutgoingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Call } from "../../load/send-load.ts";

/** `node:http` alone: answers these calls with the bytes that the club sent. Started by `withBareServer`. */
process.once("message", async ({ clubUrl, calls }: { clubUrl: string; calls: Call[] }) => {
  const answers = new Map<string, { headers: OutgoingHttpHeaders; body: Buffer }>();
  for (const { path = "/", headers = {} } of calls) {
    // The request does not use `fetch`, which would undo the compression.
    const asked = request(`${clubUrl}${path}`, { headers, agent: false }).end();
    const [response] = await once(asked, "response");
    const { connection, "keep-alive": _, date, "transfer-encoding": __, ...sent } = response.headers;
    const body = await buffer(response);
    answers.set(path, { headers: { ...sent, "content-length": body.length }, body });
  }
  const server = createServer(({ url = "" }, response) => {
    const answer = answers.get(url);
    response.writeHead(answer ? 200 : 404, answer?.headers).end(answer?.body);
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
process.once("disconnect", () => process.exit());
