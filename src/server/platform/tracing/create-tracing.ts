import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Attributes, Sampler, Span, SpanStart, Tracing, TracingSettings } from "./tracing.ts";

/** Loaded only where it is on. */
export function createTracing(settings: TracingSettings, version: string, log: Pick<Logger, "warn">): Tracing {
  const sender = createSpanSender(settings, version, log);
  const current = new AsyncLocalStorage<TraceContext>();

  /** @returns undefined for a trace that is not recorded. */
  const record = (context: TraceContext, parent: TraceContext | undefined, { kind, ...start }: SpanStart) => {
    if (!context.isSampled) return undefined;
    let name = start.name;
    const attributes: Attributes = { ...start.attributes };
    let isError = false;
    const began = now();
    const span: Omit<Span, "traceId"> = {
      rename: (next) => {
        name = next;
      },
      set: (more) => void Object.assign(attributes, more),
      fail: (type) => {
        isError = true;
        attributes["error.type"] = type;
      },
    };
    const { traceId, spanId } = context;
    const parentSpanId = parent && { parentSpanId: parent.spanId };
    const end = () =>
      sender.add({ traceId, spanId, ...parentSpanId, name, kind, start: began, end: now(), attributes, isError });
    return { ...span, end };
  };

  return {
    inSpan: async (start, work) => {
      const parent = current.getStore() ?? parseTraceparent(start.traceparent);
      const context = beginSpan(parent, settings.sampler);
      const span = record(context, parent, start);
      try {
        return await current.run(context, () => work({ ...(span ?? unrecorded), traceId: context.traceId }));
      } catch (error) {
        span?.fail(typeOf(error));
        throw error;
      } finally {
        span?.end();
      }
    },
    watchStatements: (pool, server) =>
      watchStatements(pool, (text) => {
        const parent = current.getStore();
        if (!parent?.isSampled) return undefined;
        const context = beginSpan(parent, { ratio: 1, followsParent: true });
        const operation = operationOf(text);
        const attributes = {
          "db.system.name": "postgresql",
          "db.operation.name": operation,
          "db.query.text": text.slice(0, mostText),
          "kindling.database": server,
        };
        const span = record(context, parent, { name: `${operation} ${server}`, kind: "client", attributes });
        return (error) => {
          if (error) span?.fail(typeOf(error));
          span?.end();
        };
      }),
    outgoingHeaders: () => {
      const context = current.getStore();
      return context === undefined ? none : { traceparent: formatTraceparent(context) };
    },
    close: () => sender.close(),
  };
}

const unrecorded: Omit<Span, "traceId"> = { rename: () => {}, set: () => {}, fail: () => {} };

const none: Record<string, string> = {};

const mostText = 2000;

const operationOf = (text: string): string => /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "STATEMENT";

const now = () => performance.timeOrigin + performance.now();

/** PostgreSQL's code or the name of the class. A message may hold values. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : error.name;
}

/** @returns what to call at its end; undefined for a statement that nobody follows. */
type BeginStatement = (text: string) => ((error?: unknown) => void) | undefined;

interface Submitted {
  text?: string;
  submit: unknown;
  callback?: (error: unknown, result: unknown) => void;
}

/** Every statement that goes over a connection of the pool: its text, which holds no parameters, and its end. */
function watchStatements(pool: Pool, begin: BeginStatement): void {
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const watched = (given: string | Submitted, ...more: unknown[]) => {
      const end = begin(typeof given === "string" ? given : (given.text ?? ""));
      if (!end) return query(given, ...more);
      if (typeof given !== "string") {
        const { callback } = given;
        given.callback = (error, result) => {
          end(error);
          callback?.(error, result);
        };
        return query(given);
      }
      const answer = query(given, ...more) as Promise<unknown>;
      answer.then(() => end(), end);
      return answer;
    };
    client.query = watched as typeof client.query;
  });
}

interface TraceContext {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

const traceIdBytes = 16;
const spanIdBytes = 8;
const sampledFlag = 1;
const comparedDigits = 13;
const isNothing = (id: string) => /^0+$/.test(id);

const newSpanId = (): string => randomBytes(spanIdBytes).toString("hex");

/** W3C Trace Context, of this and later versions. @returns undefined for anything else. */
export function parseTraceparent(header: string | undefined): TraceContext | undefined {
  const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
  const [, version, traceId = "", spanId = "", flags = "", more] = pattern.exec(header?.trim() ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return undefined;
  if (isNothing(traceId) || isNothing(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & sampledFlag) === sampledFlag };
}

export const formatTraceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;

/** A span within the parent, or the first of a trace. Programs with one ratio decide alike for one trace. */
export function beginSpan(parent: TraceContext | undefined, { ratio, followsParent }: Sampler): TraceContext {
  const traceId = parent?.traceId ?? randomBytes(traceIdBytes).toString("hex");
  const place = Number.parseInt(traceId.slice(-comparedDigits), 16) / 16 ** comparedDigits;
  const isSampled = parent && followsParent ? parent.isSampled : place < ratio;
  return { traceId, spanId: newSpanId(), isSampled };
}

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
