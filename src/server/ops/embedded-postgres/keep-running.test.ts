import { expect, it } from "vitest";
import type { Cluster } from "./describe-cluster.ts";
import { keepRunning } from "./embedded-postgres.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const broken: Cluster = {
  home: "/nowhere",
  dataFolder: "/nowhere/data",
  binaries: { folder: "/nowhere/native", version: "18" },
  user: undefined,
  endpoint: { host: "127.0.0.1", port: 1, user: "kindling", database: "kindling" },
};

it("An operator whose database server cannot be restarted is told why, however late the listener is added", async () => {
  const server = { gone: Promise.resolve("it ended with SIGKILL"), stop: async () => {} };
  const { onExit } = keepRunning(broken, server, silent, [0, 1, 1]);
  const reasons = [new Promise<Error>(onExit)];
  await reasons[0];
  reasons.push(new Promise<Error>(onExit));
  for (const reason of await Promise.all(reasons)) {
    expect(reason.message).toMatch(/^PostgreSQL restart failed: .*ENOENT/);
  }
});

it("An operator who stops the club during a restart does not wait for the server", async () => {
  const server = { gone: Promise.resolve("it ended with SIGKILL"), stop: async () => {} };
  const { onExit, stop } = keepRunning(broken, server, silent, [3_600_000]);
  onExit(() => expect.unreachable());
  await stop();
});
