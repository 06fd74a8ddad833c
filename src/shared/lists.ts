import { z } from "zod";

export const defaultPageSize = 24;
export const maximumPageSize = 100;

/** Query of a list: keyset pages, newest first. `cursor` is what the page before gave as `next_cursor`. */
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

/** An ISO 8601 moment in UTC, as JSON carries it. */
export const momentSchema = z.string().meta({ format: "date-time" });
