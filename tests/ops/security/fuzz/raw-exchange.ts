import { connect } from "node:net";

export interface Exchange {
  statuses: number[];
  text: string;
  milliseconds: number;
}

/** Sends raw bytes, half-closes, reads until the server closes. */
export function exchange(port: number, bytes: string | Uint8Array): Promise<Exchange> {
  const start = performance.now();
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    // A reset after the response is fine.
    socket.on("error", () => {});
    socket.on("close", () => {
      const text = Buffer.concat(chunks).toString("latin1");
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      resolve({ statuses, text, milliseconds: Math.round(performance.now() - start) });
    });
    socket.end(bytes);
  });
}
