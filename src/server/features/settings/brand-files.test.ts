import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, it, onTestFinished } from "vitest";
import { composeMail } from "#server/mails.ts";
import { followContentRevision } from "#server/open-app.ts";
import { buildAdmin, buildPerson } from "#server/sample/builders.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { unzip } from "#tests/support/unzip.ts";
import { removeUnusedBrandFiles } from "./brand-files.ts";
import { createClubReader } from "./club-settings.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const { brand } = defaultSettings;
const club = await openTestApp();
const admin = await club.as(await buildAdmin(club.db));

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } } });
const png = (width: number, height: number) => drawing(width, height).png().toBuffer();

/** Each upload is by a new admin, who has uploaded nothing this hour. */
async function upload(role: string, content: Buffer, type = "image/png") {
  const call = await club.as(await buildAdmin(club.db));
  return call("POST", `/api/settings/brand/files?role=${role}`, content, { "content-type": type });
}

async function saveBrand(value: Partial<typeof brand>) {
  const { body } = await admin("GET", "/api/settings/brand");
  return admin("PUT", "/api/settings/brand", { value: { ...brand, ...value }, expected_revision: body.revision });
}

const storedFiles = () => club.db.selectFrom("files").select("id").where("kind", "=", "brand_picture").execute();

describe("POST /settings/brand/files", () => {
  it("returns 422 for another role and names the parameter", async () => {
    const { status, body } = await upload("preview", await png(400, 100));
    expect([status, body.errors[0].path]).toEqual([422, "role"]);
  });
  it("returns 413 for more than 512 KiB", async () => {
    const { status, body } = await upload("logo", Buffer.alloc(512 * 1024 + 1));
    expect([status, body.code, body.detail]).toEqual([
      413,
      "body_too_large",
      "This picture is larger than 512 KB. Please choose a smaller one.",
    ]);
  });
  it.each([
    ["an SVG", async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["a GIF", () => drawing(400, 400).gif().toBuffer()],
    ["an AVIF", () => drawing(400, 400).avif().toBuffer()],
    ["a truncated PNG", async () => (await png(400, 400)).subarray(0, 200)],
  ])("returns 422 for %s that is called a PNG, and stores nothing", async (_what, build) => {
    const before = await storedFiles();
    const { status, body } = await upload("logo", await build());
    expect([status, body.code, body.errors]).toEqual([
      422,
      "picture_unreadable",
      [
        {
          path: "body",
          message: "This file is not a picture we can use. Please choose a PNG, JPEG or WebP.",
        },
      ],
    ]);
    expect(await storedFiles()).toEqual(before);
  });
  it.each([
    ["logo", 319, 100, "Please choose a logo that is at least 320 pixels wide"],
    ["icon", 179, 179, "Please choose a square icon of at least 180 by 180 pixels"],
    ["icon", 200, 201, "Please choose a square icon of at least 180 by 180 pixels"],
  ])("returns 422 for a %s of %i × %i pixels", async (role, width, height, message) => {
    const { status, body } = await upload(role, await png(width, height));
    expect([status, body.errors]).toEqual([422, [{ path: "body", message }]]);
  });
  it("re-encodes a logo as a PNG, with a preview of the logo on paper, and audits the upload", async () => {
    const photograph = drawing(1600, 400)
      .jpeg()
      .withExif({ IFD0: { Make: "Phonemaker" } });
    const { status, body } = await upload("logo", await photograph.toBuffer(), "image/jpeg");
    expect([status, body]).toEqual([
      201,
      { id: body.id, url: `/api/settings/brand/files/${body.id}`, width: 800, height: 200 },
    ]);
    const rows = await club.db
      .selectFrom("brand_files")
      .innerJoin("file_chunks", "file_chunks.file_id", "brand_files.file_id")
      .select(["role", "width", "height", "content"])
      .where(({ or, eb }) => or([eb("brand_files.file_id", "=", body.id), eb("logo_file_id", "=", body.id)]))
      .orderBy("role")
      .execute();
    expect(rows.map(({ role, width, height }) => [role, width, height])).toEqual([
      ["logo", 800, 200],
      ["preview", 1200, 630],
    ]);
    for (const { content, width, height } of rows) {
      expect(await sharp(content).metadata()).toMatchObject({ format: "png", width, height });
      expect(content.includes("Phonemaker")).toBe(false);
    }
    const corner = await sharp(rows[1]?.content).removeAlpha().raw().toBuffer();
    expect([...corner.subarray(0, 3)]).toEqual([0xfb, 0xf8, 0xf3]);
    const audits = club.db.selectFrom("audit_events").select("details").where("kind", "=", "brand_file_uploaded");
    expect(await audits.execute()).toEqual([{ details: { role: "logo" } }]);
  });
  it.each(["png", "webp"] as const)("accepts an icon that is a %s, without enlarging the icon", async (format) => {
    const { status, body } = await upload("icon", await drawing(180, 180).toFormat(format).toBuffer());
    expect([status, body.width, body.height]).toEqual([201, 180, 180]);
  });
});

describe("GET /settings/brand/files/{id}", () => {
  it("returns 422 for an invalid id and 404 for an unknown one", async () => {
    const statuses = ["me.png", unknownId].map(
      async (id) => (await club.visitor("GET", `/api/settings/brand/files/${id}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([422, 404]);
  });
  it("returns files of the setting to everybody, for an hour and in mails, and any file to admins", async () => {
    const logo = (await upload("logo", await png(400, 100))).body;
    const member = await club.as(await buildPerson(club.db));
    const seen = () =>
      Promise.all([club.visitor, member, admin].map(async (call) => (await call("GET", logo.url)).status));
    expect(await seen()).toEqual([404, 404, 200]);
    await saveBrand({ logo_file_id: logo.id });
    expect(await seen()).toEqual([200, 200, 200]);
    const { headers } = await club.visitor("GET", logo.url);
    const names = ["content-type", "cache-control", "cross-origin-resource-policy", "x-content-type-options"];
    expect(names.map((name) => headers.get(name))).toEqual([
      "image/png",
      "public, max-age=3600",
      "cross-origin",
      "nosniff",
    ]);
    expect(headers.get("content-security-policy")).toContain("sandbox");
    const preview = (await club.visitor("GET", "/api/settings")).body.brand.logo.preview_url;
    expect((await club.visitor("GET", preview)).status).toBe(200);
    await saveBrand({});
    expect(await seen()).toEqual([404, 404, 200]);
    expect((await club.visitor("GET", preview)).status).toBe(404);
  });
});

describe("PUT /settings/brand", () => {
  it("puts logo and icon on pages, link previews, web app, mails and the download of a person's data", async () => {
    const home = async () => (await club.visitor("GET", "/")).body as string;
    const drawn = await home();
    expect(drawn).toContain('<link rel="icon" type="image/svg+xml" href="/favicon.svg"/>');
    const logo = (await upload("logo", await png(400, 100))).body;
    const icon = (await upload("icon", await png(200, 200))).body;
    await saveBrand({ logo_file_id: logo.id, icon_file_id: icon.id });
    const { preview_url } = (await club.visitor("GET", "/api/settings")).body.brand.logo;
    const page = await home();
    expect(page.split(`<img src="${logo.url}" width="400" height="100" alt="Kindling"/>`)).toHaveLength(4);
    expect(page).not.toContain('class="mark"');
    expect(page).toContain(`<link rel="icon" type="image/png" href="${icon.url}"/>`);
    expect(page).toContain(`<link rel="apple-touch-icon" href="${icon.url}"/>`);
    expect(page).not.toContain("/favicon.svg");
    for (const path of ["/", "/membership", "/insights/eis-seis-tax-schemes"])
      expect((await club.visitor("GET", path)).body).toContain(
        `<meta property="og:image" content="${club.appUrl}${preview_url}"/>`,
      );
    const preview = await (await club.fetch(new Request(`${club.appUrl}${preview_url}`), {})).arrayBuffer();
    expect((await club.visitor("GET", "/feed.xml")).body).toContain(
      `<enclosure length="${preview.byteLength}" type="image/png" url="${club.appUrl}${preview_url}"/>`,
    );
    expect((await club.visitor("GET", "/favicon.ico")).headers.get("location")).toBe(icon.url);
    const manifest = (await club.visitor("GET", "/site.webmanifest")).body;
    expect(manifest.icons).toEqual([{ src: icon.url, type: "image/png", sizes: "any" }]);
    const person = await buildPerson(club.db);
    const mail = await composeMail(club, { template: "membership-approved", user_id: person.id });
    expect(mail?.html).toContain(
      `<img src="${club.appUrl}${logo.url}" width="160" height="40" alt="Kindling" style="padding:4px;`,
    );
    const headers = { cookie: await club.cookieOf(person), origin: club.appUrl };
    const wanted = new Request(`${club.appUrl}/api/account/export`, { method: "POST", headers });
    const archive = unzip(Buffer.from(await (await club.fetch(wanted, {})).arrayBuffer()));
    expect(archive.get("your-data.html")?.toString()).toMatch(
      /<img src="data:image\/png;base64,iVBORw0KGgo[^"]+" height="48" alt="Kindling"\/>/,
    );
    await saveBrand({});
    expect(await home()).toContain('class="mark"');
  });
  it("leaves a club of another name without a logo no link preview with the drawn name", async () => {
    const identity = { ...defaultSettings.identity, name: "Saplings" };
    await admin("PUT", "/api/settings/identity", { value: identity, expected_revision: 0 });
    const { body } = await club.visitor("GET", "/membership");
    expect(body).not.toContain("og:image");
    expect(body).toContain('<meta name="twitter:card" content="summary"/>');
    await admin("PUT", "/api/settings/identity", { value: defaultSettings.identity, expected_revision: 1 });
  });
  it("returns 422 for a file that is none of the role, and names the field", async () => {
    const logo = (await upload("logo", await png(400, 400))).body.id;
    const icon = (await upload("icon", await png(400, 400))).body.id;
    for (const [field, id] of [
      ["logo_file_id", unknownId],
      ["logo_file_id", icon],
      ["icon_file_id", logo],
    ] as const) {
      expect(id).toEqual(expect.any(String));
      const { status, body } = await saveBrand({ [field]: id });
      const errors = [{ path: `value.${field}`, message: "Please upload the picture again" }];
      expect([status, body.code, body.errors]).toEqual([422, "invalid_body", errors]);
    }
  });
  it("A saved brand is followed by another process", async () => {
    const { current, stop } = await followContentRevision({ ...club, log: silentLog });
    onTestFinished(stop);
    const read = () => club.readAs("owner");
    const otherProcess = createClubReader({
      read,
      contentRevision: current,
      now: club.now,
      countFigures: club.countFigures,
      isSampleClub: true,
    });
    expect((await otherProcess()).brand.icon_url).toBeNull();
    const { id, url } = (await upload("icon", await png(200, 200))).body;
    await saveBrand({ icon_file_id: id });
    await expect.poll(async () => (await otherProcess()).brand.icon_url).toBe(url);
    await saveBrand({});
  });
});

it("The nightly job removes a logo that no setting has ever named, with its preview, and keeps earlier ones", async () => {
  const [used, unused] = [await upload("logo", await png(400, 100)), await upload("logo", await png(410, 100))];
  await saveBrand({ logo_file_id: used.body.id });
  await saveBrand({});
  const now = new Date();
  const before = (await storedFiles()).length;
  await removeUnusedBrandFiles(club.db, now);
  expect((await storedFiles()).length).toBe(before);
  await removeUnusedBrandFiles(club.db, new Date(now.getTime() + 25 * 60 * 60 * 1000));
  expect((await admin("GET", used.body.url)).status).toBe(200);
  expect((await admin("GET", unused.body.url)).status).toBe(404);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from brand_files f where f.logo_file_id = ${unused.body.id}`.execute(club.db);
  expect(rows).toEqual([{ count: 0 }]);
  const named = await club.db.selectFrom("brand_files").select("file_id").execute();
  expect(new Set((await storedFiles()).map(({ id }) => id))).toEqual(new Set(named.map(({ file_id }) => file_id)));
});
