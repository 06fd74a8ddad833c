import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, string>;
  status?: { code: number };
}

type KeyValue = { key: string; value: { stringValue?: string; intValue?: string } };

/** A collector of traces: OTLP over HTTP as JSON, on this machine. */
export async function openOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders; body: string; resource: Record<string, string> }[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const body = (request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
    const [{ resource, scopeSpans }] = JSON.parse(body).resourceSpans;
    requests.push({
      path: request.url ?? "",
      headers: request.headers,
      body,
      resource: toRecord(resource.attributes),
    });
    if (status === 200) spans.push(...scopeSpans[0].spans.map(toSpan));
    response.writeHead(status).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    requests,
    answerWith: (next: number) => {
      status = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type OtlpReceiver = Awaited<ReturnType<typeof openOtlpReceiver>>;

const toSpan = (span: { attributes: KeyValue[] }) =>
  ({ ...span, attributes: toRecord(span.attributes) }) as ReceivedSpan;

const toRecord = (pairs: KeyValue[]) =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? ""]));
