import { sql } from "kysely";

/** Per row: a join would evaluate the view for every person. */
export const personName = (column: "d.owner_id" | "author_id" | "confirmed_by" | "moved_by") =>
  sql<
    string | null
  >`(select coalesce(full_name, email) from audit_people where audit_people.id = ${sql.ref(column)} limit 1)`;
