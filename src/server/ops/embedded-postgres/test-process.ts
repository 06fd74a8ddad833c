import { startEmbeddedPostgres } from "./embedded-postgres.ts";

/** A club's process reduced to its database, for tests that kill it: says its address, stops in good order on SIGTERM. */
const [, , dataDir = ""] = process.argv;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

try {
  const server = await startEmbeddedPostgres({ dataDir, log: silent });
  process.on("SIGTERM", () => void server.stop().then(() => process.exit()));
  setInterval(() => {}, 60_000);
  process.stdout.write(`${JSON.stringify(server.address)}\n`);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refusal: (error as Error).message })}\n`);
}
