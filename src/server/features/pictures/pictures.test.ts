import sharp from "sharp";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  buildAdmin,
  buildMember,
  buildPerson,
  buildPicture,
  buildSubmission,
  type Person,
} from "#server/sample/builders.ts";
import { pictureBomb } from "#tests/support/picture-bomb.ts";
import { createTestApp, openTestApp } from "#tests/support/test-app.ts";
import { removeUnusedPictures } from "./routes.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const club = await openTestApp();

const red = { r: 200, g: 0, b: 0 };
const blue = { r: 0, g: 0, b: 200 };
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: red } });

/** Rotated by EXIF, with GPS data. */
async function photograph(): Promise<Buffer> {
  const half = await sharp({ create: { width: 600, height: 600, channels: 3, background: blue } })
    .png()
    .toBuffer();
  return plain(1200, 600)
    .composite([{ input: half, left: 600, top: 0 }])
    .jpeg()
    .withExif({
      IFD0: { Make: "Phonemaker" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1", GPSLongitudeRef: "W", GPSLongitude: "0/1 7/1 0/1" },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

async function upload(person: Person, file: Buffer, name = "me.png", type = "image/png") {
  const call = await club.as(person);
  return call("POST", `/api/pictures?name=${encodeURIComponent(name)}`, file, { "content-type": type });
}

const contentOf = (id: string) =>
  club.db
    .selectFrom("pictures")
    .innerJoin("file_chunks", "file_chunks.file_id", "pictures.file_id")
    .select("file_chunks.content")
    .where("pictures.id", "=", id)
    .executeTakeFirstOrThrow();

describe("POST /pictures", () => {
  it.each([
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    ["an HTML page", "<!doctype html><html><script>alert(1)</script></html>"],
    ["an empty file", ""],
  ])("detects %s that is called a PNG by its content, and names the accepted types", async (_what, text) => {
    const answer = await upload(await buildPerson(club.db), Buffer.from(text), "me.png");
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      422,
      "picture_unreadable",
      "This file is not a picture we can read. Please choose a JPEG, PNG, WebP, AVIF or GIF. An iPhone takes JPEGs with Settings, Camera, Formats, Most Compatible.",
    ]);
  });
  it("rejects a TIFF and a truncated picture", async () => {
    const person = await buildPerson(club.db);
    const tiff = await upload(person, await plain(9, 9).tiff().toBuffer());
    const cut = await upload(person, (await photograph()).subarray(0, 2000));
    expect([tiff.status, cut.status]).toEqual([422, 422]);
  });
  it("rejects more than 5 MiB", async () => {
    const answer = await upload(await buildPerson(club.db), Buffer.alloc(6 * 1024 * 1024));
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      413,
      "body_too_large",
      "This picture is larger than 5 MB. Please choose a smaller one.",
    ]);
  });
  it("rejects a small file of 3,600 million pixels", async () => {
    const answer = await upload(await buildPerson(club.db), pictureBomb(60_000));
    expect([answer.status, answer.body.detail]).toEqual([
      422,
      "This picture has too many pixels. Please choose one of at most 64 megapixels.",
    ]);
  });
  it("rejects by its header a picture that would need too much memory", async () => {
    const answer = await upload(await buildPerson(club.db), pictureBomb(6000));
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      422,
      "picture_unreadable",
      "This picture takes too much memory to read. Please choose a smaller one, or save it as an ordinary JPEG.",
    ]);
  });
  it("accepts one picture at a time from a person, and says when to retry", async () => {
    const person = await buildPerson(club.db);
    let read = () => {};
    const isRead = new Promise<void>((resolve) => {
      read = resolve;
    });
    let rest: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          rest = controller;
          read();
        },
      },
      { highWaterMark: 0 },
    );
    const cookie = await club.cookieOf(person);
    // The handler alone reads a body that has `content-length`.
    const type = { "content-type": "image/png", "content-length": "10" };
    const headers = { cookie, origin: club.appUrl, ...type };
    const slow = { method: "POST", headers, body, duplex: "half" } as RequestInit;
    const first = club.fetch(new Request(`${club.appUrl}/api/pictures`, slow), {});
    await isRead;
    const second = await upload(person, Buffer.from("x"));
    expect([second.status, second.body.code, second.body.detail, second.headers.get("retry-after")]).toEqual([
      503,
      "pictures_busy",
      "Other pictures are being read just now. Please try again in a few seconds.",
      "5",
    ]);
    rest?.close();
    expect((await first).status).toBe(422);
    expect((await upload(person, Buffer.from("x"))).status).toBe(422);
  });
  it("stops the process that decodes a picture when the server stops", async () => {
    const stopping = await createTestApp();
    onTestFinished(stopping.close);
    const call = await stopping.as(await buildPerson(stopping.db));
    const answer = call("POST", "/api/pictures", await plain(40, 20).png().toBuffer(), {
      "content-type": "image/png",
    });
    await stopping.pictureEncoder.close();
    expect([(await answer).status, (await answer).body.code]).toEqual([503, "stopping"]);
  });
  it("rejects a file name that is too long", async () => {
    const answer = await upload(await buildPerson(club.db), await plain(9, 9).png().toBuffer(), "x".repeat(201));
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, "name"]);
  });
  it("stores a photograph upright, resized, as WebP, without its location, and writes an audit row", async () => {
    const person = await buildPerson(club.db, { status: "pending" });
    const original = await photograph();
    const taken = await sharp(original).metadata();
    expect([taken.orientation, taken.exif?.includes("Phonemaker")]).toEqual([6, true]);
    const { status, body } = await upload(person, original, "holiday.jpg", "image/jpeg");
    expect(status).toBe(201);
    expect(body).toMatchObject({ url: `/api/pictures/${body.id}`, width: 256, height: 512 });
    const { content } = await contentOf(body.id);
    const { format, exif, orientation } = await sharp(content).metadata();
    expect([format, exif, orientation, content.includes("Phonemaker")]).toEqual(["webp", undefined, undefined, false]);
    const { data } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
    const last = data.length - 3;
    expect([(data[0] ?? 0) > 150, (data[2] ?? 0) < 50]).toEqual([true, true]);
    expect([(data[last] ?? 0) < 50, (data[last + 2] ?? 0) > 150]).toEqual([true, true]);
    const audit = await club.db
      .selectFrom("audit_events")
      .selectAll()
      .where("subject_id", "=", person.id)
      .where("kind", "=", "picture_uploaded")
      .execute();
    expect(audit).toMatchObject([{ kind: "picture_uploaded", actor_id: person.id, details: {} }]);
  });
  it.each(["png", "webp", "gif", "avif"] as const)("accepts a %s and does not enlarge a small one", async (format) => {
    const file = await plain(40, 20).toFormat(format).toBuffer();
    const { status, body } = await upload(await buildPerson(club.db), file);
    expect([status, body.width, body.height]).toEqual([201, 40, 20]);
  });
  it("accepts twenty files from one person an hour", async () => {
    const person = await buildPerson(club.db);
    for (let count = 0; count < 20; count++) expect((await upload(person, Buffer.from("x"))).status).toBe(422);
    const answer = await upload(person, Buffer.from("x"));
    expect([answer.status, answer.body.code, answer.headers.get("retry-after")]).toEqual([
      429,
      "rate_limited",
      expect.stringMatching(/^3[56]\d\d$/),
    ]);
    expect((await upload(await buildPerson(club.db), Buffer.from("x"))).status).toBe(422);
  });
});

