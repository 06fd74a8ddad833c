import { setTimeout as wait } from "node:timers/promises";
import type { ClubProcess } from "../../support/club-process.ts";
import { connectTo } from "../../support/database.ts";
import type { OperatorsPostgres } from "../../support/operators-postgres.ts";
import type { Stage } from "../../support/stage.ts";

type Spawn = Stage["spawn"];

const strikes = ["process", "connections", "backend", "process", "server"] as const;
type Strike = (typeof strikes)[number];
/** PostgreSQL that is killed more often than that is given up. */
const serverLivesMs = 15_000;
/** The pause comes on top of the time that PostgreSQL takes to be back. */
const pauseMs = () => 500 + Math.random() * 2000;
const soonMs = () => Math.random() * 150;

/** Processes and their PostgreSQL are killed at random moments, and started again. @param clubs with their addresses. */
export function strikeAtRandom(spawn: Spawn, postgres: OperatorsPostgres, clubs: ClubProcess[], urls: string[]) {
  const struck: Record<Strike, number> = { process: 0, connections: 0, backend: 0, server: 0 };
  let isOver = false;
  let serverSince = -serverLivesMs;
  let starting: Promise<void> | undefined;

  const restart = async (place: number) => {
    for (;;) {
      const club = spawn(postgres.settings);
      const url = await club.url().catch(() => undefined);
      if (url) {
        clubs[place] = club;
        urls[place] = url;
        starting = undefined;
        return;
      }
    }
  };
  const strike: Record<Strike, () => Promise<boolean>> = {
    process: async () => {
      if (starting) return false;
      const place = Math.floor(Math.random() * clubs.length);
      clubs[place]?.process.kill("SIGKILL");
      await clubs[place]?.ended;
      starting = restart(place);
      return true;
    },
    connections: () =>
      asOwner(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      ).then((rows) => rows.length > 0),
    backend: async () => {
      const [row] = await asOwner<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          order by state = 'active' desc, random() limit 1`,
      );
      if (row) process.kill(row.pid, "SIGKILL");
      return row !== undefined;
    },
    server: async () => {
      if (performance.now() - serverSince < serverLivesMs) return false;
      process.kill(postgres.serverPid(), "SIGKILL");
      serverSince = performance.now();
      return true;
    },
  };
  const hit = async (what: Strike) => {
    // PostgreSQL may still be recovering.
    if (await strike[what]().catch(() => false)) struck[what]++;
  };
  const striking = (async () => {
    for (let turn = 0; !isOver; turn++) {
      await wait(pauseMs());
      await hit(strikes[turn % strikes.length] as Strike);
      await isBack();
    }
  })();

  async function asOwner<Row extends object>(statement: string): Promise<Row[]> {
    const owner = await connectTo(postgres.endpoint);
    const { rows } = await owner.query<Row>(statement);
    await owner.end();
    return rows;
  }
  async function isBack(): Promise<void> {
    while (!(await asOwner("select").catch(() => undefined))) await wait(100);
  }
  return {
    /** Strikes in the middle of what was just begun. */
    soon: async () => {
      await wait(soonMs());
      await hit(Math.random() < 0.5 ? "process" : "backend");
    },
    /** @returns how often each was struck, once all is up again. */
    stop: async () => {
      isOver = true;
      await striking;
      await starting;
      await isBack();
      return struck;
    },
  };
}
