import fc from "fast-check";
import { bodyOf } from "./bodies.ts";
import { headersOf } from "./headers.ts";
import { often } from "./often.ts";
import type { Operation } from "./operations.ts";
import { pathOf } from "./paths.ts";
import type { Known } from "./schema-values.ts";

export const callers = ["visitor", "pending", "member", "admin"] as const;
export type Caller = (typeof callers)[number];

export interface FuzzRequest {
  caller: Caller;
  method: string;
  path: string;
  headers: [string, string][];
  body: string | Uint8Array<ArrayBuffer> | undefined;
  /** Socket address: key of rate limits. */
  address: string;
}

/** Mostly valid with one defect, sometimes entirely random. */
export function requestTo(operation: Operation, known: Known, origin: string): fc.Arbitrary<FuzzRequest> {
  return fc.record({
    caller: fc.constantFrom(...callers),
    method: often(
      12,
      fc.constant(operation.method),
      fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "get", "M-SEARCH"),
    ),
    path: pathOf(operation, known),
    headers: headersOf(origin),
    body: operation.body
      ? often(15, bodyOf(operation.body, known), fc.constant(undefined))
      : often(9, fc.constant(undefined), bodyOf({}, known)),
    address: fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom("127.0.0.1", "unknown", "")),
  });
}