describe("GET /pictures/{id}", () => {
  const statusFor = async (person: Person, id: string) =>
    (await (await club.as(person))("GET", `/api/pictures/${id}`)).status;

  it("rejects an invalid id", async () => {
    expect(await statusFor(await buildPerson(club.db), "me.png")).toBe(422);
  });
  it("shows a picture that no visible profile uses only to its owner and to admins", async () => {
    const owner = await buildMember(club.db, { profile: { is_visible: false } });
    const { id } = await buildPicture(club.db, owner.id);
    const readers = [owner, await buildAdmin(club.db), await buildPerson(club.db)];
    expect(await Promise.all(readers.map((reader) => statusFor(reader, id)))).toEqual([200, 200, 404]);
    await club.db
      .updateTable("member_profiles")
      .set({ profile_image_url: `/api/pictures/${id}` })
      .where("user_id", "=", owner.id)
      .execute();
    expect(await Promise.all(readers.map((reader) => statusFor(reader, id)))).toEqual([200, 200, 404]);
  });
  it("shows a member a visible profile's picture with the upload headers, cached for a day, under a generated name", async () => {
    const owner = await buildMember(club.db);
    const { body } = await upload(owner, await plain(40, 20).png().toBuffer(), 'passport of "Mina".png');
    await (await club.as(owner))("PUT", "/api/member-profiles/me", {
      full_name: "Mina Castell",
      profile_image_url: body.url,
    });
    const reader = await club.as(await buildPerson(club.db, { status: "pending" }));
    const { status, headers } = await reader("GET", body.url);
    const names = ["content-type", "x-content-type-options", "content-disposition", "cache-control"];
    expect([status, ...names.map((name) => headers.get(name))]).toEqual([
      200,
      "image/webp",
      "nosniff",
      `inline; filename="${body.id}.webp"`,
      "private, max-age=86400, immutable",
    ]);
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
    const again = await reader("GET", body.url, undefined, { "if-none-match": headers.get("etag") ?? "" });
    expect([again.status, again.body]).toEqual([304, ""]);
  });
  it("returns the requested range of a picture", async () => {
    const owner = await buildPerson(club.db);
    const { id } = await buildPicture(club.db, owner.id);
    const call = await club.as(owner);
    const get = (headers: Record<string, string>) => call("GET", `/api/pictures/${id}`, undefined, headers);
    const whole = await get({});
    const etag = whole.headers.get("etag") ?? "";
    expect([whole.body, whole.headers.get("content-length"), whole.headers.get("accept-ranges")]).toEqual([
      "picture",
      "7",
      "bytes",
    ]);
    const part = await get({ range: "bytes=2-4" });
    const names = ["content-range", "content-length", "content-type", "etag", "cache-control"];
    expect([part.status, part.body, ...names.map((name) => part.headers.get(name))]).toEqual([
      206,
      "ctu",
      "bytes 2-4/7",
      "3",
      "image/webp",
      etag,
      "private, max-age=86400, immutable",
    ]);
    expect((await get({ range: "bytes=-2" })).body).toBe("re");
    expect((await get({ range: "bytes=2-4", "if-range": etag })).status).toBe(206);
    for (const condition of ['"another"', `W/${etag}`, "Sun, 22 Nov 2026 10:00:00 GMT"]) {
      const changed = await get({ range: "bytes=2-4", "if-range": condition });
      expect([changed.status, changed.body]).toEqual([200, "picture"]);
    }
    const beyond = await get({ range: "bytes=7-" });
    expect([beyond.status, beyond.body.code, beyond.headers.get("content-range")]).toEqual([
      416,
      "range_not_satisfiable",
      "bytes */7",
    ]);
    const head = await call("HEAD", `/api/pictures/${id}`);
    expect([head.status, head.body, head.headers.get("content-length")]).toEqual([200, "", "7"]);
  });
});

