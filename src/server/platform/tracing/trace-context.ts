import { randomBytes } from "node:crypto";
import type { Sampler } from "./tracing.ts";

export interface TraceContext {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

const traceIdBytes = 16;
const spanIdBytes = 8;
const sampledFlag = 1;
const comparedDigits = 13;
const isNothing = (id: string) => /^0+$/.test(id);

export const newSpanId = (): string => randomBytes(spanIdBytes).toString("hex");

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
