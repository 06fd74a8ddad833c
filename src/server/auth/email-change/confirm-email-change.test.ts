import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildAdmin, buildInvitation, buildPerson, giveAdminRole, type Person } from "#server/sample/builders.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";
import { listAdmins } from "../list-admins.ts";
import { emailChangeToken, emailChangeTokenHash } from "./email-change.ts";

const password = "seven quiet lanterns";
const origin = "http://127.0.0.1:3000";
const hour = 60 * 60 * 1000;
const invalid = [400, "invalid_token"];
const taken = [409, "email_taken"];
const confirmed = [200, "confirmed"];
const changed = [200, "changed"];

let clock = new Date();
let person: Person;
let mine: Call;
const club = await openTestApp({ now: () => clock });
const password_hash = await hashPassword(password);
beforeEach(async () => {
  clock = new Date();
  await sql`truncate auth.rate_limits, auth.email_changes`.execute(club.db);
  await takeMails(club);
  person = await buildPerson(club.db, { password_hash, full_name: "Mina Castell" });
  mine = await club.as(person);
});

/** Requests a change. @returns the links mailed to both addresses. */
async function ask(somebody: Person, new_email: string) {
  const call = await club.as(somebody);
  await call("POST", "/api/account/email-changes", { new_email, password });
  const mails = await takeMails(club);
  const linkTo = (email: string) => mails.find(({ to }) => to === email)?.link ?? "";
  return { atOld: linkTo(somebody.email), atNew: linkTo(new_email) };
}

/** A change that only the new address has yet to confirm. */
async function almostChanged(new_email: string) {
  const rival = await buildPerson(club.db);
  const id = randomUUID();
  const token = emailChangeToken(club.keys.emailChangeLinks, id, "new");
  await club.db
    .insertInto("auth.email_changes")
    .values({
      id,
      user_id: rival.id,
      old_email: rival.email,
      new_email,
      old_confirmed_at: clock,
      new_token_hash: emailChangeTokenHash(token),
      expires_at: new Date(clock.getTime() + hour),
    })
    .execute();
  return { rival, link: `${origin}/#/confirm-email-change?token=${token}` };
}

const confirm = async (link: string, call: Call = club.visitor) => {
  const token = new URLSearchParams(link.split("?")[1]).get("token");
  const { status, body } = await call("POST", "/api/auth/confirm-email-change", { token });
  return [status, body.outcome ?? body.code];
};
const emailOf = async ({ id }: Person) => {
  const row = club.db.selectFrom("auth.users").select(["email", "email_verified"]).where("id", "=", id);
  return Object.values(await row.executeTakeFirstOrThrow());
};
const auditsOf = async ({ id }: Person) => {
  const rows = club.db.selectFrom("audit_events").select(["kind", "subject_id", "details"]).where("actor_id", "=", id);
  return (await rows.orderBy("id").execute()).map(({ kind, subject_id, details }) => [kind, subject_id, details]);
};

