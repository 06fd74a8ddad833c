import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { pino } from "pino";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { buildMember, type Person } from "#server/sample/builders.ts";
import { isSignedBy, startS3StandIn } from "#tests/support/s3-stand-in.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createFileStore } from "./file-store.ts";
import type { FileKind } from "./inspect-content.ts";
import type { S3Address } from "./s3-address.ts";

const document: FileKind = { name: "document", maximumBytes: 1_000_000, mediaTypes: ["application/pdf"] };
const content = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(600_000)]);

let owner: Person;
const logged: string[] = [];
const log = pino({}, { write: (line) => void logged.push(line) });

const database = await openTestDatabase();
const s3 = await startS3StandIn();
const files = createFileStore(database.db, log, { s3: s3.address });
afterAll(() => s3.stop());
beforeEach(async () => {
  owner = await buildMember(database.db);
  s3.objects.clear();
  delete s3.hooks.beforePut;
  logged.length = 0;
});

const attach = (file: { id: string }) =>
  database.db
    .insertInto("pictures")
    .values({ user_id: owner.id, name: "a", width: 1, height: 1, file_id: file.id })
    .execute();

async function readBack(id: string, range?: { first: number; last: number }): Promise<Buffer> {
  const file = await files.open(database.readAs({ userId: owner.id }), id);
  if (!file) throw new Error("There is no such file.");
  return buffer(file.read(range));
}

const storeAt = (address: Partial<S3Address>) =>
  createFileStore(database.db, log, { s3: { ...s3.address, ...address } });
const unavailable = { status: 503, code: "files_unavailable", more: { headers: { "Retry-After": "30" } } };
const rowsOf = (id: string) => database.db.selectFrom("files").select("state").where("user_id", "=", id).execute();

describe("A file in an S3 store, here a fake that implements its protocol", () => {
  it("A file is stored as an object with its type, not in the database, and is read back whole and in ranges", async () => {
    const file = await files.put([content.subarray(0, 7), content.subarray(7)], document, owner.id);
    await attach(file);
    expect([...s3.objects]).toEqual([[file.id, { content, type: "application/pdf" }]]);
    const chunks = database.db.selectFrom("file_chunks").select("id").where("file_id", "=", file.id);
    expect(await chunks.execute()).toEqual([]);
    expect(await readBack(file.id)).toEqual(content);
    expect(await readBack(file.id, { first: 8, last: 300_000 })).toEqual(content.subarray(8, 300_001));
  });

  it("A file that is too large or of another type is not stored in S3", async () => {
    const large = [content, content];
    await expect(files.put(large, document, owner.id)).rejects.toMatchObject({ status: 413 });
    await expect(files.put([Buffer.from("some text")], document, owner.id)).rejects.toMatchObject({ status: 422 });
    expect([s3.objects.size, await rowsOf(owner.id)]).toEqual([0, []]);
  });

  it("A file is deleted from S3 after its person is deleted", async () => {
    const [named, unnamed] = [
      await files.put([content], document, owner.id),
      await files.put([content], document, owner.id),
    ];
    await attach(named);
    await database.db.deleteFrom("auth.users").where("id", "=", owner.id).execute();
    expect([...s3.objects.keys()]).toEqual([named.id, unnamed.id]);
    await files.removeUnused(new Date());
    expect(s3.objects.size).toBe(0);
    expect(await database.db.selectFrom("removed_files").select("id").execute()).toEqual([]);
  });

  it("A file is also deleted from S3 when its person was deleted during the upload", async () => {
    s3.hooks.beforePut = () => database.db.deleteFrom("auth.users").where("id", "=", owner.id).execute();
    await expect(files.put([content], document, owner.id)).rejects.toThrow();
    expect(s3.objects.size).toBe(1);
    await files.removeUnused(new Date());
    expect(s3.objects.size).toBe(0);
  });

  it("A file is read from its original store when new files are stored elsewhere", async () => {
    const inDatabase = createFileStore(database.db, log, {});
    const old = await inDatabase.put([content], document, owner.id);
    await attach(old);
    expect(await readBack(old.id)).toEqual(content);
    const file = await files.put([content], document, owner.id);
    await attach(file);
    const opened = await inDatabase.open(database.readAs({ userId: owner.id }), file.id);
    await expect(opened?.read().next()).rejects.toMatchObject(unavailable);
    expect(logged.join()).toContain("a file is in S3, and FILES_URL is not set");
  });

  it.each([
    ["rejects the secret", { secretAccessKey: "hunter2" }, "S3 answers PUT with 403"],
    ["has no such bucket", { bucket: "no-files" }, "S3 answers PUT with 404"],
    ["cannot be reached", { endpoint: "http://127.0.0.1:9" }, "S3 failed: "],
  ])(
    "A file fails with a retryable error when the store %s, and the log says why, without the secret",
    async (_what, address, reason) => {
      await expect(storeAt(address).put([content], document, owner.id)).rejects.toMatchObject(unavailable);
      expect(await rowsOf(owner.id)).toEqual([]);
      expect(logged.join()).toContain(reason);
      expect(logged.join()).not.toMatch(/hunter2|s\/cret|AKIATEST/);
    },
  );

  it("A file that the store has lost fails with a retryable error", async () => {
    const file = await files.put([content], document, owner.id);
    await attach(file);
    s3.objects.clear();
    await expect(readBack(file.id)).rejects.toMatchObject(unavailable);
    expect(logged.join()).toContain("S3 answers GET with 404");
  });
});

it("The fake checks signatures as AWS documents them, using its example of a GET with a range", () => {
  const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const authorization =
    "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
  const headers = {
    host: "examplebucket.s3.amazonaws.com",
    range: "bytes=0-9",
    "x-amz-content-sha256": empty,
    "x-amz-date": "20130524T000000Z",
    authorization,
  };
  const secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
  expect(isSignedBy(secret, { method: "GET", url: "/test.txt", headers })).toBe(true);
  expect(isSignedBy("another", { method: "GET", url: "/test.txt", headers })).toBe(false);
  expect(isSignedBy(secret, { method: "PUT", url: "/test.txt", headers })).toBe(false);
});
