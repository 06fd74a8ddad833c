import type { Pool } from "pg";

/** What is known of a span by its names alone: no parameters, no addresses, nothing of a person. */
export type Attributes = Record<string, string | number>;

export interface SpanStart {
  name: string;
  kind: "server" | "consumer" | "client";
  attributes: Attributes;
  /** The header `traceparent` of a caller who is trusted. */
  traceparent?: string | undefined;
}

export interface Span {
  traceId: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** @param type of the error, never its message. */
  fail(type: string): void;
}

/** It is `undefined` where tracing is off. */
export interface Tracing {
  /** Statements and further spans of the work are within its span. */
  inSpan<Result>(start: SpanStart, work: (span: Span) => Promise<Result>): Promise<Result>;
  /** A span for each statement of a request or job. */
  watchStatements(pool: Pool, server: "primary" | "replica"): void;
  /** For a request to another system, which may go on with the trace; empty outside of one. */
  outgoingHeaders(): Record<string, string>;
  /** Sends what is left. */
  close(): Promise<void>;
}

export interface TracingSettings {
  url: string;
  headers: Record<string, string>;
  timeoutMilliseconds: number;
  isCompressed: boolean;
  /** Of the service, such as `service.name`. */
  resource: Record<string, string>;
  sampler: Sampler;
  delayMilliseconds: number;
  mostWaiting: number;
  mostInBatch: number;
}

export interface Sampler {
  /** The share of new traces that are recorded, 0 to 1. */
  ratio: number;
  /** True means that a caller's trace is recorded when the caller records it. */
  followsParent: boolean;
}
