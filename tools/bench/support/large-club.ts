import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { spawnClub } from "#tests/ops/support/club-process.ts";
import { connectTo, ownDatabase, serverPidOf } from "#tests/ops/support/database.ts";
import { type ClubSize, fillClub } from "./fill-club.ts";

export type LargeClub = Awaited<ReturnType<typeof runLargeClub>>;

/** The built sample club as a process, with many more people in it. */
export async function runLargeClub(size: ClubSize) {
  const dataDir = mkdtempSync(join(tmpdir(), "kindling-large-"));
  const authSecret = randomBytes(32).toString("base64url");
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: "warn", AUTH_SECRET: authSecret };
  const club = spawnClub(resolve("dist/server/main.js"), settings);
  const url = await club.url();
  const database = ownDatabase(dataDir);
  const owner = await connectTo(database);
  await fillClub(owner, size);
  await owner.end();
  const stop = async () => {
    club.process.kill("SIGTERM");
    await club.ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return {
    url,
    dataDir,
    authSecret,
    database,
    nodePid: Number(club.process.pid),
    serverPid: serverPidOf(dataDir),
    stop,
  };
}
