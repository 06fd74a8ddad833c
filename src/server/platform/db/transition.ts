import { sql, type Transaction } from "kysely";
import type { DB } from "./database.generated.ts";

interface Change<Status extends string> {
  /** Its migration has a function `transition_<table>`, which knows who may and which status may follow which. */
  table: keyof DB & string;
  id: string;
  from: readonly Status[];
  to: Status;
  /** Of the record as it was looked at; without one the newest is changed. */
  expectedVersion?: Date | undefined;
  /** For the person whom the record is about. */
  note?: string | null;
}

/**
 * Changes the status of a record, once: "unchanged" where it was so already, and "conflict" where it is something else or
 * another version by now.
 * @returns undefined where there is no such record.
 */
export async function transition<Status extends string>(
  tx: Transaction<DB>,
  { table, id, from, to, expectedVersion, note = null }: Change<Status>,
): Promise<"changed" | "unchanged" | "conflict" | undefined> {
  const { rows } = await sql<{ outcome: "changed" | "unchanged" | "conflict" | null }>`
    select ${sql.id(`transition_${table}`)}(${id}, ${from}, ${to}, ${expectedVersion ?? null}, ${note}) as outcome`.execute(
    tx,
  );
  return rows[0]?.outcome ?? undefined;
}
