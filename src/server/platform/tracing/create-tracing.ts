import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { createSpanSender } from "./span-sender.ts";
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
