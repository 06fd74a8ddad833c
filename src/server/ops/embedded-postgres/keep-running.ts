import { rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { type Cluster, type Log, listensOnSocket } from "./cluster.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

/** Backoff between restarts, about half a minute in total. */
const usualWaits = [0, 250, 500, 1000, 2000, 4000, 8000, 16_000];

/** A shorter run counts as a failed attempt. */
const steadyAfterMilliseconds = 10_000;

export function keepRunning(cluster: Cluster, first: ServerProcess, log: Log, waitsMilliseconds = usualWaits) {
  const stopping = new AbortController();
  let server = first;
  const lifetime = keepAlive();
  lifetime.catch(() => {}); // Nobody has to listen.

  return {
    onExit(listener: (error: Error) => void) {
      lifetime.catch((error) => stopping.signal.aborted || listener(error));
    },
    async stop() {
      stopping.abort();
      await server.stop();
      await lifetime.catch(() => {});
      if (listensOnSocket(cluster)) rmSync(cluster.endpoint.host, { recursive: true, force: true });
    },
  };

  async function keepAlive() {
    let failures = 0;
    for (;;) {
      const startedAt = Date.now();
      let lastOutput = await server.gone;
      if (Date.now() - startedAt > steadyAfterMilliseconds) failures = 0;
      for (let isBack = false; !isBack; failures++) {
        if (stopping.signal.aborted) return;
        const milliseconds = waitsMilliseconds[failures];
        if (milliseconds === undefined) throw new Error(`PostgreSQL restart failed: ${lastOutput}`);
        log.error(`PostgreSQL exited, restarting: ${lastOutput}`);
        await wait(milliseconds, undefined, { signal: stopping.signal });
        try {
          server = await startServer(cluster, log);
          isBack = true;
        } catch (error) {
          lastOutput = String(error);
        }
      }
      if (stopping.signal.aborted) return server.stop();
      log.warn("PostgreSQL restarted");
    }
  }
}
