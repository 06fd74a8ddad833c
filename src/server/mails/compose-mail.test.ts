import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildInvitation, buildMember, buildPerson, buildSubmission } from "#server/sample/builders.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import type { MailRequest } from "../platform/mail/mail-request.ts";
import { composeMail } from "./compose-mail.ts";

let club: TestClub;
const compose = (request: MailRequest) => composeMail(club, request);
const noId = "019aa000-0000-7000-8000-000000000000";

beforeAll(async () => {
  club = await createTestClub();
});

afterAll(() => club.close());

describe("Somebody who is invited", () => {
  it("is written to with their code, and by the name they were imported with", async () => {
    const email = "ada@mail.example";
    const { id } = await buildInvitation(club.db, { email, code: "K7QX2MPR9W" });
    await club.db.insertInto("pending_members").values({ full_name: "Ada Lovelace", email }).execute();
    const mail = await compose({ template: "invitation", invitation_id: id });
    expect(mail?.to).toBe("ada@mail.example");
    expect(mail?.link).toBe("http://127.0.0.1:3000/#/register?code=K7QX2MPR9W&email=ada%40mail.example");
    expect(mail?.text).toContain("Hello Ada,");
  });

  it("is greeted by the first name, also where a list has it behind the last name and a comma", async () => {
    const email = "anna@mail.example";
    const { id } = await buildInvitation(club.db, { email });
    await club.db.insertInto("pending_members").values({ full_name: "Hale, Anna", email }).execute();
    expect((await compose({ template: "invitation", invitation_id: id }))?.text).toContain("Hello Anna,\n");
  });

  it("gets nothing once the invitation is used, has run out or is gone", async () => {
    const used = await buildInvitation(club.db, { used_at: new Date() });
    const expired = await buildInvitation(club.db, { created_at: new Date("2026-01-01T00:00:00Z") });
    for (const invitation_id of [used.id, expired.id, noId]) {
      expect(await compose({ template: "invitation", invitation_id })).toBeUndefined();
    }
  });
});

describe("Somebody who has registered", () => {
  it("is sent a link of the app that verifies their address with the password they chose", async () => {
    const { id, email } = await buildPerson(club.db, {
      email_verified: false,
      password_hash: await hashPassword("seven quiet lanterns"),
    });
    const mail = await compose({ template: "verification", user_id: id });
    expect([mail?.to, mail?.link?.split("?")[0]]).toEqual([email, "http://127.0.0.1:3000/#/verify-email"]);
    const token = new URLSearchParams(mail?.link?.split("?")[1]).get("token");
    const verified = { token, password: "seven quiet lanterns" };
    expect((await club.visitor("POST", "/api/auth/verify-email", verified)).body).toEqual({ email });
    const user = club.db.selectFrom("auth.users").select("email_verified").where("id", "=", id);
    expect(await user.executeTakeFirst()).toEqual({ email_verified: true });
  });

  it("gets nothing when the address is verified already, or the account is gone", async () => {
    const { id } = await buildPerson(club.db);
    for (const user_id of [id, noId]) expect(await compose({ template: "verification", user_id })).toBeUndefined();
  });
});

describe("A member who submitted a profile", () => {
  it("reads the admin's notes when it was rejected", async () => {
    const { user_id } = await buildSubmission(club.db, { status: "rejected", admin_notes: "Say more." });
    const mail = await compose({ template: "profile-rejected", user_id });
    expect(mail?.subject).toBe("Your profile was not approved");
    expect(mail?.text).toContain("> Say more.\n");
  });

  it("is greeted by the name on their profile when it was approved", async () => {
    const { id, email } = await buildMember(club.db, {
      full_name: "R. Ashdown",
      profile: { full_name: "Robin Ashdown" },
    });
    await buildSubmission(club.db, { user_id: id, status: "approved" });
    const mail = await compose({ template: "profile-approved", user_id: id });
    expect(mail?.to).toBe(email);
    expect(mail?.subject).toBe("Your profile is in the member directory");
    expect(mail?.text).toContain("Hello Robin,");
  });

  it("does not hear of a rejection that they have already answered", async () => {
    const { user_id } = await buildSubmission(club.db, { status: "pending", admin_notes: "Say more." });
    expect(await compose({ template: "profile-rejected", user_id })).toBeUndefined();
    expect(await compose({ template: "profile-approved", user_id })).toBeUndefined();
  });
});

describe("A person who asked for membership", () => {
  it.each([
    ["approved", "Welcome to Kindling: your membership is approved"],
    ["rejected", "Your membership request was not approved"],
  ] as const)("hears that it was %s, and nothing else", async (status, subject) => {
    const { id: user_id } = await buildPerson(club.db, { status });
    const mails = [
      await compose({ template: "membership-approved", user_id }),
      await compose({ template: "membership-rejected", user_id }),
    ];
    expect(mails.filter(Boolean).map((mail) => mail?.subject)).toEqual([subject]);
  });
});
