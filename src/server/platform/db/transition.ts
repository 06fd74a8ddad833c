import { sql, type Transaction } from "kysely";
import { runCommand } from "../http/run-command.ts";
import type { DB } from "./database.generated.ts";

interface Change<Status extends string> {
  /** Needs a function `transition_<table>` in a migration: who may, and which status may follow. */
  table: keyof DB & string;
  id: string;
  from: readonly Status[];
  to: Status;
  /** The value serves optimistic locking; without it the newest is changed. */
  expectedVersion?: Date | undefined;
  /** Shown to the person concerned. */
  note?: string | null;
}

/** Raises what refuses it: another status or version by now. `proposed`: another person confirms it. @throws HttpError 404 for no such record. */
export const transition = <Status extends string>(
  tx: Transaction<DB>,
  { table, id, from, to, expectedVersion, note = null }: Change<Status>,
  what: string,
): Promise<"changed" | "proposed" | "unchanged"> =>
  runCommand(
    tx,
    sql`${sql.id(`transition_${table}`)}(${id}, ${from}, ${to}, ${expectedVersion ?? null}, ${note})`,
    what,
  );
