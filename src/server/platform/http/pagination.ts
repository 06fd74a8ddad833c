import { z } from "zod";
import type { List } from "#shared/lists.ts";
import { HttpError } from "./http-error.ts";

const cursorSchema = z.tuple([z.iso.datetime().regex(/^[12]/), z.uuid()]);

/** Where a page ends: the moment and the id of its last row. Opaque to clients. */
export const toCursor = (moment: Date, id: string): string =>
  Buffer.from(JSON.stringify([moment.toISOString(), id])).toString("base64url");

/** @throws HttpError for a cursor that is not one of ours. */
export function fromCursor(cursor: string | undefined): { moment: string; id: string } | undefined {
  if (cursor === undefined) return undefined;
  const parsed = cursorSchema.safeParse(decode(cursor));
  if (!parsed.success) {
    const message = "is not a cursor of this list; leave it out to start from the beginning";
    throw new HttpError(422, "invalid_body", `cursor: ${message}`, { errors: [{ path: "cursor", message }] });
  }
  return { moment: parsed.data[0], id: parsed.data[1] };
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}

/** A page of `limit` from rows that were asked for with one more, to know whether another page follows. */
export function paginate<Row extends { id: string }>(
  rows: Row[],
  limit: number,
  momentOf: (row: Row) => Date,
): List<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: rows.length > limit && last ? toCursor(momentOf(last), last.id) : null };
}
