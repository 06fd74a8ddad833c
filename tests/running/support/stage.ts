import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { type BuiltServer, buildServer } from "./built-server.ts";
import { type ClubProcess, spawnClub } from "./club-process.ts";
import { type OperatorsPostgres, startOperatorsPostgres } from "./operators-postgres.ts";

export interface CommandResult {
  exitCode: number | string;
  said: string;
}

export interface Stage {
  /** An empty folder, which is gone after the tests. */
  folder(): string;
  /** A PostgreSQL that is not the club's, as an operator has one; it is stopped after the tests. */
  startOperatorsPostgres(): Promise<OperatorsPostgres>;
  /** Starts the server, in a folder of its own unless one is given; it is killed after the tests, if it still runs. */
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
  let server: BuiltServer;

  beforeAll(async () => {
    server = await buildServer();
  });
  afterAll(async () => {
    for (const { process } of clubs) process.kill("SIGTERM");
    await Promise.all(clubs.map(({ ended }) => ended));
    for (const postgres of servers) await postgres.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    server.remove();
  });

  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), "kindling-running-"));
    chmodSync(made, 0o755);
    folders.push(made);
    return made;
  };
  return {
    folder,
    startOperatorsPostgres: async () => {
      const postgres = await startOperatorsPostgres(folder());
      servers.push(postgres);
      return postgres;
    },
    spawn: (settings = {}) => {
      const club = spawnClub(server.file, { DATA_DIR: settings.DATA_DIR ?? folder(), ...settings });
      clubs.push(club);
      return club;
    },
    command: async (settings, ...args) => {
      const { ended, said } = spawnClub(server.file, settings, args);
      return { exitCode: await ended, said: said() };
    },
  };
}
