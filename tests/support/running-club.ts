import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { spawnClub } from "../ops/support/club-process.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";

export interface RunningClub {
  url: string;
  mailbox: Mailbox;
  stop(): Promise<void>;
}

/** Built sample club as a process, with its PostgreSQL and SMTP. */
export async function runClub(): Promise<RunningClub> {
  const mailbox = await openMailbox();
  const dataDir = mkdtempSync(join(tmpdir(), "kindling-e2e-"));
  const settings = { DATA_DIR: dataDir, SMTP_URL: mailbox.smtpUrl, LOG_LEVEL: "warn" };
  const club = spawnClub(resolve("dist/server/main.js"), settings);
  const url = await club.url();
  return {
    url,
    mailbox,
    stop: async () => {
      club.process.kill("SIGTERM");
      await club.ended;
      await mailbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
