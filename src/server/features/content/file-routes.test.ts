import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { buildAdmin, buildContent, buildPerson } from "#server/sample/builders.ts";
import { goodPdf } from "#tests/support/raw-pdf.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { removeUnusedFiles } from "./file-routes.ts";

const club = await openTestApp();
const admin = await club.as(await buildAdmin(club.db));
const member = await club.as(await buildPerson(club.db));

const unknownId = "01900000-0000-7000-8000-000000000000";
const pdf = goodPdf("the accounts of the year");

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 0, b: 0 } } });

const upload = (itemId: string, content = pdf, type = "application/pdf", name = "Accounts.pdf") =>
  admin("POST", `/api/files?content_id=${itemId}&name=${encodeURIComponent(name)}`, content, { "content-type": type });

const company = (documents: object[]) => ({
  name: "Castell",
  website: "https://castell.example",
  status: "Active",
  documents,
});

/** Published with the file named in its text. */
async function publishNaming(itemId: string, url: string): Promise<void> {
  const published = JSON.stringify({ title: "Castell", documents: [{ name: "Accounts", url }] });
  await club.db.updateTable("content_items").set({ published }).where("id", "=", itemId).execute();
}

describe("POST /files", () => {
  it("refuses a missing item or name with 422 and names the field", async () => {
    const { status, body } = await admin("POST", "/api/files?name=a.pdf", pdf, { "content-type": "application/pdf" });
    expect([status, body.errors[0].path]).toEqual([422, "content_id"]);
  });
  it("refuses another type of file with 422, and keeps nothing", async () => {
    const { id } = await buildContent(club.db, { kind: "company" });
    const { status, body } = await upload(id, Buffer.from("<script>alert(1)</script>\0"), "application/pdf");
    expect([status, body.code]).toEqual([422, "file_type_refused"]);
    expect(await club.db.selectFrom("content_files").select("id").where("item_id", "=", id).execute()).toEqual([]);
  });
  it("returns 404 for an unknown item", async () => {
    expect((await upload(unknownId)).status).toBe(404);
  });
  it("stores a document unchanged, and audits it", async () => {
    const { id } = await buildContent(club.db, { kind: "company" });
    const { status, body } = await upload(id);
    expect([status, body]).toMatchObject([
      201,
      { name: "Accounts.pdf", media_type: "application/pdf", bytes: pdf.length },
    ]);
    const read = await admin("GET", body.url);
    expect([read.status, read.body]).toEqual([200, pdf.toString()]);
    const audits = club.db.selectFrom("audit_events").select("kind").where("subject_id", "=", id);
    expect(await audits.execute()).toEqual([{ kind: "content_file_uploaded" }]);
  });
  it("re-encodes a picture, and returns its size", async () => {
    const { id } = await buildContent(club.db, { kind: "company" });
    const { body } = await upload(id, await plain(40, 20).png().toBuffer(), "image/png", "logo.png");
    expect(body).toMatchObject({ media_type: "image/webp", width: 40, height: 20 });
  });
  it("stores 1,600 pixels of a picture in a text, and one full of detail below 450 kB", async () => {
    const { id } = await buildContent(club.db, { kind: "article" });
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const detailed = sharp({ create: { width: 2000, height: 800, channels: 3, noise, background: "grey" } });
    const { body } = await upload(id, await detailed.jpeg({ quality: 60 }).toBuffer(), "image/jpeg", "grass.jpg");
    expect(body).toMatchObject({ width: 1600, height: 640 });
    expect(body.bytes).toBeLessThan(450_000);
  });
  it("removes the files of an item that is deleted", async () => {
    const { id } = await buildContent(club.db, { kind: "company" });
    const { body } = await upload(id);
    await admin("DELETE", `/api/content/${id}`);
    expect((await admin("GET", body.url)).status).toBe(404);
    expect(await club.db.selectFrom("files").select("id").where("id", "=", body.id).execute()).toEqual([]);
  });
});

it("Members download what a published company names, and visitors do not", async () => {
  const { id } = await buildContent(club.db, { kind: "company" });
  const { body } = await upload(id, pdf, "application/pdf", "Café accounts.pdf");
  expect((await member("GET", body.url)).status).toBe(404);
  await publishNaming(id, body.url);
  const download = await member("GET", body.url);
  expect(download.status).toBe(200);
  expect(download.headers.get("content-disposition")).toBe(
    `attachment; filename="Cafe accounts.pdf"; filename*=UTF-8''Caf%C3%A9%20accounts.pdf`,
  );
  expect(download.headers.get("content-security-policy")).toContain("sandbox");
  expect((await club.visitor("GET", body.url)).status).toBe(404);
});

it("Visitors see a picture that a published article names, until it is unpublished", async () => {
  const { id } = await buildContent(club.db, { kind: "article" });
  const { body } = await upload(id);
  await publishNaming(id, body.url);
  expect((await club.visitor("GET", body.url)).status).toBe(200);
  await admin("POST", `/api/content/${id}/unpublish`);
  expect((await club.visitor("GET", body.url)).status).toBe(404);
});

it("The nightly job removes files that no saved text has named for a week", async () => {
  const { id } = (await admin("POST", "/api/content", { kind: "company", content: company([]) })).body;
  const [named, formerly, never, fresh] = [await upload(id), await upload(id), await upload(id), await upload(id)];
  const save = (expected_revision: number, url: string) =>
    admin("PUT", `/api/content/${id}`, { expected_revision, content: company([{ name: "Accounts", url }]) });
  await save(1, formerly.body.url);
  expect((await save(2, named.body.url)).status).toBe(200);
  const old = [named, formerly, never].map(({ body }) => body.id);
  const created_at = new Date("2029-12-24T11:59:00Z");
  await club.db.updateTable("content_files").set({ created_at }).where("file_id", "in", old).execute();
  const changed = new Date("2029-12-25T11:59:00Z");
  await club.db
    .updateTable("content_files")
    .set({ created_at: changed })
    .where("file_id", "=", fresh.body.id)
    .execute();
  await removeUnusedFiles(club.db, new Date("2030-01-01T11:00:00Z"));
  expect((await admin("GET", never.body.url)).status).toBe(404);
  expect(await club.db.selectFrom("files").select("id").where("id", "=", never.body.id).execute()).toEqual([]);
  for (const { body } of [named, formerly, fresh]) expect((await admin("GET", body.url)).status).toBe(200);
});
