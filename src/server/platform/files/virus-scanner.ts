import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { fileMessages } from "#shared/errors.ts";
import { HttpError } from "../http/http-error.ts";
import { FileServiceError, serviceFailed } from "./file-storage.ts";

interface VirusScanner {
  /**
   * Passes content on while clamd reads it too.
   * @throws HttpError 422 after the last piece when clamd found a virus; FileServiceError when it cannot say.
   */
  scan(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
}

const silentMilliseconds = 60_000;
const longestReply = 200;

/** Speaks clamd's INSTREAM: pieces with their length before them, an empty one as the end, then the reply. */
export function createVirusScanner(address: ClamdAddress): VirusScanner {
  return {
    async *scan(content) {
      const socket = connect(address);
      socket.setTimeout(silentMilliseconds, () => socket.destroy(new Error("clamd does not answer")));
      const reply = text(socket);
      reply.catch(() => {});
      try {
        await once(socket, "connect").catch(fail);
        await send(socket, Buffer.from("zINSTREAM\0"));
        for await (const piece of content) {
          await send(socket, withLength(piece));
          yield piece;
        }
        await send(socket, withLength(new Uint8Array()));
        checkReply(await reply.catch(fail));
      } finally {
        socket.destroy();
      }
    },
  };
}

function checkReply(reply: string): void {
  if (reply.endsWith(" FOUND\0")) throw new HttpError("file_infected", fileMessages.infected);
  if (reply !== "stream: OK\0") throw new FileServiceError(`clamd replies: ${reply.slice(0, longestReply)}`);
}

/** Resolves once the system has taken it, so that a slow scanner slows the upload. */
const send = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  }).catch(fail);

function withLength(piece: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.length);
  return Buffer.concat([length, piece]);
}

function fail(error: unknown): never {
  throw serviceFailed("clamd", error);
}

/** A TCP port or a Unix socket. */
export type ClamdAddress = { host: string; port: number } | { path: string };

export const acceptedClamdAddress = "host:port, such as 127.0.0.1:3310, or the path of a socket";

/** @returns undefined for what is neither a host with a port nor an absolute path. */
export function parseClamdAddress(text: string): ClamdAddress | undefined {
  if (text.startsWith("/")) return { path: text };
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  const isPort = Number(port) >= 1 && Number(port) <= 65_535;
  return host && isPort ? { host, port: Number(port) } : undefined;
}
