import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseAddress } from "../../platform/db/database-address.ts";
import type { Settings } from "../../settings.ts";
import { describeRunningServer } from "../embedded-postgres/describe-cluster.ts";
import { startEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { FolderInUseError } from "../embedded-postgres/folder-lock.ts";
import { waitForDatabase } from "../start/open-database.ts";
import { OperatorError, operatorLog } from "./operator-command.ts";

interface ReachedClub {
  address: DatabaseAddress;
  /** Stops the embedded server, if it was started for this. */
  leave(): Promise<void>;
}

const folders = { own: "postgres", sample: "postgres-sample" };

/** Starts the embedded server unless the club runs. @throws OperatorError when there is none, or it is ambiguous. */
export async function reachClub(settings: Settings, isSampleMeant: boolean): Promise<ReachedClub> {
  if (settings.databaseUrl) {
    const { databaseUrl: url, databaseDirectUrl } = settings;
    const address = { url: databaseDirectUrl ?? url };
    const setting = databaseDirectUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
    await waitForDatabase(address, operatorLog, undefined, setting);
    return { address, leave: async () => {} };
  }
  const folder = chooseFolder(settings, isSampleMeant);
  const { dataDir } = settings;
  try {
    const { address, stop } = await startEmbeddedPostgres({ dataDir, folder, log: operatorLog });
    return { address, leave: stop };
  } catch (error) {
    if (!(error instanceof Error && error.cause instanceof FolderInUseError)) throw error;
    return { address: describeRunningServer(realpathSync(join(dataDir, folder))), leave: async () => {} };
  }
}

/** The choice is the server's; but a forgotten ADMIN_EMAILS must not silently back up the sample club. */
function chooseFolder({ dataDir, isSampleClub }: Settings, isSampleMeant: boolean): string {
  const isThere = (folder: string) => existsSync(join(dataDir, folder, "data"));
  if (isSampleClub && !isSampleMeant && isThere(folders.own)) {
    throw new OperatorError(
      `${dataDir} holds a club of your own, and without ADMIN_EMAILS the sample club is meant. Set ADMIN_EMAILS as that club has it, or add --sample if you do mean the sample club.`,
    );
  }
  const folder = isSampleClub || isSampleMeant ? folders.sample : folders.own;
  if (isThere(folder)) return folder;
  const other = isThere(folders.sample) ? " There is a sample club: add --sample to mean that one." : "";
  throw new OperatorError(`There is no club in ${join(dataDir, folder)}. Check DATA_DIR and DATABASE_URL.${other}`);
}
