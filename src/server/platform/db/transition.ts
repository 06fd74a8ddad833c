import { sql, type Transaction } from "kysely";
import type { DB } from "./database.generated.ts";

interface Change<Status extends string> {
  /** Needs a function `transition_<table>` in a migration: who may, and which status may follow. */
  table: keyof DB & string;
  id: string;
  from: readonly Status[];
  to: Status;
  /** For optimistic locking; without one the newest is changed. */
  expectedVersion?: Date | undefined;
  /** Shown to the person concerned. */
  note?: string | null;
}

/** "conflict": another status or version by now. @returns undefined when not found. */
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
