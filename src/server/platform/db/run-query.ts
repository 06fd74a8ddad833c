import type { QueryResult } from "kysely";
import type { QueryResult as PgResult, Pool } from "pg";
import type { ReadQuery } from "./read-query.ts";

type Done = (error: Error | undefined, result: PgResult) => void;

/** Runs on a connection of its own. @param create with what has to be called at the end. */
export async function runQuery(
  pool: Pool,
  create: (done: Done) => ReadQuery,
  withinMilliseconds?: number,
): Promise<QueryResult<unknown>> {
  const client = await pool.connect();
  return new Promise((resolve, reject) => {
    let isOver = false;
    const end = (error: Error | undefined, result?: PgResult) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(patience);
      // Unknown which of both statements is prepared, or still being answered: discard the connection.
      client.release(error);
      if (error) reject(error);
      else resolve({ rows: result?.rows ?? [] });
    };
    const patience = withinMilliseconds
      ? setTimeout(() => end(new Error("It did not answer in time.")), withinMilliseconds)
      : undefined;
    client.query(create(end));
  });
}
