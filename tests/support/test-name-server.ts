import { createSocket } from "node:dgram";
import { createTxtResolver, type ResolveTxt } from "#server/ops/system/sender-domain.ts";

export interface TestNameServer {
  /** Texts by name. "silent" is not answered, "failing" is answered with SERVFAIL. */
  records: Record<string, string[] | "silent" | "failing">;
  resolveTxt: ResolveTxt;
  stop(): void;
}

const codes = { found: 0, failing: 2, none: 3 };
const txtType = 16;

/** A name server on this machine that answers questions for TXT records over UDP, as RFC 1035 says. */
export async function startTestNameServer(): Promise<TestNameServer> {
  const socket = createSocket("udp4");
  const server: TestNameServer = { records: {}, resolveTxt: async () => [], stop: () => socket.close() };
  socket.on("message", (question, { port, address }) => {
    const { name, end } = readName(question);
    const found = server.records[name.toLowerCase()];
    if (found === "silent") return;
    const texts = found === undefined || found === "failing" ? [] : found;
    const code = found === undefined ? codes.none : found === "failing" ? codes.failing : codes.found;
    const head = Buffer.from(question.subarray(0, 12));
    // A response with recursion, one question, so many answers, and nothing else.
    head.writeUInt16BE(0x8180 + code, 2);
    for (const [offset, count] of [
      [4, 1],
      [6, texts.length],
      [8, 0],
      [10, 0],
    ] as const)
      head.writeUInt16BE(count, offset);
    socket.send(Buffer.concat([head, question.subarray(12, end + 4), ...texts.map(toAnswer)]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  server.resolveTxt = createTxtResolver([`127.0.0.1:${socket.address().port}`]);
  return server;
}

function readName(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), end: at + 1 };
}

/** The name is the question's; a text is in parts of at most 255 bytes. */
function toAnswer(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts = Array.from({ length: Math.ceil(bytes.length / 255) || 1 }, (_, index) =>
    bytes.subarray(index * 255, index * 255 + 255),
  );
  const data = Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), part]));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(txtType, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