describe("POST /auth/confirm-email-change", () => {
  it("requires a token", async () => {
    for (const body of [{}, { token: "" }, { token: "x".repeat(201) }]) {
      const answer = await club.visitor("POST", "/api/auth/confirm-email-change", body);
      expect([answer.status, answer.body.errors[0].path]).toEqual([422, "token"]);
    }
  });
  it("rejects an unknown token as invalid", async () => {
    const { status, body } = await club.visitor("POST", "/api/auth/confirm-email-change", { token: "made-up" });
    expect([status, body.code, body.detail]).toEqual([
      400,
      "invalid_token",
      "This link is not valid any more: it was used, or the change was cancelled, replaced or too long ago.",
    ]);
  });
  it.each(["atOld", "atNew"] as const)("changes nothing until both addresses have confirmed: %s", async (end) => {
    const links = await ask(person, "one-end@castell.example");
    expect(await confirm(links[end])).toEqual(confirmed);
    expect(await emailOf(person)).toEqual([person.email, true]);
    expect((await mine("GET", "/api/account")).body.email_change).toMatchObject({
      is_old_confirmed: end === "atOld",
      is_new_confirmed: end === "atNew",
    });
  });
  it.each([
    ["the old one", "atOld", "atNew"],
    ["the new one", "atNew", "atOld"],
  ] as const)("changes the address once both have confirmed, %s first", async (which, first, second) => {
    const email = `${which.replaceAll(" ", "-")}@castell.example`;
    const links = await ask(person, email);
    expect(await confirm(links[first])).toEqual(confirmed);
    expect(await confirm(links[second])).toEqual(changed);
    expect(await emailOf(person)).toEqual([email, true]);
    const signIn = (as: string) => club.visitor("POST", "/api/auth/sign-in/email", { email: as, password });
    expect([(await signIn(email)).status, (await signIn(person.email)).status]).toEqual([200, 400]);
    expect((await auditsOf(person)).slice(0, 2)).toEqual([
      ["email_change_requested", person.id, {}],
      ["email_changed", person.id, {}],
    ]);
  });
  it("notifies the old address, which then receives no other mail", async () => {
    const links = await ask(person, "told@castell.example");
    for (const link of [links.atOld, links.atNew]) await confirm(link);
    const mails = await takeMails(club);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, "The email address of your Kindling account has changed"],
    ]);
    expect(mails[0]?.text).toContain("Hello Mina,");
    expect(mails[0]?.text).toContain("told@castell.example");
  });
  it("ends all of the person's sessions except the one in which the last link was opened", async () => {
    const elsewhere = await club.as(person);
    const stranger = await club.as(await buildPerson(club.db));
    const links = await ask(person, "sessions@castell.example");
    await confirm(links.atOld, mine);
    expect((await elsewhere("GET", "/api/session")).body.session).not.toBeNull();
    await confirm(links.atNew, mine);
    const emailIn = async (call: Call) => (await call("GET", "/api/session")).body.session?.user.email;
    expect([await emailIn(elsewhere), await emailIn(mine)]).toEqual([undefined, "sessions@castell.example"]);
    expect(await emailIn(stranger)).toBeDefined();
    expect((await mine("GET", "/api/account")).body).toMatchObject({ email_change: null, sessions: [{}] });
  });
  it("ends all sessions when the link is opened on a device that is signed out or signed in as another person", async () => {
    const stranger = await club.as(await buildPerson(club.db));
    const links = await ask(person, "else@castell.example");
    await confirm(links.atOld);
    await confirm(links.atNew, stranger);
    const sessions = club.db.selectFrom("auth.sessions").select("id").where("user_id", "=", person.id);
    expect(await sessions.execute()).toEqual([]);
    expect((await stranger("GET", "/api/session")).body.session).not.toBeNull();
  });
  it("revokes the password reset links that were sent to the old address", async () => {
    await club.db
      .insertInto("auth.verifications")
      .values({ identifier: "reset-password:x", value: person.id, expires_at: new Date(Date.now() + hour) })
      .execute();
    const links = await ask(person, "reset@castell.example");
    for (const link of [links.atOld, links.atNew]) await confirm(link);
    const left = club.db.selectFrom("auth.verifications").select("id").where("value", "=", person.id);
    expect(await left.execute()).toEqual([]);
  });
  it("accepts each link once, even when it is opened twice at once", async () => {
    const links = await ask(person, "once@castell.example");
    const both = await Promise.all([confirm(links.atOld), confirm(links.atOld)]);
    expect(both.sort()).toEqual([confirmed, invalid]);
    expect(await confirm(links.atOld)).toEqual(invalid);
    expect(await confirm(links.atNew)).toEqual(changed);
    for (const link of [links.atOld, links.atNew]) expect(await confirm(link)).toEqual(invalid);
  });
  it("rejects a link after 24 hours", async () => {
    const links = await ask(person, "late@castell.example");
    await confirm(links.atOld);
    clock = new Date(clock.getTime() + 24 * hour);
    expect(await confirm(links.atNew)).toEqual(invalid);
    expect((await mine("GET", "/api/account")).body.email_change).toBeNull();
    expect(await emailOf(person)).toEqual([person.email, true]);
  });
  it("rejects the links of a change that was replaced", async () => {
    const before = await ask(person, "before@castell.example");
    await confirm(before.atOld);
    const after = await ask(person, "after@castell.example");
    for (const link of [before.atOld, before.atNew]) expect(await confirm(link)).toEqual(invalid);
    expect(await confirm(after.atNew)).toEqual(confirmed);
    expect(await emailOf(person)).toEqual([person.email, true]);
  });
  it("makes one change when both addresses confirm at once", async () => {
    const links = await ask(person, "at-once@castell.example");
    const both = await Promise.all([confirm(links.atOld), confirm(links.atNew)]);
    expect(both.sort()).toEqual([changed, confirmed]);
    expect(await emailOf(person)).toEqual(["at-once@castell.example", true]);
    expect((await takeMails(club)).map(({ template }) => template)).toEqual(["email-changed"]);
  });
  it("leaves no pending change for an earlier address when a new change is requested during the confirmation", async () => {
    for (let round = 0; round < 3; round++) {
      const somebody = await buildPerson(club.db, { password_hash });
      const call = await club.as(somebody);
      const links = await ask(somebody, `first-${round}@castell.example`);
      await confirm(links.atOld);
      const body = { new_email: `second-${round}@castell.example`, password };
      await Promise.all([confirm(links.atNew), call("POST", "/api/account/email-changes", body)]);
      const pending = club.db.selectFrom("auth.email_changes").select("old_email").where("changed_at", "is", null);
      const [email] = await emailOf(somebody);
      for (const { old_email } of await pending.where("user_id", "=", somebody.id).execute()) {
        expect(old_email).toBe(email);
      }
    }
  });
  it("gives an address that two people confirm at once to exactly one of them", async () => {
    for (let round = 0; round < 5; round++) {
      const email = `race-${round}@castell.example`;
      const rivals = [await almostChanged(email), await almostChanged(email)];
      const both = await Promise.all(rivals.map(({ link }) => confirm(link)));
      expect(both.sort()).toEqual([changed, taken]);
      const emails = (await Promise.all(rivals.map(({ rival }) => emailOf(rival)))).map(([address]) => address);
      expect(emails.filter((address) => address === email)).toHaveLength(1);
    }
  });
  it("leaves the address to a person who registered with it in the meantime, and closes the change", async () => {
    const { code, email } = await buildInvitation(club.db, { email: "registered@castell.example" });
    const links = await ask(person, email);
    await confirm(links.atOld);
    expect((await club.visitor("POST", "/api/registrations", { code, email, password })).status).toBe(201);
    expect(await confirm(links.atNew)).toEqual(taken);
    expect(await confirm(links.atNew)).toEqual(invalid);
    expect(await emailOf(person)).toEqual([person.email, true]);
    expect((await mine("GET", "/api/account")).body.email_change).toBeNull();
  });
  it("invalidates an open invitation for the new address", async () => {
    const { code, email } = await buildInvitation(club.db, { email: "invited@castell.example" });
    const links = await ask(person, email);
    for (const link of [links.atOld, links.atNew]) expect(await confirm(link)).toEqual([200, expect.any(String)]);
    const { status, body } = await club.visitor("POST", "/api/registrations", { code, email, password });
    expect([status, body.code]).toEqual([409, "account_exists"]);
  });
});

