import type { ErrorCode } from "#shared/errors.ts";

/** Such as "409 event_full". */
export type Refusal =
  `${400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 416 | 422 | 423 | 429 | 500 | 503} ${ErrorCode}`;

/** Name of the operation, and the refusals that its audience and input do not imply. */
export type Operation = readonly [id: string, ...refusals: Refusal[]];

/** A tag of the API's description. */
export interface Section {
  name: string;
  description: string;
  /** By method and path. */
  operations: Record<`${"GET" | "POST" | "PUT" | "DELETE"} /${string}`, Operation>;
}
