import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildMember, buildPerson, type Person } from "#server/sample/builders.ts";
import { noQueue } from "#tests/support/no-queue.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAsOwner } from "../db/as-owner.ts";
import { createFileStore } from "./file-store.ts";
import type { FileKind } from "./inspect-content.ts";
import { fileJobs } from "./jobs.ts";
import { withNewFile } from "./with-new-file.ts";

const mebibyte = 1024 * 1024;
const document: FileKind = { name: "document", maximumBytes: 3 * mebibyte, mediaTypes: ["application/pdf"] };

let owner: Person;
const database = await openTestDatabase();
const files = createFileStore(database.db, silentLog, {});
beforeEach(async () => {
  owner = await buildMember(database.db);
});

/** A PDF by its beginning, in pieces. */
function* pdf(bytes: number, pieceBytes = 9973): Generator<Buffer> {
  const content = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(bytes - 9)]);
  for (let at = 0; at < bytes; at += pieceBytes) yield content.subarray(at, at + pieceBytes);
}

const attach = (file: { id: string }, user_id = owner.id) =>
  database.db
    .insertInto("pictures")
    .values({ user_id, name: "a", width: 1, height: 1, file_id: file.id })
    .returning("id")
    .executeTakeFirstOrThrow();

const stored = () => database.db.selectFrom("files").select(["id", "state"]).where("user_id", "=", owner.id).execute();
async function chunksOf(id: string): Promise<number[]> {
  const length = sql<number>`octet_length(content)`.as("length");
  const chunks = database.db.selectFrom("file_chunks").select(length).where("file_id", "=", id).orderBy("first_byte");
  return (await chunks.execute()).map(({ length }) => length);
}

async function readBack(id: string, range?: { first: number; last: number }): Promise<Buffer | undefined> {
  const file = await files.open(database.readAs({ userId: owner.id }), id);
  return file && buffer(file.read(range));
}

describe("A file", () => {
  it("A file is read back unchanged, whole and in ranges, across its chunks", async () => {
    const content = Buffer.concat([...pdf(600_000)]);
    const file = await files.put([content], document, owner.id);
    expect(file).toEqual({
      id: expect.any(String),
      media_type: "application/pdf",
      bytes: 600_000,
      sha256: createHash("sha256").update(content).digest("hex"),
    });
    await attach(file);
    expect(await chunksOf(file.id)).toEqual([262_144, 262_144, 75_712]);
    expect(await readBack(file.id)).toEqual(content);
    for (const [first, last] of [
      [0, 0],
      [262_143, 262_144],
      [100, 599_999],
      [599_999, 599_999],
    ] as const) {
      expect(await readBack(file.id, { first, last })).toEqual(content.subarray(first, last + 1));
    }
  });

  it("A file cannot be read until a row refers to it", async () => {
    const file = await files.put(pdf(1000), document, owner.id);
    expect(await readBack(file.id)).toBeUndefined();
    await attach(file);
    expect(await readBack(file.id)).toHaveLength(1000);
  });

  it("A file can be read only by those who can read the row that refers to it", async () => {
    const file = await files.put(pdf(1000), document, owner.id);
    await attach(file);
    const other = database.readAs({ userId: (await buildPerson(database.db)).id });
    expect(await files.open(other, file.id)).toBeUndefined();
    expect(await other.selectFrom("file_chunks").select("id").where("file_id", "=", file.id).execute()).toEqual([]);
  });

  it("A file stays only where its row is written", async () => {
    const given = { content: [...pdf(20)], kind: document, userId: owner.id };
    const before = await stored();
    const refused = withNewFile(files, given, () => Promise.reject(new Error("no row")));
    await expect(refused).rejects.toThrow("no row");
    expect(await stored()).toEqual(before);
    await withNewFile(files, given, attach);
    expect(await stored()).toHaveLength(before.length + 1);
  });
  it("A file can be referred to by one row only, of its own person", async () => {
    const file = await files.put(pdf(1000), document, owner.id);
    await expect(attach(file, (await buildPerson(database.db)).id)).rejects.toMatchObject({ code: "23503" });
    await attach(file);
    await expect(attach(file)).rejects.toMatchObject({ code: "23505" });
  });

  it("A file is deleted with the row that refers to it, and never before", async () => {
    const file = await files.put(pdf(1000), document, owner.id);
    const { id } = await attach(file);
    await files.remove(file.id);
    expect(await readBack(file.id)).toHaveLength(1000);
    await database.db.deleteFrom("pictures").where("id", "=", id).execute();
    expect([await stored(), await chunksOf(file.id)]).toEqual([[], []]);
  });

  it("A file is deleted with its person, whether or not a row refers to it", async () => {
    const [named, unnamed] = [
      await files.put(pdf(1000), document, owner.id),
      await files.put(pdf(1000), document, owner.id),
    ];
    await attach(named);
    await database.db.deleteFrom("auth.users").where("id", "=", owner.id).execute();
    expect([await stored(), await chunksOf(named.id), await chunksOf(unnamed.id)]).toEqual([[], [], []]);
  });
});

