import { setTimeout as wait } from "node:timers/promises";
import type { Pool } from "pg";
import type { ReplicaReads } from "./replica.ts";

export interface ReplicaState {
  isUp: boolean;
  /** The replica has not replayed this much yet; `null` while it does not answer. */
  lagBytes: number | null;
  lagSeconds: number | null;
}

export interface WatchedReplica {
  /** Of this process, since it started. */
  reads: Readonly<ReplicaReads>;
  readState(): Promise<ReplicaState>;
}

const answersWithinMilliseconds = 2000;
/** After an idle hour the latest commit is an hour old, and the next one takes a moment to arrive. */
const catchesUpMilliseconds = 200;

const away: ReplicaState = { isUp: false, lagBytes: null, lagSeconds: null };

const readPlace = "select pg_current_wal_flush_lsn()::text as place";

/** A server that is no replica any more is not read, so it counts as away. */
const readLag = `
  select pg_is_in_recovery() as is_replica,
         greatest(0, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()))::float8 as bytes,
         greatest(0, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()))::float8 as seconds`;

/** Reads how far the replica is behind the primary's log. @throws while the primary does not answer. */
export async function readReplicaState(primary: Pool, replica: Pool): Promise<ReplicaState> {
  const [{ place }] = (await primary.query(readPlace)).rows;
  const readOnce = async (): Promise<ReplicaState> => {
    const statement = { text: readLag, values: [place], query_timeout: answersWithinMilliseconds };
    const [{ is_replica, bytes, seconds }] = (await replica.query(statement)).rows;
    if (!is_replica) return away;
    return { isUp: true, lagBytes: bytes, lagSeconds: bytes === 0 ? 0 : seconds };
  };
  try {
    const state = await readOnce();
    if (!state.lagBytes) return state;
    await wait(catchesUpMilliseconds);
    return await readOnce();
  } catch {
    return away;
  }
}
