import { AsyncLocalStorage } from "node:async_hooks";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { createSpanSender } from "./span-sender.ts";
import { beginSpan, formatTraceparent, parseTraceparent, type TraceContext } from "./trace-context.ts";
import type { Attributes, Span, SpanStart, Tracing, TracingSettings } from "./tracing.ts";

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
