import { startEmbeddedPostgres } from "#server/ops/embedded-postgres/embedded-postgres.ts";
import type { DatabaseEndpoint } from "#server/platform/db/database-address.ts";
import { letEverybodyIn } from "#tests/support/let-everybody-in.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { serverPidOf } from "./database.ts";
import { authSecret } from "./prepared-data.ts";

export type OperatorsPostgres = Awaited<ReturnType<typeof startOperatorsPostgres>>;

/** External server for DATABASE_URL; keeps its address across restarts. */
export async function startOperatorsPostgres(dataDir: string, folder = "postgres") {
  const start = async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, folder, log: silentLog });
    await letEverybodyIn(dataDir, postgres.address as DatabaseEndpoint, folder);
    return postgres;
  };
  let running = await start();
  const endpoint = running.address as DatabaseEndpoint;
  const { user, database, host } = endpoint;
  return {
    endpoint,
    settings: {
      DATABASE_URL: `postgres://${user}@/${database}?host=${host}`,
      AUTH_SECRET: authSecret,
    },
    serverPid: () => serverPidOf(dataDir, folder),
    start: async () => {
      running = await start();
    },
    stop: () => running.stop(),
  };
}
