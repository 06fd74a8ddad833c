import { once } from "node:events";
import type { Readable, Writable } from "node:stream";

export interface Frame {
  /** JSON, for its reader to check. */
  header: unknown;
  content: Buffer;
}

const lengthsBytes = 8;

/** Waits while the reader is slower. */
export async function writeFrame(to: Writable, header: object, content: Uint8Array = new Uint8Array()): Promise<void> {
  const text = Buffer.from(JSON.stringify(header));
  const lengths = Buffer.alloc(lengthsBytes);
  lengths.writeUInt32BE(text.length, 0);
  lengths.writeUInt32BE(content.length, 4);
  if (!to.write(Buffer.concat([lengths, text, content]))) await once(to, "drain");
}

/** Reads until the stream ends; a frame that breaks off is left out. @throws for a frame of more than `maximumBytes`. */
export async function* readFrames(from: Readable, maximumBytes: number): AsyncGenerator<Frame> {
  const read = readExactly(from);
  for (;;) {
    const lengths = await read(lengthsBytes);
    if (!lengths) return;
    const [headerLength, contentLength] = [lengths.readUInt32BE(0), lengths.readUInt32BE(4)];
    if (headerLength + contentLength > maximumBytes) throw new Error("A worker wrote a frame that is too long.");
    const header = await read(headerLength);
    const content = await read(contentLength);
    if (!header || !content) return;
    yield { header: JSON.parse(header.toString()), content };
  }
}

function readExactly(from: Readable): (bytes: number) => Promise<Buffer | undefined> {
  const pieces = from[Symbol.asyncIterator]();
  let waiting: Buffer[] = [];
  let length = 0;
  return async (bytes) => {
    while (length < bytes) {
      const { done, value } = await pieces.next();
      if (done) return undefined;
      waiting.push(value);
      length += value.length;
    }
    const all = Buffer.concat(waiting);
    waiting = [all.subarray(bytes)];
    length -= bytes;
    return all.subarray(0, bytes);
  };
}
