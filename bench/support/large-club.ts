import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { spawnClub } from "#tests/running/support/club-process.ts";
import { connectTo, ownDatabase } from "#tests/running/support/database.ts";
import { type ClubSize, fillClub } from "./fill-club.ts";

/** The built sample club as a process, with many more people in it. */
export async function runLargeClub(size: ClubSize) {
  const dataDir = mkdtempSync(join(tmpdir(), "kindling-large-"));
  const club = spawnClub(resolve("dist/server/main.js"), { DATA_DIR: dataDir, LOG_LEVEL: "warn" });
  const url = await club.url();
  const owner = await connectTo(ownDatabase(dataDir));
  await fillClub(owner, size);
  await owner.end();
  const stop = async () => {
    club.process.kill("SIGTERM");
    await club.ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url, stop };
}