describe("GET /pictures", () => {
  it("returns 422 with each invalid parameter", async () => {
    const admin = await club.as(await buildAdmin(club.db));
    const answer = await admin("GET", "/api/pictures?limit=0&offset=-1&sort=content&order=up");
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(["limit", "offset", "sort", "order"]);
  });
  it("lists at most 100 pictures by name with owner and sizes, and supports other pages and orders", async () => {
    const full = await createTestApp();
    onTestFinished(full.close);
    const owner = await buildPerson(full.db, { email: "mina@castell.example" });
    for (let number = 101; number >= 1; number--) {
      await buildPicture(full.db, owner.id, { name: `picture ${String(number).padStart(3, "0")}` });
    }
    const admin = await full.as(await buildAdmin(full.db));
    const { body } = await admin("GET", "/api/pictures");
    expect([body.items.length, body.total, body.items[0].name, body.items[99].name]).toEqual([
      100,
      101,
      "picture 001",
      "picture 100",
    ]);
    expect(body.items[0]).toMatchObject({
      user_id: owner.id,
      owner: "mina@castell.example",
      content_type: "image/webp",
      width: 64,
      height: 64,
      size_bytes: 7,
    });
    expect(body.items[0].content).toBeUndefined();
    const last = await admin("GET", "/api/pictures?limit=2&offset=1&order=desc");
    expect(last.body.items.map(({ name }: { name: string }) => name)).toEqual(["picture 100", "picture 099"]);
    const oldest = await admin("GET", "/api/pictures?limit=1&sort=created_at");
    expect(oldest.body.items[0].name).toBe("picture 101");
  });
});

