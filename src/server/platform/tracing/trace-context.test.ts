import { describe, expect, it } from "vitest";
import { beginSpan, formatTraceparent, parseTraceparent } from "./create-tracing.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";

describe("The header traceparent", () => {
  it("A traceparent says which trace and span the caller is in, and whether they are recorded", () => {
    expect(parseTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, isSampled: true });
    expect(parseTraceparent(`00-${traceId}-${spanId}-00`)).toEqual({ traceId, spanId, isSampled: false });
    expect(formatTraceparent({ traceId, spanId, isSampled: true })).toBe(`00-${traceId}-${spanId}-01`);
  });

  it("A traceparent may be of a later version with more in it", () => {
    expect(parseTraceparent(`01-${traceId}-${spanId}-03-more`)).toEqual({ traceId, spanId, isSampled: true });
  });

  it.each([
    undefined,
    "",
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-01`,
  ])("A traceparent counts for nothing as %s", (header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });
});

describe("A span", () => {
  const parent = { traceId, spanId, isSampled: false };
  const always = { ratio: 1, followsParent: true };

  it("A span begins a trace, or goes on with its parent's", () => {
    expect(beginSpan(undefined, always)).toMatchObject({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      isSampled: true,
    });
    const within = beginSpan(parent, always);
    expect(within).toMatchObject({ traceId, isSampled: false });
    expect(within.spanId).not.toBe(spanId);
    expect(beginSpan(parent, { ratio: 1, followsParent: false }).isSampled).toBe(true);
  });

  it("A span is recorded for the wanted share of traces, alike wherever a trace passes", () => {
    const isSampled = (end: string, ratio: number) =>
      beginSpan({ ...parent, traceId: traceId.slice(0, -end.length) + end }, { ratio, followsParent: false }).isSampled;
    expect([isSampled("3fffffffffffff", 0.25), isSampled("40000000000000", 0.25)]).toEqual([false, true]);
    expect([isSampled("ffffffffffffff", 1), isSampled("00000000000000", 0)]).toEqual([true, false]);
  });
});
