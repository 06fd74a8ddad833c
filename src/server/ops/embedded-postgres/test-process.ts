import { startEmbeddedPostgres } from "./embedded-postgres.ts";

/** Started and killed by tests: prints its address, stops on SIGTERM. */
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
