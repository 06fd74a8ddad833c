import { chmodSync, rmSync } from "node:fs";
import { afterAll, inject, vi } from "vitest";
import { createDataFolder } from "#tests/support/data-folder.ts";
import { type ClubProcess, spawnClub } from "./club-process.ts";
import { type OperatorsPostgres, startOperatorsPostgres } from "./operators-postgres.ts";
import { copyData } from "./prepared-data.ts";

export interface CommandResult {
  exitCode: number | string;
  said: string;
}

export interface Stage {
  /** Deleted after the tests. */
  folder(): string;
  /** Copy of a started and stopped sample club. @param into an empty folder. */
  sampleClubFolder(into?: string): string;
  /** External PostgreSQL, stopped after the tests. */
  startOperatorsPostgres(content?: "empty" | "sample club"): Promise<OperatorsPostgres>;
  /** Sample club by default; killed after the tests. */
  spawn(settings?: Record<string, string>): ClubProcess;
  /** @returns exit code and output. */
  command(settings: Record<string, string> & { DATA_DIR: string }, ...args: string[]): Promise<CommandResult>;
}

/** Runs the app as a process, for one test file. */
export function prepareStage(): Stage {
  vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });
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
    const made = createDataFolder("running");
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
