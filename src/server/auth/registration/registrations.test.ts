import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { buildAdmin, buildInvitation, buildPerson } from "#server/sample/builders.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const day = 24 * 60 * 60 * 1000;
const password = "seven quiet lanterns";
const club = await openTestApp({ adminEmails: ["first@kindling.example"] });

const register = (body: object) => club.visitor("POST", "/api/registrations", { password, ...body });
const personOf = (email: string) =>
  club.db.selectFrom("auth.users").selectAll().where("email", "=", email).executeTakeFirst();
const rolesOf = (userId: string) =>
  club.db.selectFrom("user_roles").select(["role", "status"]).where("user_id", "=", userId).execute();

describe("POST /registrations", () => {
  it("returns 422 with every field that is missing or invalid", async () => {
    const { status, body } = await club.visitor("POST", "/api/registrations", {
      code: " ",
      email: "castell",
      password: "12345",
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { path: "code", message: "Please enter your invitation code." },
      { path: "email", message: "Please enter a valid email address." },
      { path: "password", message: "Please use at least 6 characters." },
    ]);
  });
  it("tells the day on which an invitation ended to who has its code and its address", async () => {
    const ended = await buildInvitation(club.db, {
      email: "late@castell.example",
      created_at: new Date("2025-12-10T12:00:00Z"),
      expires_at: new Date("2026-01-09T12:00:00Z"),
    });
    const { status, body } = await register({ code: ended.code, email: "late@castell.example" });
    expect([status, body.code, body.detail]).toEqual([
      409,
      "invitation_expired",
      "This invitation ended on 9 January 2026. Ask whoever invited you to send it again.",
    ]);
  });
  it("returns the same response to a wrong code and another person's code, also an ended one", async () => {
    const other = await buildInvitation(club.db, { email: "other@castell.example" });
    const expired = await buildInvitation(club.db, {
      email: "later@castell.example",
      created_at: new Date(Date.now() - 31 * day),
    });
    const answers = [
      await register({ code: "WRONGCODE2", email: "mina@castell.example" }),
      await register({ code: other.code, email: "mina@castell.example" }),
      await register({ code: expired.code, email: "mina@castell.example" }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code, body.detail]).toEqual([
        422,
        "invitation_invalid",
        "The invitation code is invalid or doesn't match your email.",
      ]);
    }
  });
  it.each([{}, { email: "" }, { password: "" }, { email: null, password }])(
    "returns 400 for a missing field: %j",
    async (body) => {
      const given = { code: "WRONGCODE2", ...body };
      const answer = await club.visitor("POST", "/api/registrations", given);
      expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
        400,
        "missing_credentials",
        "You must provide either an email or phone number and a password",
      ]);
    },
  );
  it("audits a wrong code, without the code or the e-mail", async () => {
    const failures = () =>
      club.db.selectFrom("audit_events").selectAll().where("kind", "=", "registration_failed").execute();
    const before = (await failures()).length;
    await register({ code: "WRONGCODE2", email: "mina@castell.example" });
    const rows = (await failures()).slice(before);
    expect(rows).toMatchObject([{ actor_id: null, subject_id: null, details: { reason: "invitation_invalid" } }]);
  });
  it("rejects the most common passwords and says why", async () => {
    const { code, email } = await buildInvitation(club.db);
    const { status, body } = await register({ code, email, password: "Password" });
    expect([status, body.code, body.reasons]).toEqual([422, "weak_password", ["common"]]);
    expect(await personOf(email)).toBeUndefined();
  });
  it("rejects the address, the typed name and the imported name as the password", async () => {
    const { code, email } = await buildInvitation(club.db, { email: "rosa.alder@harbour.example" });
    await club.db.insertInto("pending_members").values({ email, full_name: "Rosalind Alder" }).execute();
    const tries = [
      { password: email },
      { password: "rosa.alder" },
      { password: "Rosalind Alder" },
      { full_name: "Rosa Marie Alder", password: "rosamariealder1" },
    ];
    for (const typed of tries) {
      const { status, body } = await register({ code, email, ...typed });
      expect([typed, status, body.code, body.reasons]).toEqual([typed, 422, "weak_password", ["own_name"]]);
    }
    expect(await personOf(email)).toBeUndefined();
  });
  it("creates account, membership request and mail, uses the invitation, and writes the audit row together", async () => {
    const invitation = await buildInvitation(club.db, { email: "mina@castell.example" });
    const typed = {
      code: ` ${invitation.code.toLowerCase()} `,
      email: " Mina@Castell.example ",
      full_name: "Mina Castell",
    };
    const { status, body } = await register(typed);
    expect([status, body.email]).toEqual([201, "mina@castell.example"]);
    expect(await personOf("mina@castell.example")).toMatchObject({
      id: body.user_id,
      name: "Mina Castell",
      email_verified: false,
    });
    expect(await rolesOf(body.user_id)).toEqual([{ role: "member", status: "pending" }]);
    const used = await club.db.selectFrom("invitations").selectAll().where("id", "=", invitation.id).executeTakeFirst();
    expect(used).toMatchObject({ used_by: body.user_id, used_at: expect.any(Date) });
    const { rows: jobs } = await sql`select data from pgboss.job where name = 'mail'`.execute(club.db);
    expect(jobs).toEqual([{ data: { template: "verification", user_id: body.user_id } }]);
    const audit = await club.db
      .selectFrom("audit_events")
      .select(["kind", "actor_id"])
      .where("subject_id", "=", body.user_id)
      .execute();
    expect(audit).toEqual([{ kind: "account_registered", actor_id: body.user_id }]);
  });
  it("accepts a code with spaces in it, as phones and mails break it", async () => {
    const { code, email } = await buildInvitation(club.db, { email: "spaced@castell.example" });
    const spaced = ` ${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`;
    expect((await register({ code: spaced, email })).status).toBe(201);
  });
  it("tells the invited person that the code was already used", async () => {
    const { code, email } = await buildInvitation(club.db);
    expect((await register({ code, email })).status).toBe(201);
    const { status, body } = await register({ code, email });
    expect([status, body.code, body.detail]).toEqual([
      409,
      "invitation_used",
      "This invitation code has already been used.",
    ]);
  });
  it("creates one account when ten registrations race for one code", async () => {
    const { code, email } = await buildInvitation(club.db);
    const answers = await Promise.all(Array.from({ length: 10 }, () => register({ code, email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await club.db.selectFrom("auth.users").select("id").where("email", "=", email).execute()).toHaveLength(1);
  });
  it("tells a person who already has an account to sign in", async () => {
    const person = await buildPerson(club.db);
    const { code } = await buildInvitation(club.db, { email: person.email });
    const { status, body } = await register({ code, email: person.email });
    expect([status, body.code]).toEqual([409, "account_exists"]);
    expect(body.detail).toContain("sign in");
    const invitation = await club.db
      .selectFrom("invitations")
      .select("used_at")
      .where("code", "=", code)
      .executeTakeFirst();
    expect(invitation?.used_at).toBeNull();
  });
  it("approves imported people under the imported name, and first admins, at once", async () => {
    await club.db
      .insertInto("pending_members")
      .values({ full_name: "Owen Castell", email: "owen@castell.example" })
      .execute();
    const ways = [
      ["owen@castell.example", "import"],
      ["first@kindling.example", "first_admin"],
    ] as const;
    for (const [email, by] of ways) {
      const { code } = await buildInvitation(club.db, { email });
      const { body } = await register({ code, email });
      expect(await rolesOf(body.user_id)).toEqual([{ role: "member", status: "approved" }]);
      const audit = await club.db
        .selectFrom("audit_events")
        .select(["kind", "actor_id", "details"])
        .where("subject_id", "=", body.user_id)
        .orderBy("id")
        .execute();
      expect(audit).toMatchObject([
        { kind: "account_registered", actor_id: body.user_id },
        { kind: "membership_approved", actor_id: null, details: { by } },
      ]);
    }
    expect((await personOf("owen@castell.example"))?.name).toBe("Owen Castell");
  });
  it("gives imported people the tier of their import, in the name of the admin who imported them", async () => {
    const amara = await buildAdmin(club.db);
    const email = "vip@castell.example";
    const row = { full_name: "Vera Castell", email, tier: "vip" as const, created_by: amara.id };
    await club.db.insertInto("pending_members").values(row).execute();
    const { code } = await buildInvitation(club.db, { email });
    const { body } = await register({ code, email });
    const tiers = await club.db
      .selectFrom("memberships")
      .select(["id", "tier", "set_by", "reason"])
      .select([sql<boolean>`from_date = london_today()`.as("is_from_today"), "until_date"])
      .where("user_id", "=", body.user_id)
      .execute();
    expect(tiers).toMatchObject([
      { tier: "vip", set_by: amara.id, reason: "Import", is_from_today: true, until_date: null },
    ]);
    const audit = await club.db
      .selectFrom("audit_events")
      .select(["kind", "actor_id", "details"])
      .where("subject_id", "=", body.user_id)
      .orderBy("id")
      .execute();
    expect(audit).toMatchObject([
      { kind: "account_registered" },
      { kind: "membership_approved", details: { by: "import" } },
      { kind: "tier_changed", actor_id: amara.id, details: { tier: "vip", until: null, membership_id: tiers[0]?.id } },
    ]);
  });
  it("rolls back the account and the invitation when the registration fails half-way", async () => {
    const { code, email, id } = await buildInvitation(club.db);
    await sql`create function refuse_roles() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
      club.db,
    );
    await sql`create trigger refuse before insert on user_roles for each row execute function refuse_roles()`.execute(
      club.db,
    );
    expect((await register({ code, email })).status).toBe(500);
    await sql`drop trigger refuse on user_roles`.execute(club.db);
    expect(await personOf(email)).toBeUndefined();
    const invitation = await club.db
      .selectFrom("invitations")
      .select("used_at")
      .where("id", "=", id)
      .executeTakeFirst();
    expect(invitation?.used_at).toBeNull();
    expect((await register({ code, email })).status).toBe(201);
  });
  it("succeeds when only marking the invitation as used fails, and creates no second account with that code", async () => {
    const { code, email } = await buildInvitation(club.db);
    await sql`create function refuse_use() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
      club.db,
    );
    await sql`create trigger refuse before update on invitations for each row execute function refuse_use()`.execute(
      club.db,
    );
    expect((await register({ code, email })).status).toBe(201);
    expect((await register({ code, email })).body.code).toBe("account_exists");
    await sql`drop trigger refuse on invitations`.execute(club.db);
  });
  it("locks out an address after 30 failed attempts, and says when to retry", async () => {
    for (;;) {
      const { status, headers, body } = await register({ code: "WRONGCODE2", email: "guess@castell.example" });
      if (status === 422) continue;
      expect([status, body.code]).toEqual([429, "rate_limited"]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(500);
      expect(body.detail).toMatch(/^Too many attempts\. Please try again in \d+ minutes\.$/);
      break;
    }
    const { rows } = await sql<{ points: number }>`select max(points) as points from auth.rate_limits`.execute(club.db);
    expect(rows).toEqual([{ points: 31 }]);
  });
});
