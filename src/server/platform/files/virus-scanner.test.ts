import { randomBytes } from "node:crypto";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { silentLog } from "#tests/support/silent-log.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { createFileStore } from "./file-store.ts";
import { type ClamdAddress, createVirusScanner } from "./virus-scanner.ts";

// As people write it who test virus scanners, in two parts, so that this file is not taken for one.
const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

/** A server that speaks clamd's INSTREAM, and what it got. `reply` says what it answers to a whole stream. */
async function startClamdStandIn(reply: (content: Buffer) => string = verdictOf) {
  const received: Buffer[] = [];
  const server = createServer((socket: Socket) => {
    let bytes = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("data", (piece) => {
      bytes = Buffer.concat([bytes, piece]);
      const content = contentOf(bytes);
      if (!content) return;
      received.push(content);
      socket.end(reply(content));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const address: ClamdAddress = { host: "127.0.0.1", port };
  return { address, received };
}

const verdictOf = (content: Buffer) =>
  content.includes(eicar) ? "stream: Eicar-Test-Signature FOUND\0" : "stream: OK\0";

/** @returns undefined until the empty piece has come. */
function contentOf(bytes: Buffer): Buffer | undefined {
  const command = "zINSTREAM\0";
  if (bytes.length >= command.length) expect(bytes.toString("latin1", 0, command.length)).toBe(command);
  const pieces: Buffer[] = [];
  for (let at = command.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

const scan = (address: ClamdAddress, pieces: Buffer[]) =>
  buffer(
    createVirusScanner(address).scan(
      (async function* () {
        yield* pieces;
      })(),
    ),
  );

describe("A scan by clamd, here a fake that implements its protocol", () => {
  it("A scan passes clean content on, and sends all of it to clamd", async () => {
    const { address, received } = await startClamdStandIn();
    const content = randomBytes(1_000_000);
    expect(await scan(address, [content.subarray(0, 70_001), content.subarray(70_001)])).toEqual(content);
    expect(received).toEqual([content]);
  });

  it("A scan rejects a virus, even one that spans two chunks", async () => {
    const { address } = await startClamdStandIn();
    const pieces = [Buffer.from(eicar.slice(0, 30)), Buffer.from(eicar.slice(30))];
    await expect(scan(address, pieces)).rejects.toMatchObject({ status: 422, code: "file_infected" });
  });

  it.each([["INSTREAM size limit exceeded. ERROR\0"], [""], ["stream: OK"]])(
    "A scan treats nothing as clean unless clamd says so: %j",
    async (reply) => {
      const { address } = await startClamdStandIn(() => reply);
      await expect(scan(address, [Buffer.from("text")])).rejects.toMatchObject({ name: "FileServiceError" });
    },
  );

  it("A scan fails when clamd is not running", async () => {
    await expect(scan({ host: "127.0.0.1", port: 9 }, [Buffer.from("text")])).rejects.toThrow(
      "clamd failed: ECONNREFUSED",
    );
    await expect(scan({ path: "/nowhere/clamd.ctl" }, [Buffer.from("text")])).rejects.toThrow("clamd failed: ENOENT");
  });
});

it("An upload with a virus is rejected and leaves nothing behind, and every upload is rejected without clamd", async () => {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  const { address } = await startClamdStandIn();
  const kind = { name: "note", maximumBytes: 1000, mediaTypes: ["text/plain"] as const };
  const files = createFileStore(database.db, silentLog, { clamd: address });
  await expect(files.put([Buffer.from(eicar)], kind, null)).rejects.toMatchObject({ code: "file_infected" });
  const away = createFileStore(database.db, silentLog, { clamd: { host: "127.0.0.1", port: 9 } });
  await expect(away.put([Buffer.from("hello")], kind, null)).rejects.toMatchObject({
    status: 503,
    code: "files_unavailable",
  });
  expect(await database.db.selectFrom("files").select("id").execute()).toEqual([]);
  expect(await files.put([Buffer.from("hello")], kind, null)).toMatchObject({ bytes: 5 });
});
