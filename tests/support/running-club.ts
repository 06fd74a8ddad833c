import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Mailbox, openMailbox } from "./mailbox.ts";

export interface RunningClub {
  url: string;
  mailbox: Mailbox;
  stop(): Promise<void>;
}

const patienceMilliseconds = 60_000;

/** The built sample club as its operator runs it: a process of its own, its own PostgreSQL, mail over SMTP. */
export async function runClub(): Promise<RunningClub> {
  const mailbox = await openMailbox();
  const dataDir = mkdtempSync(join(tmpdir(), "kindling-e2e-"));
  const server = spawn(process.execPath, ["--enable-source-maps", resolve("dist/server/main.js")], {
    // Away from the developer's own .env.
    cwd: dataDir,
    env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: dataDir, SMTP_URL: mailbox.smtpUrl, LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await printedAddress(server);
  return {
    url,
    mailbox,
    stop: async () => {
      const gone = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await gone;
      await mailbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function printedAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const patience = setTimeout(() => reject(new Error(`The club did not start:\n${printed}`)), patienceMilliseconds);
    server.once("exit", (code) => reject(new Error(`The club ended with ${code}:\n${printed}`)));
    server.stdout?.on("data", (chunk) => {
      printed += chunk;
      const address = /is ready: (http\S+)/.exec(printed)?.[1];
      if (!address) return;
      clearTimeout(patience);
      resolve(address);
    });
  });
}
