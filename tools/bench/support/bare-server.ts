import { createServer, type OutgoingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface BareAnswer {
  path: string;
  headers: OutgoingHttpHeaders;
  /** In base64. */
  body: string;
}

/** Node alone, which does nothing but send what it was told to: how fast an answer of that size can be at all. */
process.once("message", (answers: BareAnswer[]) => {
  const known = new Map(
    answers.map(({ path, headers, body }) => [path, { headers, body: Buffer.from(body, "base64") }]),
  );
  const server = createServer((request, response) => {
    const answer = known.get(request.url ?? "");
    response.writeHead(answer ? 200 : 404, answer?.headers).end(answer?.body);
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
process.once("disconnect", () => process.exit());
