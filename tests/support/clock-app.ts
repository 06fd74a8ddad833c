import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { isTrueWithin } from "#server/ops/embedded-postgres/wait.ts";
import { createDataFolder } from "./data-folder.ts";
import { type RunningApp, runApp } from "./running-app.ts";

export interface ClockApp extends RunningApp {
  now(): Date;
  /** Whatever is due by then has run once it resolves, at that time, and nobody is signed out. */
  moveTo(at: Date): Promise<void>;
}

const patienceMilliseconds = 60_000;

/** The built club as a process that began at another time, and is moved on. */
export async function runClockApp(at: Date, settings: Record<string, string> = {}): Promise<ClockApp> {
  const clockFile = join(createDataFolder("clock"), "clock");
  let aheadMs = 0;
  const set = (to: Date) => {
    aheadMs = to.getTime() - Date.now();
    writeFileSync(clockFile, String(aheadMs));
  };
  set(at);
  const app = await runApp({
    ...settings,
    CLOCK_FILE: clockFile,
    NODE_OPTIONS: `--import ${pathToFileURL("tests/ops/support/set-clock.mjs").href}`,
  });
  const { db } = app;
  const now = () => new Date(Date.now() + aheadMs);
  /** The queue goes by the clock of PostgreSQL, which is not moved. */
  const release = () =>
    sql`update pgboss.job set start_after = now() where state in ('created', 'retry') and start_after > now() and start_after <= ${now()}`.execute(
      db,
    );
  const isQuiet = async () => {
    await release();
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now() and name not like '\\_\\_%'`.execute(
      db,
    );
    return rows[0]?.left === 0;
  };
  let releasing = Promise.resolve<unknown>(undefined);
  const timer = setInterval(() => {
    releasing = release().catch(() => {});
  }, 250);
  return {
    ...app,
    now,
    stop: async () => {
      clearInterval(timer);
      await releasing;
      await app.stop();
    },
    moveTo: async (to) => {
      // Before the clock moves: an open page asks at any time, and would be signed out by a session that ended.
      const expires_at = new Date(to.getTime() + 7 * 24 * 60 * 60 * 1000);
      await db.updateTable("auth.sessions").set({ expires_at, updated_at: to, confirmed_at: to }).execute();
      set(to);
      app.signal("SIGUSR2");
      await sql`insert into pgboss.job (name, data) values ('deal-clocks', '{}'), ('announced-confirmations', '{}'), ('bank-feeds', '{}')`.execute(
        db,
      );
      if (!(await isTrueWithin(patienceMilliseconds, isQuiet))) throw new Error("The queue is not empty.");
    },
  };
}
