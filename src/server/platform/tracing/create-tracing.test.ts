import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OtlpReceiver, openOtlpReceiver } from "#tests/support/otlp-receiver.ts";
import { createSpanSender, type FinishedSpan, type SpanSender } from "./create-tracing.ts";
import type { TracingSettings } from "./tracing.ts";

const usual: Omit<TracingSettings, "url"> = {
  headers: { "x-key": "secret-key" },
  timeoutMilliseconds: 5000,
  isCompressed: false,
  resource: { "service.name": "club" },
  sampler: { ratio: 1, followsParent: true },
  delayMilliseconds: 10,
  mostWaiting: 4,
  mostInBatch: 2,
};

let collector: OtlpReceiver;
let warnings: object[];
let sender: SpanSender | undefined;
beforeEach(async () => {
  collector = await openOtlpReceiver();
  warnings = [];
});
afterEach(async () => {
  await sender?.close();
  await collector.close();
});

function open(settings: Partial<TracingSettings> = {}): SpanSender {
  const log = { warn: (facts: object) => void warnings.push(facts) };
  sender = createSpanSender({ ...usual, url: `${collector.url}/v1/traces`, ...settings }, "1.2.3", log as never);
  return sender;
}

const span = (name: string): FinishedSpan => ({
  traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
  spanId: "00f067aa0ba902b7",
  name,
  kind: "server",
  start: 1_795_464_000_000.25,
  end: 1_795_464_000_001.5,
  attributes: { route: "/", status: 200 },
  isError: false,
});
const names = () => collector.spans.map(({ name }) => name);

describe("Finished spans", () => {
  it.each([false, true])(
    "Spans are posted as OTLP with the operator's headers, compressed: %s",
    async (isCompressed) => {
      open({ isCompressed }).add(span("one"));
      await sender?.close();
      expect(collector.spans).toEqual([
        {
          traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
          spanId: "00f067aa0ba902b7",
          name: "one",
          kind: 2,
          flags: 1,
          startTimeUnixNano: "1795464000000250000",
          endTimeUnixNano: "1795464000001500000",
          attributes: { route: "/", status: "200" },
        },
      ]);
      expect(collector.requests[0]).toMatchObject({
        path: "/v1/traces",
        resource: { "service.name": "club" },
        headers: { "x-key": "secret-key", "content-type": "application/json" },
      });
    },
  );

  it("Spans are sent again, once each, to a collector that was busy", async () => {
    collector.answerWith(503);
    open();
    for (const name of ["a", "b", "c"]) sender?.add(span(name));
    await expect.poll(() => collector.requests.length).toBeGreaterThan(1);
    collector.answerWith(200);
    await expect.poll(() => names().toSorted()).toEqual(["a", "b", "c"]);
    expect(warnings).toEqual([{ reason: "It answered 503.", dropped: 0 }]);
  });

  it("Spans are dropped when the collector refuses them, and the spans after them are sent", async () => {
    collector.answerWith(401);
    open().add(span("refused"));
    await expect.poll(() => warnings).toEqual([{ reason: "It answered 401.", dropped: 1 }]);
    collector.answerWith(200);
    sender?.add(span("next"));
    await expect.poll(names).toEqual(["next"]);
  });

  it("Spans wait up to a limit while nobody listens, and the log says so without address and key", async () => {
    await collector.close();
    open({ url: "http://127.0.0.1:9/v1/traces?key=secret-key" });
    for (let n = 0; n < 6; n++) sender?.add(span(String(n)));
    await expect.poll(() => warnings.length).toBe(1);
    expect(JSON.stringify(warnings)).not.toMatch(/secret|127\.0/);
  });
});
