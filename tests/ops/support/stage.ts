import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, inject, vi } from "vitest";
import { type ClubProcess, spawnClub } from "./club-process.ts";
import { type OperatorsPostgres, startOperatorsPostgres } from "./operators-postgres.ts";
import { copyData } from "./prepared-data.ts";

export interface CommandResult {
  exitCode: number | string;
  said: string;
}

export interface Stage {
  /** An empty folder, which is gone after the tests. */
  folder(): string;
  /** A copy of a DATA_DIR in which the sample club was started and stopped. @param into an empty folder. */
  sampleClubFolder(into?: string): string;
  /** A PostgreSQL that is not the club's, as an operator has one; it is stopped after the tests. */
  startOperatorsPostgres(content?: "empty" | "sample club"): Promise<OperatorsPostgres>;
  /** Starts the server, by default on a sample club of its own; it is killed after the tests, if it still runs. */
  spawn(settings?: Record<string, string>): ClubProcess;
  /** Has the server carry out an operator's command. @returns its exit code and everything it said. */
  command(settings: Record<string, string> & { DATA_DIR: string }, ...args: string[]): Promise<CommandResult>;
}

/** What the tests of a file need that run the club as its operator does: as a process. */
export function prepareStage(): Stage {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
  const folders: string[] = [];
  const clubs: ClubProcess[] = [];
  const servers: OperatorsPostgres[] = [];

  afterAll(async () => {
    for (const { process } of clubs) process.kill("SIGTERM");
    await Promise.all(clubs.map(({ ended }) => ended));
    for (const postgres of servers) await postgres.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), "kindling-running-"));
    chmodSync(made, 0o755);
    folders.push(made);
    return made;
  };
  const sampleClubFolder = (into = folder()) => {
    copyData(inject("sampleClubData"), into);
    return into;
  };
  return {
    folder,
    sampleClubFolder,
    startOperatorsPostgres: async (content = "empty") => {
      const dataDir = content === "empty" ? folder() : sampleClubFolder();
      if (content === "empty") copyData(inject("emptyPostgresData"), dataDir);
      const postgres = await startOperatorsPostgres(dataDir, content === "empty" ? "postgres" : "postgres-sample");
      servers.push(postgres);
      return postgres;
    },
    spawn: (settings = {}) => {
      const dataDir = () => (settings.DATABASE_URL ? folder() : sampleClubFolder());
      const club = spawnClub(inject("builtServer"), { DATA_DIR: settings.DATA_DIR ?? dataDir(), ...settings });
      clubs.push(club);
      return club;
    },
    command: async (settings, ...args) => {
      const { ended, said } = spawnClub(inject("builtServer"), settings, args);
      return { exitCode: await ended, said: said() };
    },
  };
}
