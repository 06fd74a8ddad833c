import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { DatabaseEndpoint } from "../db/database-address.ts";

export interface TestGate {
  address: DatabaseEndpoint;
  /** Drops all connections, accepts none. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

/** A TCP proxy, to simulate a database outage. */
export async function openTestGate(target: DatabaseEndpoint): Promise<TestGate> {
  const { host, port } = target;
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    const outer = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => [inner, outer].map((end) => end.destroy()));
    }
    inner.pipe(outer).pipe(inner);
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
  await listen(0);
  const address = { ...target, host: "127.0.0.1", port: (server.address() as AddressInfo).port };
  return {
    address,
    open: () => listen(address.port),
    shut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
        sockets.clear();
      }),
  };
}