describe("An upload", () => {
  it.each([
    ["larger than its kind allows", () => pdf(3 * mebibyte + 1), { status: 413, code: "body_too_large" }],
    ["of another type", () => [Buffer.alloc(mebibyte, "text")], { status: 422, code: "file_type_refused" }],
    ["of no bytes", () => [], { status: 422, code: "file_type_refused" }],
    ["that is cut off", () => breakingOff(), { message: "The connection was lost." }],
  ])("An upload %s leaves nothing behind", async (_what, content, error) => {
    await expect(files.put(content(), document, owner.id)).rejects.toMatchObject(error);
    expect(await stored()).toEqual([]);
    const chunks = database.db.selectFrom("file_chunks").leftJoin("files", "files.id", "file_id").select("file_id");
    expect(await chunks.where("files.id", "is", null).execute()).toEqual([]);
  });

  it("An upload is read no faster than it is stored", async () => {
    let furthest = 0;
    async function* measured() {
      let produced = 0;
      for (const piece of pdf(2 * mebibyte, 65_536)) {
        yield piece;
        produced += piece.length;
        const [file] = await stored();
        if (!file) continue;
        const kept = (await chunksOf(file.id)).reduce((sum, length) => sum + length, 0);
        furthest = Math.max(furthest, produced - kept);
      }
    }
    await files.put(measured(), document, owner.id);
    expect(furthest).toBeGreaterThan(0);
    expect(furthest).toBeLessThan(2 * 262_144);
  });

  it("An upload of a killed process is visible to nobody and is removed after a day", async () => {
    const stuck = files.put(neverEnding(), document, owner.id);
    stuck.catch(() => {});
    await expect.poll(async () => (await stored()).length).toBe(1);
    const [file] = await stored();
    const id = file?.id ?? "";
    await expect.poll(() => chunksOf(id)).toEqual([262_144]);
    await expect(attach({ id })).rejects.toMatchObject({ code: "23503" });
    expect(await readBack(id)).toBeUndefined();
    await files.removeUnused(new Date(Date.now() + 25 * 60 * 60 * 1000));
    expect([await stored(), await chunksOf(id)]).toEqual([[], []]);
  });
});

describe("Files that no row refers to", () => {
  it("Files that no row refers to are removed by a nightly job a day after their upload, and no others are", async () => {
    const [old, fresh, used] = [
      await files.put(pdf(1000), document, owner.id),
      await files.put(pdf(1000), document, owner.id),
      await files.put(pdf(1000), document, owner.id),
    ];
    await attach(used);
    const created_at = new Date("2026-11-20T11:59:00Z");
    await database.db.updateTable("files").set({ created_at }).where("id", "in", [old.id, used.id]).execute();
    await database.db
      .updateTable("files")
      .set({ created_at: new Date("2026-11-20T12:01:00Z") })
      .where("id", "=", fresh.id)
      .execute();
    const now = () => new Date("2026-11-21T12:00:00Z");
    const asOwner = createAsOwner(database.db, noQueue, now);
    await fileJobs["unused-files"].run({ files, asOwner, log: silentLog, now });
    expect((await stored()).map(({ id }) => id).sort()).toEqual([fresh.id, used.id].sort());
  });
});

it("A reader fetches a chunk only when it is requested", async () => {
  const file = await files.put(pdf(600_000), document, owner.id);
  await attach(file);
  const content = (await files.open(database.readAs({ userId: owner.id }), file.id))?.read();
  const first = await content?.next();
  expect(first?.value).toHaveLength(262_144);
  await database.db.deleteFrom("file_chunks").where("file_id", "=", file.id).where("first_byte", ">", 0).execute();
  await expect(content?.next()).rejects.toThrow(`File ${file.id} has no byte 262144.`);
});

async function* breakingOff() {
  yield* pdf(mebibyte);
  throw new Error("The connection was lost.");
}

async function* neverEnding() {
  yield* pdf(300_000);
  await new Promise(() => {});
}
