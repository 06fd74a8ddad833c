import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type DatabaseAddress, pgOptions } from "../../platform/db/database-address.ts";
import { describeCluster, describeLoopback } from "./describe-cluster.ts";
import { createCluster, type ServerProcess, startServer } from "./embedded-postgres.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const silent = { debug() {}, info() {}, warn() {}, error() {} };
let home: string;
let server: ServerProcess | undefined;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "kindling-loopback-"));
  chmodSync(home, 0o755);
});

afterEach(async () => {
  await server?.stop();
  rmSync(home, { recursive: true });
});

it("Other users of a Windows machine can reach the database's port, but cannot connect without its password", async () => {
  const endpoint = await describeLoopback(home);
  const cluster = { ...(await describeCluster(home)), endpoint };
  await createCluster(cluster);
  server = await startServer(cluster, silent);
  expect(endpoint.password).toMatch(/^[\w-]{43}$/);
  expect(await signInTo(endpoint)).toBe("kindling");
  expect(await signInTo({ ...endpoint, password: "" })).toMatch(/password/);
  expect(await signInTo({ ...endpoint, user: "postgres" })).toMatch(/password/);
});

async function signInTo(address: DatabaseAddress): Promise<string> {
  const client = new Client(pgOptions(address));
  try {
    await client.connect();
    const { rows } = await client.query("select current_user as name");
    return rows[0].name;
  } catch (error) {
    return String(error);
  } finally {
    await client.end();
  }
}
