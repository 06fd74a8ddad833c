import type { QueryResult } from "kysely";
import type { QueryResult as PgResult, Pool, QueryConfig } from "pg";
import { isDatabaseUnavailable, sqlState } from "./errors.ts";
import { ReadQuery, type Settings } from "./read-query.ts";

export type ReplicaReads = Record<"answered" | "behind" | "failed", number>;

export interface Replica {
  /** How often it answered, did not hold what was asked for yet, or did not answer. */
  reads: Readonly<ReplicaReads>;
  /** @returns undefined when the primary has to be asked. */
  read(settings: Settings, config: QueryConfig, asOf: string): Promise<QueryResult<unknown> | undefined>;
}

const answersWithinMilliseconds = 2000;
/** While it is behind, most reads would be made twice. */
const pauseWhenBehindMilliseconds = 100;
const pauseWhenGoneMilliseconds = 5000;

/** A copy of the database that streams from the primary. Whatever is wrong with it, the primary answers. */
export function createReplica(pool: Pool, isPrepared: boolean): Replica {
  const reads: ReplicaReads = { answered: 0, behind: 0, failed: 0 };
  let isLeftOutUntil = 0;
  let isLost = false;
  const leaveOut = (outcome: "behind" | "failed", milliseconds: number) => {
    reads[outcome]++;
    isLeftOutUntil = performance.now() + milliseconds;
  };
  return {
    reads,
    read: async (settings, config, asOf) => {
      if (performance.now() < isLeftOutUntil) return undefined;
      // A single read finds out whether the replica is back; the others do not wait for that.
      if (isLost) isLeftOutUntil = performance.now() + pauseWhenGoneMilliseconds;
      let query: ReadQuery | undefined;
      try {
        const result = await runQuery(
          pool,
          (done) => {
            query = new ReadQuery(settings, config, done, { asOf, isPrepared });
            return query;
          },
          answersWithinMilliseconds,
        );
        isLost = false;
        isLeftOutUntil = 0;
        if (query?.isBehind) leaveOut("behind", pauseWhenBehindMilliseconds);
        else {
          reads.answered++;
          return result;
        }
      } catch (error) {
        // The primary says what is wrong with the statement, or runs it.
        isLost = isGone(error);
        leaveOut("failed", isLost ? pauseWhenGoneMilliseconds : 0);
      }
      return undefined;
    },
  };
}

const isGone = (error: unknown): boolean => sqlState(error) === undefined || isDatabaseUnavailable(error);

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
