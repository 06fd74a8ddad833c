import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findOtherPostgres, startOtherPostgres } from "#tests/ops/support/other-postgres.ts";
import { needsPrograms } from "#tests/support/system-programs.ts";
import { asSuperuser } from "#tests/support/test-cluster.ts";
import { type DatabaseEndpoint, pgOptions } from "./database-address.ts";
import { migrate, refuseWrongRights } from "./migrate.ts";

const folders: string[] = [];
const servers: { stop(): Promise<void> }[] = [];
beforeEach((context) => needsPrograms(context, ["pg_dump", "pg_restore"]));
afterEach(async () => {
  for (const { stop } of servers.splice(0)) await stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kindling-dump-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

async function startServer(bin: string): Promise<DatabaseEndpoint> {
  const server = await startOtherPostgres(bin, newFolder());
  servers.push(server);
  return server.endpoint;
}

async function ask(endpoint: DatabaseEndpoint, statement: string) {
  const client = new Client(pgOptions(endpoint));
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const run = (program: string, { host, port, user }: DatabaseEndpoint, ...options: string[]) =>
  spawnSync(program, ["-h", host, "-p", String(port), "-U", user, ...options], { encoding: "utf8" });

const counts = `select (select count(*) from auth.users)::int as people, (select count(*) from pg_policies)::int as policies`;
const start = async (endpoint: DatabaseEndpoint) => {
  await migrate(endpoint, process.cwd());
  await refuseWrongRights(endpoint);
};

it("A pg_dump gives a whole club on a new server that has the roles, and otherwise a refusal that names the cure", async (context) => {
  const bin = findOtherPostgres();
  if (!bin) return context.skip("no PostgreSQL of the pg_dump's version");
  const origin = await startServer(bin);
  await start(origin);
  await ask(origin, "insert into auth.users (email, name, email_verified) values ('ada@club.example', 'Ada', true)");
  const file = join(newFolder(), "club.dump");
  const dumped = run(join(bin, "pg_dump"), origin, "-Fc", "--no-comments", "-f", file, origin.database);
  expect([dumped.status, dumped.stderr]).toEqual([0, ""]);

  const target = await startServer(bin);
  const restore = (database: string, ...options: string[]) =>
    run(join(bin, "pg_restore"), target, "--no-owner", ...options, "-d", database, file);
  // Without the request roles, which no dump of a database contains: each grant and each policy fails.
  expect(restore(target.database).status).toBe(1);
  await expect(start(target)).rejects.toThrow("create the roles club_visitor and club_member");

  for (const database of ["bare", "whole"]) await asSuperuser(target, `create database ${database} owner ada`);
  const [bare, whole] = ["bare", "whole"].map((database) => ({ ...target, database })) as [
    DatabaseEndpoint,
    DatabaseEndpoint,
  ];
  expect(restore("bare", "--no-privileges").status).toBe(0);
  await expect(start(bare)).rejects.toThrow("pg_restore without --no-privileges");

  const restored = restore("whole");
  expect([restored.status, restored.stderr]).toEqual([0, ""]);
  await start(whole);
  expect(await ask(whole, counts)).toEqual(await ask(origin, counts));
});
