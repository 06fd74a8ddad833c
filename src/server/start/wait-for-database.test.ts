import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DatabaseEndpoint } from "../db/database-address.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import { waitForDatabase } from "./wait-for-database.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const silent = { debug() {}, info() {}, warn() {}, error() {} };
let folder: string;
let server: EmbeddedPostgres | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kindling-wait-"));
  server = undefined;
});

afterEach(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

it("An operator whose database is away is told where the club looked, without the password", async () => {
  const waits: unknown[] = [];
  const log = { warn: (...args: unknown[]) => void waits.push(args) };
  const url = "postgres://ada:hunter2@127.0.0.1:1/club";
  const failure = await waitForDatabase({ url }, log, 1000).catch((error: Error) => error.message);
  expect(failure).toContain(
    'database "club" at 127.0.0.1:1 as "ada" did not answer within 1 seconds: connect ECONNREFUSED',
  );
  expect(waits).toHaveLength(2);
  expect(JSON.stringify([failure, waits])).not.toContain("hunter2");
});

it("A club that is started before its database waits for it", async () => {
  server = await startEmbeddedPostgres({ dataDir: folder, log: silent });
  const { address } = server;
  await server.stop();
  const waits: unknown[] = [];
  const waiting = waitForDatabase(address, { warn: (...args: unknown[]) => void waits.push(args) });
  await expect.poll(() => waits.length).toBeGreaterThan(0);
  server = await startEmbeddedPostgres({ dataDir: folder, log: silent });
  await waiting;
});

it("An operator who mistyped the user does not wait half a minute to learn it", async () => {
  server = await startEmbeddedPostgres({ dataDir: folder, log: silent });
  const address = { ...(server.address as DatabaseEndpoint), user: "ada" };
  await expect(waitForDatabase(address, silent)).rejects.toThrow('refuses the club: role "ada" does not exist.');
});
