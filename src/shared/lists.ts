import { z } from "zod";

export const defaultPageSize = 24;
export const maximumPageSize = 100;

/** Keyset pagination, newest first; `cursor` is the previous `next_cursor`. */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(maximumPageSize).default(defaultPageSize),
  cursor: z.string().max(200).optional(),
});

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() });

export interface List<Item> {
  items: Item[];
  next_cursor: string | null;
}

/** A moment that comes in, such as the version that was read: PostgreSQL has no year 0. */
export const givenMomentSchema = z.iso.datetime().regex(/^[12]/);

/** ISO 8601, UTC. */
export const momentSchema = z.string().meta({ format: "date-time" });
