import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../db/database.generated.ts";
import { notFound } from "./http-error.ts";

/**
 * @param call of a function of the database, which raises what it refuses.
 * @throws HttpError 404 where it answers null: there is no such record.
 */
export async function getAnswer<Answer = unknown>(
  db: Kysely<DB>,
  call: RawBuilder<unknown>,
  what: string,
): Promise<Answer> {
  const { rows } = await sql<{ answer: Answer | null }>`select ${call} as answer`.execute(db);
  const answer = rows[0]?.answer ?? null;
  if (answer === null) throw notFound(what);
  return answer;
}
