import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Logger } from "pino";
import type { Attributes, SpanStart, TracingSettings } from "./tracing.ts";

export interface SpanSender {
  add(span: FinishedSpan): void;
  /** Sends what waits, and stops. */
  close(): Promise<void>;
}

const compress = promisify(gzip);
/** OTLP 1: what may be sent again. */
const passing = [429, 502, 503, 504];
const quietMilliseconds = 60_000;
const closesWithinMilliseconds = 3000;

class Refused extends Error {}

/** Posts finished spans in batches. What a collector does not take in time is dropped: the club never waits for it. */
export function createSpanSender(settings: TracingSettings, version: string, log: Pick<Logger, "warn">): SpanSender {
  const { url, headers, timeoutMilliseconds, isCompressed, resource } = settings;
  const { delayMilliseconds, mostWaiting, mostInBatch } = settings;
  const waiting: FinishedSpan[] = [];
  let dropped = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let sending: Promise<void> | undefined;

  const warn = (reason: string) => {
    if (performance.now() - warnedAt < quietMilliseconds) return;
    warnedAt = performance.now();
    log.warn({ reason, dropped }, "traces not sent");
  };
  const post = async (batch: readonly FinishedSpan[], withinMilliseconds: number) => {
    const text = JSON.stringify(toOtlp(batch, resource, version));
    const response = await fetch(url, {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "application/json",
        ...(isCompressed && { "content-encoding": "gzip" }),
      },
      body: isCompressed ? new Uint8Array(await compress(text)) : text,
      redirect: "error",
      signal: AbortSignal.timeout(withinMilliseconds),
    });
    await response.body?.cancel();
    if (response.ok) return;
    const reason = `It answered ${response.status}.`;
    throw passing.includes(response.status) ? new Error(reason) : new Refused(reason);
  };
  const sendAll = async (withinMilliseconds: number) => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, mostInBatch);
      try {
        await post(batch, withinMilliseconds);
      } catch (error) {
        const kept = error instanceof Refused ? [] : batch.slice(0, mostWaiting - waiting.length);
        waiting.unshift(...kept);
        dropped += batch.length - kept.length;
        warn(reasonOf(error));
        return;
      }
    }
  };
  const send = (withinMilliseconds = timeoutMilliseconds) => {
    sending ??= sendAll(withinMilliseconds).finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const timer = setInterval(send, delayMilliseconds).unref();
  return {
    add: (span) => {
      if (waiting.length >= mostWaiting) {
        dropped++;
        warn("More spans than OTEL_BSP_MAX_QUEUE_SIZE wait.");
        return;
      }
      waiting.push(span);
      if (waiting.length === mostInBatch) void send();
    },
    close: async () => {
      clearInterval(timer);
      const patience = new Promise<void>((resolve) => setTimeout(resolve, closesWithinMilliseconds).unref());
      const rest = Promise.resolve(sending).then(() => send(closesWithinMilliseconds));
      await Promise.race([rest, patience]);
    },
  };
}

export interface FinishedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: SpanStart["kind"];
  /** Milliseconds since 1970, with fractions. */
  start: number;
  end: number;
  attributes: Attributes;
  isError: boolean;
}

const kinds = { server: 2, client: 3, consumer: 5 } as const;
const errorStatus = 2;
const sampledFlag = 1;

/** The body of an OTLP request, in JSON. */
const toOtlp = (spans: readonly FinishedSpan[], resource: Attributes, version: string) => ({
  resourceSpans: [
    {
      resource: { attributes: toKeyValues(resource) },
      scopeSpans: [{ scope: { name: "kindling", version }, spans: spans.map(toSpan) }],
    },
  ],
});

const toSpan = ({ kind, start, end, attributes, isError, ...span }: FinishedSpan) => ({
  ...span,
  flags: sampledFlag,
  kind: kinds[kind],
  startTimeUnixNano: toNanoseconds(start),
  endTimeUnixNano: toNanoseconds(end),
  attributes: toKeyValues(attributes),
  ...(isError && { status: { code: errorStatus } }),
});

/** JSON has whole numbers of 64 bits as text. */
const toKeyValues = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));

/** A number of nanoseconds would lose its last digits. */
const toNanoseconds = (milliseconds: number) => `${Math.round(milliseconds * 1000)}000`;

/** Of `fetch`, whose own message says nothing; never the address, which may hold a key. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code } = (error.cause ?? {}) as { code?: string };
  return code ?? error.message;
}
