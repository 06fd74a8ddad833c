import { connect } from "node:net";

export interface Exchange {
  statuses: number[];
  text: string;
  milliseconds: number;
}

/** Writes the bytes as they are, says that no more will come, and listens until the server closes. */
export function exchange(port: number, bytes: string | Uint8Array): Promise<Exchange> {
  const start = performance.now();
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    // A server that will hear no more cuts the line: what it said before is its answer.
    socket.on("error", () => {});
    socket.on("close", () => {
      const text = Buffer.concat(chunks).toString("latin1");
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      resolve({ statuses, text, milliseconds: Math.round(performance.now() - start) });
    });
    socket.end(bytes);
  });
}
