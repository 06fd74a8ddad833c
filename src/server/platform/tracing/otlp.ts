import type { Attributes, SpanStart } from "./tracing.ts";

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
export const toOtlp = (spans: readonly FinishedSpan[], resource: Attributes, version: string) => ({
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

/** In JSON a whole number of 64 bits is text. */
const toKeyValues = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));

/** A number of nanoseconds would lose its last digits. */
const toNanoseconds = (milliseconds: number) => `${Math.round(milliseconds * 1000)}000`;
