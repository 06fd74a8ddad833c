import { Counter, Gauge, type Registry } from "prom-client";
import type { DatabaseSetup } from "../db/connect.ts";
import type { WatchedReplica } from "../db/watch-replica.ts";

/** Registers how the database is reached. @returns refreshes it, before each scrape. */
export function observeDatabase({ place, hasPooler, isPrepared, replica }: DatabaseSetup, registers: Registry[]) {
  new Gauge({
    name: "kindling_database_info",
    help: "Where the database is (embedded, operator), behind a pooler or not, with prepared statements or not.",
    labelNames: ["place", "pooler", "prepared"],
    registers,
  })
    .labels(place, hasPooler ? "on" : "off", isPrepared ? "on" : "off")
    .set(1);
  return replica ? observeReplica(replica, registers) : async () => {};
}

function observeReplica({ reads, readState }: WatchedReplica, registers: Registry[]): () => Promise<void> {
  new Counter({
    name: "kindling_replica_reads_total",
    help: "Reads that the replica answered, and that the primary answered because it was behind or had failed.",
    labelNames: ["outcome"],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(reads)) this.labels(outcome).inc(count);
    },
  });
  const gauge = (name: string, help: string) => new Gauge({ name: `kindling_replica_${name}`, help, registers });
  const up = gauge("up", "1 when the replica answered this reading.");
  const bytes = gauge("lag_bytes", "What of the primary's log it has not replayed; NaN while it does not answer.");
  const seconds = gauge("lag_seconds", "For how long it has been behind; NaN while it does not answer.");
  return async () => {
    const state = await readState().catch(() => undefined);
    // Without the primary nothing is known of the replica.
    up.set(state ? Number(state.isUp) : Number.NaN);
    bytes.set(state?.lagBytes ?? Number.NaN);
    seconds.set(state?.lagSeconds ?? Number.NaN);
  };
}