describe("A profile", () => {
  it.each([
    ["PUT", "/api/member-profiles/me", () => buildMember(club.db)],
    ["POST", "/api/member-profile-submissions/me", () => buildPerson(club.db)],
    [
      "PUT",
      "/api/member-profile-submissions/me",
      async () => {
        const person = await buildPerson(club.db);
        await buildSubmission(club.db, { user_id: person.id, status: "rejected" });
        return person;
      },
    ],
  ] as const)("A profile accepts only the person's own picture: %s %s", async (method, path, build) => {
    const person = await build();
    const call = await club.as(person);
    const other = await buildPicture(club.db, (await buildPerson(club.db)).id);
    for (const id of [other.id, unknownId]) {
      const refused = await call(method, path, { full_name: "Mina", profile_image_url: `/api/pictures/${id}` });
      expect([refused.status, refused.body.code, refused.body.detail, refused.body.errors]).toEqual([
        422,
        "picture_gone",
        "Your uploaded picture is no longer there",
        [
          {
            path: "profile_image_url",
            message: "This picture is no longer there. Please upload it again, or remove it.",
          },
        ],
      ]);
    }
    const own = await buildPicture(club.db, person.id);
    const saved = await call(method, path, { full_name: "Mina", profile_image_url: `/api/pictures/${own.id}` });
    expect([saved.status < 300, saved.body.profile_image_url]).toEqual([true, `/api/pictures/${own.id}`]);
  });
  it("A profile publishes its picture in the directory when it is approved", async () => {
    const person = await buildPerson(club.db);
    const { id } = await buildPicture(club.db, person.id);
    const submission = await buildSubmission(club.db, { user_id: person.id, profile_image_url: `/api/pictures/${id}` });
    const admin = await club.as(await buildAdmin(club.db));
    await admin("POST", `/api/member-profile-submissions/${submission.id}/approve`);
    const { body } = await (await club.as(person))("GET", "/api/member-profiles/me");
    expect(body.profile_image_url).toBe(`/api/pictures/${id}`);
  });
});

describe("Removing unused pictures", () => {
  it("Only unused pictures that were uploaded more than a day ago are deleted", async () => {
    const now = new Date("2030-01-02T12:00:00Z");
    const yesterday = new Date("2030-01-01T11:59:00Z");
    const member = await buildMember(club.db);
    const [shown, submitted, replaced, fresh] = await Promise.all([
      buildPicture(club.db, member.id, { created_at: yesterday }),
      buildPicture(club.db, member.id, { created_at: yesterday }),
      buildPicture(club.db, member.id, { created_at: yesterday }),
      buildPicture(club.db, member.id, { created_at: new Date("2030-01-01T12:01:00Z") }),
    ]);
    await club.db
      .updateTable("member_profiles")
      .set({ profile_image_url: `/api/pictures/${shown.id}` })
      .where("user_id", "=", member.id)
      .execute();
    await buildSubmission(club.db, { user_id: member.id, profile_image_url: `/api/pictures/${submitted.id}` });
    await removeUnusedPictures(club.db, now);
    const left = await club.db.selectFrom("pictures").select("id").where("user_id", "=", member.id).execute();
    expect(left.map(({ id }) => id).sort()).toEqual([shown.id, submitted.id, fresh.id].sort());
    expect(left.map(({ id }) => id)).not.toContain(replaced.id);
  });
  it("A picture that a profile uses cannot be deleted", async () => {
    const member = await buildMember(club.db);
    const { id } = await buildPicture(club.db, member.id);
    const address = `/api/pictures/${id}`;
    await club.db
      .updateTable("member_profiles")
      .set({ profile_image_url: address })
      .where("user_id", "=", member.id)
      .execute();
    await expect(club.db.deleteFrom("pictures").where("id", "=", id).execute()).rejects.toThrow(/own_picture/);
  });
});

describe("Deleting an account", () => {
  it("A deleted account's pictures are deleted, used or not", async () => {
    const member = await buildMember(club.db);
    const used = await buildPicture(club.db, member.id);
    await buildPicture(club.db, member.id);
    const profile_image_url = `/api/pictures/${used.id}`;
    await club.db.updateTable("member_profiles").set({ profile_image_url }).where("user_id", "=", member.id).execute();
    await buildSubmission(club.db, { user_id: member.id, profile_image_url });
    await club.db.deleteFrom("auth.users").where("id", "=", member.id).execute();
    expect(await club.db.selectFrom("pictures").select("id").where("user_id", "=", member.id).execute()).toEqual([]);
  });
});
