import { describe, expect, it } from "vitest";
import { createApp } from "#server/app.ts";
import {
  buildAdmin,
  buildInvitation,
  buildMember,
  buildPerson,
  buildPicture,
  buildSubmission,
  type Person,
} from "#server/sample/builders.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { unzip } from "#tests/support/unzip.ts";

const club = await openTestApp({ now: () => new Date("2026-11-21T12:00:00Z") });

async function exportOf(person: Person) {
  const headers = { cookie: await club.cookieOf(person), origin: club.appUrl };
  const response = await createApp(club).request(`${club.appUrl}/api/account/export`, { method: "POST", headers });
  const files = unzip(Buffer.from(await response.arrayBuffer()));
  return {
    headers: response.headers,
    files,
    names: [...files.keys()],
    data: JSON.parse(files.get("your-data.json")?.toString() ?? "{}"),
    page: files.get("your-data.html")?.toString() ?? "",
  };
}

describe("POST /account/export", () => {
  it("gives a member all data the club holds about them, as JSON and as a page, and writes an audit row", async () => {
    const admin = await buildAdmin(club.db, { full_name: "Owen Pryce" });
    const mina = await buildMember(club.db, {
      email: "mina@castell.example",
      full_name: "Mina Castell",
      profile: { bio: "<b>Boats</b> & bread", expertise: ["Pricing", "Sales"] },
    });
    await buildSubmission(club.db, { user_id: mina.id, status: "rejected", admin_notes: "Say more, please." });
    await buildInvitation(club.db, { email: mina.email, used_at: new Date(), used_by: mina.id });
    await club.db
      .insertInto("pending_members")
      .values({ full_name: "M. Castell", email: mina.email, tier: "premium" })
      .execute();
    const record = { user_id: mina.id, legal_name: "Mina Jane Castell", date_of_birth: "1980-06-15" };
    const { id: record_id } = await club.db
      .insertInto("investor_records")
      .values(record)
      .returning("id")
      .executeTakeFirstOrThrow();
    const opening = { record_id, user_id: mina.id, opened_by: admin.id, reason: "HMRC asks." };
    await club.db.insertInto("investor_record_openings").values(opening).execute();
    await (await club.as(admin))("GET", "/api/member-profile-submissions");
    await (await club.as(mina))("PUT", "/api/account/name", { full_name: "Mina C." });

    const { headers, names, data, page } = await exportOf(mina);
    expect(headers.get("content-type")).toBe("application/zip");
    expect(headers.get("content-disposition")).toBe('attachment; filename="kindling-data-2026-11-21.zip"');
    expect(headers.get("cache-control")).toBe("no-store");
    expect(names).toEqual(["your-data.json", "your-data.html"]);
    expect(data.account).toMatchObject([{ email: "mina@castell.example", name: "Mina C.", email_verified: true }]);
    expect(data.member_profiles).toMatchObject([{ bio: "<b>Boats</b> & bread", expertise: ["Pricing", "Sales"] }]);
    expect(data.member_profile_submissions).toMatchObject([{ status: "rejected", admin_notes: "Say more, please." }]);
    expect(data.user_roles).toMatchObject([{ role: "member", status: "approved" }]);
    expect(data.investor_records).toMatchObject([{ legal_name: "Mina Jane Castell", date_of_birth: "1980-06-15" }]);
    expect(data.investor_record_openings).toMatchObject([{ reason: "HMRC asks." }]);
    expect(data.invitations).toMatchObject([{ email: "mina@castell.example" }]);
    expect(data.import_by_an_admin).toMatchObject([{ full_name: "M. Castell", tier: "premium" }]);
    expect(data.sessions).toHaveLength(2);
    expect(data.who_looked_at_the_submission).toMatchObject([{ viewer_name: "Owen Pryce" }]);
    expect(data.what_was_recorded.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      "account_name_changed",
      "data_exported",
    ]);
    expect(page).toContain("<h2>Member profiles</h2>");
    expect(page).toContain("&lt;b&gt;Boats&lt;/b&gt; &amp; bread");
    expect(page).toContain("Pricing, Sales");
    const kinds = club.db.selectFrom("audit_events").select("kind").where("subject_id", "=", mina.id);
    expect((await kinds.execute()).map(({ kind }) => kind)).toContain("data_exported");
  });

  it("contains no secrets and no data of other people", async () => {
    const password_hash = await hashPassword("nine slow ferries");
    const other = await buildMember(club.db, { email: "other@castell.example", full_name: "Somebody Else" });
    const { code } = await buildInvitation(club.db, { email: other.email });
    const person = await buildPerson(club.db, { password_hash });
    const own = await buildInvitation(club.db, { email: person.email });
    const { data, page } = await exportOf(person);
    for (const text of [JSON.stringify(data), page]) {
      for (const secret of [password_hash, own.code, code, other.email, other.id, "Somebody Else"]) {
        expect(text).not.toContain(secret);
      }
      expect(text).not.toMatch(/token|password_hash|secret/i);
    }
  });

  it("is also available to a rejected person", async () => {
    const rejected = await buildPerson(club.db, { status: "rejected" });
    expect((await exportOf(rejected)).data.user_roles).toMatchObject([{ status: "rejected" }]);
  });

  it("adds pictures to the archive as files and lists their names", async () => {
    const person = await buildPerson(club.db);
    const content = Buffer.from("52494646240000005745425056503820", "hex");
    const kind = { name: "picture", maximumBytes: 100, mediaTypes: ["image/webp"] as const };
    const file = await club.files.put([content], kind, person.id);
    await buildPicture(club.db, person.id, { name: "holiday.jpg", file_id: file.id });
    const { data, files } = await exportOf(person);
    expect(files.get("files/pictures-1-content.webp")).toEqual(content);
    expect(data.pictures).toEqual([
      {
        id: expect.any(String),
        user_id: person.id,
        name: "holiday.jpg",
        width: 64,
        height: 64,
        created_at: expect.any(String),
        content_type: "image/webp",
        size_bytes: 16,
        sha256: file.sha256,
        content: "files/pictures-1-content.webp",
      },
    ]);
  });

  it("names a file by its type", async () => {
    const { dataArchive } = await import("./data-archive.tsx");
    const picture = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
    const files = unzip(Buffer.from(await dataArchive({ pictures: [{ picture }] }, "2026-11-21", defaultClub)));
    expect(files.get("files/pictures-1-picture.jpg")).toEqual(picture);
  });
});
