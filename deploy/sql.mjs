// Runs SQL as the owner of the club's tables, on the database of the club that has these settings, while it runs:
// node deploy/sql.mjs "select count(*) from auth.users". When to: docs/operations/runbook.md.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";

if (existsSync(".env")) process.loadEnvFile(".env");
const [statements] = process.argv.slice(2);
if (!statements) throw new Error('Say what to run: node deploy/sql.mjs "select now()"');

const client = new Client(whereItIs(process.env));
await client.connect();
try {
  for (const { command, rowCount, rows } of [await client.query(statements)].flat()) {
    if (rows.length > 0) console.table(rows);
    console.log(`${command} ${rowCount ?? ""}`.trim());
  }
} catch ({ message }) {
  console.error(message);
  process.exitCode = 1;
} finally {
  await client.end();
}

/** The club's own PostgreSQL says in its pid file at which socket it listens: folder in line 5, number in line 4. */
function whereItIs({ DATABASE_URL, DATA_DIR = "./var" }) {
  if (DATABASE_URL) return { connectionString: DATABASE_URL };
  const file = ["postgres", "postgres-sample"]
    .map((folder) => join(DATA_DIR, folder, "data", "postmaster.pid"))
    .find((candidate) => existsSync(candidate));
  if (!file) throw new Error(`No club with DATA_DIR=${DATA_DIR} runs here. Start it, or set DATA_DIR or DATABASE_URL.`);
  const [, , , port, host] = readFileSync(file, "utf8").split("\n");
  return { host, port: Number(port), user: "kindling", database: "kindling" };
}
