import { type Kysely, sql } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";

/** Whose a column is: the person's whom its row is about, other people's, the club's, or nobody's to read. */
export type ColumnClass = "own" | "others" | "club" | "secret";

export interface ClassifiedTable {
  name: string;
  columns: Record<string, ColumnClass>;
}

/**
 * From the comments of the tables in `db/schema`: 'club; own: name email; secret: code' is about all columns first, then
 * about some. A table without a comment is about nobody.
 */
export async function readColumnClasses(db: Kysely<DB>): Promise<ClassifiedTable[]> {
  const { rows } = await sql<{ name: string; comment: string; columns: string[] }>`
    select case nspname when 'public' then '' else nspname || '.' end || relname as name,
           obj_description(c.oid, 'pg_class') as comment,
           array(select attname::text from pg_attribute
                  where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns
      from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'auth') and relkind = 'r' and obj_description(c.oid, 'pg_class') is not null
     order by relname`.execute(db);
  return rows.map(({ name, comment, columns }) => {
    const [usual, ...exceptions] = comment.split(";").map((part) => part.trim());
    const classes = new Map<string, string>();
    for (const exception of exceptions) {
      const [kind = "", list = ""] = exception.split(":");
      for (const column of list.trim().split(/\s+/)) classes.set(column, kind);
    }
    // The order of the comment is that of the export.
    const ordered = [...classes.keys(), ...columns.filter((column) => !classes.has(column))];
    return {
      name,
      columns: Object.fromEntries(ordered.map((column) => [column, (classes.get(column) ?? usual) as ColumnClass])),
    };
  });
}
