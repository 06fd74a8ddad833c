import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DatabaseEndpoint } from "#server/platform/db/database-address.ts";
import { type ClubProcess, spawnClub } from "#tests/ops/support/club-process.ts";
import { connectTo, ownDatabase, serverPidOf } from "#tests/ops/support/database.ts";
import type { Target } from "../../load/send-load.ts";
import { type ClubSize, fillClub } from "./fill-club.ts";

export interface Club extends Target {
  url: string;
  database: DatabaseEndpoint;
  postgresPid: number;
}

export const serverFile = resolve("dist/server/main.js");

/** Runs the built sample club with many more people in it for as long as the work takes. */
export async function withClub<Result>(
  { processes = 1, ...size }: ClubSize & { processes?: number },
  work: (club: Club) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "kindling-bench-"));
  const dataDirs = Array.from({ length: processes }, (_, index) => join(folder, String(index)));
  const database = ownDatabase(join(folder, "0"));
  const AUTH_SECRET = randomBytes(32).toString("base64url");
  const DATABASE_URL = `postgres://${database.user}@/${database.database}?host=${database.host}`;
  const started: ClubProcess[] = [];
  try {
    const urls: string[] = [];
    for (const DATA_DIR of dataDirs) {
      mkdirSync(DATA_DIR);
      // The first process runs the database of all.
      const place = { DATA_DIR, ...(started.length > 0 && { DATABASE_URL }) };
      const club = spawnClub(serverFile, { ...place, AUTH_SECRET, LOG_LEVEL: "warn" });
      started.push(club);
      urls.push(await club.url());
    }
    const owner = await connectTo(database);
    await fillClub(owner, size);
    await owner.end();
    const nodePids = started.map(({ process }) => Number(process.pid));
    return await work({ url: urls[0] ?? "", urls, nodePids, database, postgresPid: serverPidOf(join(folder, "0")) });
  } finally {
    for (const { process, ended } of started.toReversed()) {
      process.kill("SIGTERM");
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