describe("An address of ADMIN_EMAILS", () => {
  const list = (email: string) => club.db.insertInto("admin_emails").values({ email }).execute();
  const roleOf = async (call: Call) => (await call("GET", "/api/session")).body.session.role;

  it("An address of ADMIN_EMAILS cannot be claimed by a change: the response is as ever, and only its mailbox is notified", async () => {
    await list("first@castell.example");
    const { status, body } = await mine("POST", "/api/account/email-changes", {
      new_email: "first@castell.example",
      password,
    });
    expect([status, body.new_email]).toEqual([201, "first@castell.example"]);
    const mails = await takeMails(club);
    const warning = mails.find(({ to }) => to === "first@castell.example");
    expect([warning?.template, warning?.link]).toEqual(["email-change-new", `${origin}/#/login`]);
    expect(warning?.subject).toBe("Somebody tried to use your email address at Kindling");
    expect(await confirm(mails.find(({ to }) => to === person.email)?.link ?? "", mine)).toEqual(confirmed);
    expect(await emailOf(person)).toEqual([person.email, true]);
  });
  it("An address cannot be claimed by a change that was requested before ADMIN_EMAILS listed it", async () => {
    const links = await ask(person, "later@castell.example");
    await confirm(links.atOld, mine);
    await list("later@castell.example");
    expect(await confirm(links.atNew, mine)).toEqual(taken);
    expect(await confirm(links.atNew, mine)).toEqual(invalid);
    expect(await emailOf(person)).toEqual([person.email, true]);
    expect((await mine("GET", "/api/account")).body.email_change).toBeNull();
  });
  it("ADMIN_EMAILS grants no rights to an account that moved to an address before it was listed", async () => {
    const links = await ask(person, "moved@castell.example");
    for (const link of [links.atOld, links.atNew]) await confirm(link, mine);
    await list("moved@castell.example");
    expect([await roleOf(mine), (await mine("GET", "/api/invitations")).status]).toEqual(["member", 403]);
    const admin = await club.as(await buildAdmin(club.db));
    const emailsIn = async (path: string) =>
      (await admin("GET", path)).body.items.map(({ email }: { email: string }) => email);
    expect(await emailsIn("/api/user-roles/admins?limit=100")).not.toContain("moved@castell.example");
    expect(await emailsIn("/api/membership-requests?status=decided&limit=100")).toContain("moved@castell.example");
    await giveAdminRole(club.db, person);
    expect(await roleOf(mine)).toBe("admin");
  });
  it("An admin of ADMIN_EMAILS stays one at another address, of which the other admins read, and may return", async () => {
    await list("leaving@castell.example");
    const leaving = await buildPerson(club.db, {
      password_hash,
      email: "leaving@castell.example",
      full_name: "Sasha Klein",
    });
    const other = await buildAdmin(club.db);
    const call = await club.as(leaving);
    const links = await ask(leaving, "left@castell.example");
    expect(await confirm(links.atOld, call)).toEqual(confirmed);
    expect(await confirm(links.atNew, call)).toEqual(changed);
    expect([await roleOf(call), (await call("GET", "/api/invitations")).status]).toEqual(["admin", 200]);
    const read = (await takeMails(club)).filter(({ template }) => template === "admin-email-changed");
    expect(read.map(({ to }) => to)).not.toContain("left@castell.example");
    const told = read.find(({ to }) => to === other.email);
    expect([told?.subject, told?.text]).toEqual([
      "Sasha Klein, an admin of Kindling, has another email address",
      expect.stringContaining(
        "Sasha Klein now signs in to Kindling with left@castell.example instead of leaving@castell.example.",
      ),
    ]);

    const back = await ask({ ...leaving, email: "left@castell.example" }, "leaving@castell.example");
    expect(await confirm(back.atOld, call)).toEqual(confirmed);
    expect(await confirm(back.atNew, call)).toEqual(changed);
    expect(await emailOf(leaving)).toEqual(["leaving@castell.example", true]);
    expect(await roleOf(call)).toBe("admin");
  });
  it("An admin who left the club's contact email, and the other admins, read that it is still the contact email", async () => {
    const leaving = await buildAdmin(club.db, { password_hash, email: "contact@kindling.example" });
    const other = await buildAdmin(club.db);
    const call = await club.as(leaving);
    const links = await ask(leaving, "elsewhere@castell.example");
    await confirm(links.atOld, call);
    expect(await confirm(links.atNew, call)).toEqual(changed);
    const mails = await takeMails(club);
    for (const email of [leaving.email, other.email]) {
      const text = mails.find(({ to }) => to === email)?.text;
      expect(text).toContain("The contact email of Kindling is still contact@kindling.example.");
      expect(text).toContain("/#/members?tab=admin&view=club#identity");
    }
  });
  it("A stranger who registers with a listed address after its owner has another gets no rights", async () => {
    await list("passed@castell.example");
    const founder = await buildPerson(club.db, { password_hash, email: "passed@castell.example" });
    const links = await ask(founder, "passed-on@castell.example");
    for (const link of [links.atOld, links.atNew]) await confirm(link);
    const { code, email } = await buildInvitation(club.db, { email: "passed@castell.example" });
    expect((await club.visitor("POST", "/api/registrations", { code, email, password })).status).toBe(201);
    await club.db.updateTable("auth.users").set({ email_verified: true }).where("email", "=", email).execute();
    const row = club.db.selectFrom("auth.users").select("id").where("email", "=", email);
    const stranger = await row.executeTakeFirstOrThrow();
    const admins = await club.asOwner(null, (tx) => listAdmins(tx));
    expect([admins.includes(stranger.id), admins.includes(founder.id)]).toEqual([false, true]);
  });
  it("An owner's rights end once the address is taken out of ADMIN_EMAILS, whatever address the owner has", async () => {
    await list("ending@castell.example");
    const founder = await buildPerson(club.db, { password_hash, email: "ending@castell.example" });
    const call = await club.as(founder);
    const links = await ask(founder, "ended@castell.example");
    for (const link of [links.atOld, links.atNew]) await confirm(link, call);
    expect(await roleOf(call)).toBe("admin");
    await club.db.deleteFrom("admin_emails").where("email", "=", "ending@castell.example").execute();
    expect(await roleOf(call)).toBe("member");
  });
});

