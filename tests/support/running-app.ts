import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { connectDatabase, type Database } from "#server/platform/db/connect.ts";
import { spawnClub } from "../ops/support/club-process.ts";
import { ownDatabase } from "../ops/support/database.ts";
import { createDataFolder } from "./data-folder.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { turnOffFsync } from "./turn-off-fsync.ts";

export const authSecret = "a secret for journeys, of 32 characters and more";

export interface RunningApp {
  url: string;
  mailbox: Mailbox;
  dataDir: string;
  /** The connection is that of the tables' owner. */
  db: Database;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** Built sample club as a process, with its PostgreSQL and SMTP. @param more settings, such as those of a real club. */
export async function runApp(more: Record<string, string> = {}): Promise<RunningApp> {
  const mailbox = await openMailbox();
  const dataDir = createDataFolder("e2e");
  const settings = {
    DATA_DIR: dataDir,
    SMTP_URL: mailbox.smtpUrl,
    LOG_LEVEL: "warn",
    WEBHOOK_ALLOWED_HOSTS: "127.0.0.1",
    AUTH_SECRET: authSecret,
    ...more,
  };
  const app = spawnClub(resolve("dist/server/main.js"), settings);
  const url = await app.url();
  const folder = more.ADMIN_EMAILS ? "postgres" : "postgres-sample";
  turnOffFsync(dataDir, folder);
  const database = connectDatabase(ownDatabase(dataDir, folder), 2);
  return {
    url,
    mailbox,
    db: database.db,
    dataDir,
    signal: (name) => void app.process.kill(name),
    stop: async () => {
      await database.close();
      app.process.kill("SIGTERM");
      await app.ended;
      await mailbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
