import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { z } from "zod";
import type { List } from "#shared/lists.ts";
import { refusedField } from "./http-error.ts";

/** The last column must be unique, for a total order. */
export type KeysetOrder<Name extends string = string> = readonly KeysetColumn<Name>[];

interface KeysetColumn<Name extends string> {
  /** Qualified name in the query; the row has the part after the dot. */
  name: Name | `${string}.${Name}`;
  type: keyof typeof columnTypes;
  direction: "asc" | "desc";
  isNullable?: boolean;
}

/** The values are one row's, in the order's columns. */
type KeysetPosition = readonly (KeyValue | null)[];

type KeyValue = string | number;

const columnTypes = {
  timestamptz: { schema: z.iso.datetime().regex(/^[12]/), toSql: (value: KeyValue) => sql`${value}::timestamptz` },
  date: { schema: z.iso.date().regex(/^[12]/), toSql: (value: KeyValue) => sql`${value}::date` },
  text: { schema: z.string().max(2000), toSql: (value: KeyValue) => sql`${value}::text` },
  uuid: { schema: z.uuid(), toSql: (value: KeyValue) => sql`${value}::uuid` },
  integer: { schema: z.int32(), toSql: (value: KeyValue) => sql`${value}::integer` },
};

export const newestFirst = <Moment extends string, Id extends string = "id">(moment: Moment, id = "id" as Id) =>
  [
    { name: moment, type: "timestamptz", direction: "desc" },
    { name: id, type: "uuid", direction: "desc" },
  ] as const;

/** Reads one extra row to detect a next page. @throws HttpError 422 for an invalid cursor. */
export async function keysetPage<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  order: KeysetOrder<keyof Row & string>,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<List<Row>> {
  const rows = await readInOrder(query, order, fromCursor(order, cursor), limit + 1).execute();
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: rows.length > limit && last ? toCursor<Row>(order, last as Row) : null };
}

export function readInOrder<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  order: KeysetOrder,
  after: KeysetPosition | undefined,
  limit: number,
): SelectQueryBuilder<DB, Table, Row> {
  const rest = after ? query.where(isAfter(order, after)) : query;
  return order.reduce((sorted, { name, direction }) => sorted.orderBy(sql.ref(name), direction), rest).limit(limit);
}

export function isAfter(order: KeysetOrder, position: KeysetPosition): Expression<SqlBool> {
  const places = order.map((column, index) => toPlace(column, position[index] ?? null));
  const [first] = order;
  if (first && order.every(({ direction, isNullable }) => direction === first.direction && !isNullable)) {
    // A row comparison can use an index.
    const columns = sql.join(places.map(({ column }) => column));
    const values = sql.join(places.map(({ value }) => value));
    return first.direction === "asc" ? sql`(${columns}) > (${values})` : sql`(${columns}) < (${values})`;
  }
  const ways = places.map(({ isBeyond }, index) =>
    sql.join([...places.slice(0, index).map(({ isSame }) => isSame), isBeyond], sql` and `),
  );
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** Nulls sort last, as in PostgreSQL. */
function toPlace({ name, type, direction }: KeysetColumn<string>, given: KeyValue | null) {
  const column = sql.ref(name);
  if (given === null) {
    const isBeyond = direction === "asc" ? sql`false` : sql`${column} is not null`;
    return { column, value: sql`null`, isSame: sql`${column} is null`, isBeyond };
  }
  const value: RawBuilder<unknown> = columnTypes[type].toSql(given);
  const isBeyond = direction === "asc" ? sql`(${column} > ${value} or ${column} is null)` : sql`${column} < ${value}`;
  return { column, value, isSame: sql`${column} = ${value}`, isBeyond };
}

/** Opaque to clients. */
export const toCursor = <Row>(order: KeysetOrder<keyof Row & string>, row: Row): string =>
  Buffer.from(JSON.stringify(order.map(({ name }) => row[lastPart(name) as keyof Row]))).toString("base64url");

const lastPart = (name: string) => name.slice(name.lastIndexOf(".") + 1);

/** @throws HttpError for another list's cursor. */
export function fromCursor(order: KeysetOrder, cursor: string | undefined): KeysetPosition | undefined {
  if (cursor === undefined) return undefined;
  const values = decode(cursor);
  const parsed = order.map((column, index) => valueSchemaOf(column).safeParse(values[index]));
  if (values.length !== order.length || parsed.some(({ success }) => !success)) {
    throw refusedField("cursor", "is not a cursor of this list; leave it out to start from the beginning");
  }
  return parsed.map(({ data = null }) => data);
}

function decode(cursor: string): unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

const valueSchemaOf = ({ type, isNullable }: KeysetColumn<string>) =>
  isNullable ? columnTypes[type].schema.nullable() : columnTypes[type].schema;