describe("The mail that confirms a change", () => {
  it("The mail that confirms a change contains the same link at every attempt, so that the first to arrive works", async () => {
    await mine("POST", "/api/account/email-changes", { new_email: "again@castell.example", password });
    const { rows } = await sql<{ data: object }>`select data from pgboss.job where name = 'mail'`.execute(club.db);
    const first = await takeMails(club);
    await club.db.transaction().execute((tx) => club.queue.enqueueMail(tx, rows.map(({ data }) => data) as never));
    const second = await takeMails(club);
    expect(second.map(({ link }) => link).sort()).toEqual(first.map(({ link }) => link).sort());
    expect(await confirm(first.find(({ to }) => to === person.email)?.link ?? "")).toEqual(confirmed);
  });
  it("The mail that confirms a change is not sent to an address that has already confirmed", async () => {
    await mine("POST", "/api/account/email-changes", { new_email: "enough@castell.example", password });
    const { rows } = await sql<{ data: object }>`select data from pgboss.job where name = 'mail'`.execute(club.db);
    const mails = await takeMails(club);
    await confirm(mails.find(({ to }) => to === person.email)?.link ?? "");
    await club.db.transaction().execute((tx) => club.queue.enqueueMail(tx, rows.map(({ data }) => data) as never));
    expect((await takeMails(club)).map(({ to }) => to)).toEqual(["enough@castell.example"]);
  });
});
