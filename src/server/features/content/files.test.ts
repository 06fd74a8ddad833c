import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildAdmin, buildContent, buildPerson } from "#server/sample/builders.ts";
import { describeRoute } from "#tests/support/describe-route.ts";
import { type Call, createTestApp, type TestApp } from "#tests/support/test-app.ts";

let club: TestApp;
let admin: Call;
let member: Call;
beforeAll(async () => {
  club = await createTestApp();
  admin = await club.as(await buildAdmin(club.db));
  member = await club.as(await buildPerson(club.db));
});
afterAll(() => club.close());

const unknownId = "01900000-0000-7000-8000-000000000000";
const pdf = Buffer.from("%PDF-1.7 the accounts of the year");

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 0, b: 0 } } });

const upload = (itemId: string, content = pdf, type = "application/pdf", name = "Accounts.pdf") =>
  admin("POST", `/api/files?content_id=${itemId}&name=${encodeURIComponent(name)}`, content, { "content-type": type });

/** Published with the file named in its text. */
async function publishNaming(itemId: string, url: string): Promise<void> {
  const published = JSON.stringify({ title: "Castell", documents: [{ name: "Accounts", url }] });
  await club.db.updateTable("content_items").set({ published }).where("id", "=", itemId).execute();
}

describeRoute(
  "POST /files",
  "admin",
  () => club,
  { path: `/files?content_id=${unknownId}&name=a.pdf` },
  () => {
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
    it("keeps a document as it is, and audits it", async () => {
      const { id } = await buildContent(club.db, { kind: "company" });
      const { status, body } = await upload(id);
      expect([status, body]).toMatchObject([201, { name: "Accounts.pdf", media_type: "application/pdf", bytes: 33 }]);
      const read = await admin("GET", body.url);
      expect([read.status, read.body]).toEqual([200, "%PDF-1.7 the accounts of the year"]);
      const audits = club.db.selectFrom("audit_events").select("kind").where("subject_id", "=", id);
      expect(await audits.execute()).toEqual([{ kind: "content_file_uploaded" }]);
    });
    it("encodes a picture anew, at most 1,600 pixels wide, and says its size", async () => {
      const { id } = await buildContent(club.db, { kind: "article" });
      const small = await plain(40, 20).png().toBuffer();
      const logo = { media_type: "image/webp", width: 40, height: 20 };
      expect((await upload(id, small, "image/png", "logo.png")).body).toMatchObject(logo);
      const large = await plain(3200, 900).jpeg().toBuffer();
      const { body } = await upload(id, large, "image/jpeg", "room.jpg");
      expect(body).toMatchObject({ media_type: "image/webp", width: 1600, height: 450 });
      expect((await upload(id)).body).toMatchObject({ width: null, height: null });
    });
    it("keeps a picture full of detail below 2 MB", async () => {
      const { id } = await buildContent(club.db, { kind: "article" });
      const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
      const detailed = await sharp({ create: { width: 1600, height: 1600, channels: 3, noise, background: "grey" } })
        .jpeg({ quality: 60 })
        .toBuffer();
      const { status, body } = await upload(id, detailed, "image/jpeg", "noise.jpg");
      expect([status, body.bytes < 2_000_000]).toEqual([201, true]);
    });
    it("removes the files of an item that is deleted", async () => {
      const { id } = await buildContent(club.db, { kind: "company" });
      const { body } = await upload(id);
      await admin("DELETE", `/api/content/${id}`);
      expect((await admin("GET", body.url)).status).toBe(404);
      expect(await club.db.selectFrom("files").select("id").where("id", "=", body.id).execute()).toEqual([]);
    });
  },
);

it("Members download what a published company names, and visitors do not", async () => {
  const { id } = await buildContent(club.db, { kind: "company" });
  const { body } = await upload(id, pdf, "application/pdf", "Café accounts.pdf");
  expect((await member("GET", body.url)).status).toBe(404);
  await publishNaming(id, body.url);
  const download = await member("GET", body.url);
  expect(download.status).toBe(200);
  expect(download.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''Caf%C3%A9%20accounts.pdf");
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
