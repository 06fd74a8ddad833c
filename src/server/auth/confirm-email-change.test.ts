import { randomUUID } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildInvitation, buildPerson, type Person } from "#server/sample/builders.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { type Call, createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { emailChangeToken, emailChangeTokenHash } from "./email-change-token.ts";

const password = "seven quiet lanterns";
const origin = "http://127.0.0.1:3000";
const hour = 60 * 60 * 1000;
const invalid = `${origin}/#/login?error=invalid_token&error_description=This+link+is+not+valid+any+more.+Sign+in+to+ask+for+a+new+one.`;
const taken = `${origin}/#/login?error=email_taken&error_description=This+email+address+cannot+be+used.`;
const confirmed = `${origin}/#/login?email_change=confirmed`;
const changed = `${origin}/#/login?email_change=changed`;

let clock: Date;
let club: TestClub;
let password_hash: string;
let person: Person;
let mine: Call;
beforeAll(async () => {
  club = await createTestClub({ now: () => clock });
  password_hash = await hashPassword(password);
});
afterAll(() => club.close());
beforeEach(async () => {
  clock = new Date();
  await sql`truncate auth.rate_limits, auth.email_changes`.execute(club.db);
  await takeMails(club);
  person = await buildPerson(club.db, { password_hash, full_name: "Mina Castell" });
  mine = await club.as(person);
});

/** Asks for a change and opens the mails: the links that wait at either end. */
async function ask(somebody: Person, new_email: string) {
  const call = await club.as(somebody);
  await call("POST", "/api/account/email-changes", { new_email, password });
  const mails = await takeMails(club);
  const linkTo = (email: string) => mails.find(({ to }) => to === email)?.link ?? "";
  return { atOld: linkTo(somebody.email), atNew: linkTo(new_email) };
}

/** Somebody who has only the link at the new end left to follow, as others have: none had seen the others ask. */
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
  return { rival, link: `${origin}/api/auth/confirm-email-change?token=${token}` };
}

const follow = async (link: string, call: Call = club.visitor) => {
  const answer = await call("GET", link.replace(origin, ""));
  return [answer.status, answer.headers.get("location")];
};
const emailOf = async ({ id }: Person) => {
  const row = club.db.selectFrom("auth.users").select(["email", "email_verified"]).where("id", "=", id);
  return Object.values(await row.executeTakeFirstOrThrow());
};
const auditsOf = async ({ id }: Person) => {
  const rows = club.db.selectFrom("audit_events").select(["kind", "subject_id", "details"]).where("actor_id", "=", id);
  return (await rows.orderBy("id").execute()).map(({ kind, subject_id, details }) => [kind, subject_id, details]);
};

describe("GET /auth/confirm-email-change", () => {
  it("wants a token", async () => {
    expect((await club.visitor("GET", "/api/auth/confirm-email-change")).status).toBe(422);
  });
  it("says of a token that nobody was sent that it is not valid", async () => {
    expect(await follow(`${origin}/api/auth/confirm-email-change?token=made-up`)).toEqual([302, invalid]);
  });
  it.each(["atOld", "atNew"] as const)("changes nothing as long as only one end has confirmed: %s", async (end) => {
    const links = await ask(person, "one-end@castell.example");
    expect(await follow(links[end])).toEqual([302, confirmed]);
    expect(await emailOf(person)).toEqual([person.email, true]);
    expect((await mine("GET", "/api/account")).body.email_change).toMatchObject({
      is_old_confirmed: end === "atOld",
      is_new_confirmed: end === "atNew",
    });
  });
  it.each([
    ["the old", "atOld", "atNew"],
    ["the new", "atNew", "atOld"],
  ] as const)("changes the address once both ends have confirmed, %s first", async (which, first, second) => {
    const email = `${which.replace(" ", "-")}@castell.example`;
    const links = await ask(person, email);
    expect(await follow(links[first])).toEqual([302, confirmed]);
    expect(await follow(links[second])).toEqual([302, changed]);
    expect(await emailOf(person)).toEqual([email, true]);
    const signIn = (as: string) => club.visitor("POST", "/api/auth/sign-in/email", { email: as, password });
    expect([(await signIn(email)).status, (await signIn(person.email)).status]).toEqual([200, 400]);
    expect((await auditsOf(person)).slice(0, 2)).toEqual([
      ["email_change_requested", person.id, {}],
      ["email_changed", person.id, {}],
    ]);
  });
  it("tells the old address, which is written to nowhere else", async () => {
    const links = await ask(person, "told@castell.example");
    for (const link of [links.atOld, links.atNew]) await follow(link);
    const mails = await takeMails(club);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, "The email address of your Kindling account has changed"],
    ]);
    expect(mails[0]?.text).toContain("Hello Mina,");
    expect(mails[0]?.text).toContain("told@castell.example");
  });
  it("ends all sessions but the one in which the last link was followed, and only this person's", async () => {
    const elsewhere = await club.as(person);
    const stranger = await club.as(await buildPerson(club.db));
    const links = await ask(person, "sessions@castell.example");
    await follow(links.atOld, mine);
    expect((await elsewhere("GET", "/api/session")).body.session).not.toBeNull();
    await follow(links.atNew, mine);
    const emailIn = async (call: Call) => (await call("GET", "/api/session")).body.session?.user.email;
    expect([await emailIn(elsewhere), await emailIn(mine)]).toEqual([undefined, "sessions@castell.example"]);
    expect(await emailIn(stranger)).toBeDefined();
    expect((await mine("GET", "/api/account")).body).toMatchObject({ email_change: null, sessions: [{}] });
  });
  it("ends all sessions when the link is followed on a device that is signed in as somebody else, or not at all", async () => {
    const stranger = await club.as(await buildPerson(club.db));
    const links = await ask(person, "else@castell.example");
    await follow(links.atOld);
    await follow(links.atNew, stranger);
    const sessions = club.db.selectFrom("auth.sessions").select("id").where("user_id", "=", person.id);
    expect(await sessions.execute()).toEqual([]);
    expect((await stranger("GET", "/api/session")).body.session).not.toBeNull();
  });
  it("takes back the links to choose a new password that went to the old address", async () => {
    await club.db
      .insertInto("auth.verifications")
      .values({ identifier: "reset-password:x", value: person.id, expires_at: new Date(Date.now() + hour) })
      .execute();
    const links = await ask(person, "reset@castell.example");
    for (const link of [links.atOld, links.atNew]) await follow(link);
    const left = club.db.selectFrom("auth.verifications").select("id").where("value", "=", person.id);
    expect(await left.execute()).toEqual([]);
  });
  it("takes each link once, also when it is followed twice at once", async () => {
    const links = await ask(person, "once@castell.example");
    const both = await Promise.all([follow(links.atOld), follow(links.atOld)]);
    expect(both.map(([, location]) => location).sort()).toEqual([confirmed, invalid].sort());
    expect(await follow(links.atOld)).toEqual([302, invalid]);
    expect(await follow(links.atNew)).toEqual([302, changed]);
    for (const link of [links.atOld, links.atNew]) expect(await follow(link)).toEqual([302, invalid]);
  });
  it("takes no link after 24 hours", async () => {
    const links = await ask(person, "late@castell.example");
    await follow(links.atOld);
    clock = new Date(clock.getTime() + 24 * hour);
    expect(await follow(links.atNew)).toEqual([302, invalid]);
    expect((await mine("GET", "/api/account")).body.email_change).toBeNull();
    expect(await emailOf(person)).toEqual([person.email, true]);
  });
  it("takes no link of a change that was replaced", async () => {
    const before = await ask(person, "before@castell.example");
    await follow(before.atOld);
    const after = await ask(person, "after@castell.example");
    for (const link of [before.atOld, before.atNew]) expect(await follow(link)).toEqual([302, invalid]);
    expect(await follow(after.atNew)).toEqual([302, confirmed]);
    expect(await emailOf(person)).toEqual([person.email, true]);
  });
  it("makes one change when both ends confirm at once", async () => {
    const links = await ask(person, "at-once@castell.example");
    const both = await Promise.all([follow(links.atOld), follow(links.atNew)]);
    expect(both.map(([, location]) => location).sort()).toEqual([changed, confirmed]);
    expect(await emailOf(person)).toEqual(["at-once@castell.example", true]);
    expect((await takeMails(club)).map(({ template }) => template)).toEqual(["email-changed"]);
  });
  it("gives an old address no say in a change that is asked for while it is being replaced", async () => {
    for (let round = 0; round < 3; round++) {
      const somebody = await buildPerson(club.db, { password_hash });
      const call = await club.as(somebody);
      const links = await ask(somebody, `first-${round}@castell.example`);
      await follow(links.atOld);
      const body = { new_email: `second-${round}@castell.example`, password };
      await Promise.all([follow(links.atNew), call("POST", "/api/account/email-changes", body)]);
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
      const both = await Promise.all(rivals.map(({ link }) => follow(link)));
      expect(both.map(([, location]) => location).sort()).toEqual([changed, taken].sort());
      const emails = (await Promise.all(rivals.map(({ rival }) => emailOf(rival)))).map(([address]) => address);
      expect(emails.filter((address) => address === email)).toHaveLength(1);
    }
  });
  it("leaves the address to somebody who registered with it in the meantime, and the change is over", async () => {
    const { code, email } = await buildInvitation(club.db, { email: "registered@castell.example" });
    const links = await ask(person, email);
    await follow(links.atOld);
    expect((await club.visitor("POST", "/api/registrations", { code, email, password })).status).toBe(201);
    expect(await follow(links.atNew)).toEqual([302, taken]);
    expect(await follow(links.atNew)).toEqual([302, invalid]);
    expect(await emailOf(person)).toEqual([person.email, true]);
    expect((await mine("GET", "/api/account")).body.email_change).toBeNull();
  });
  it("makes an open invitation for the new address of no use", async () => {
    const { code, email } = await buildInvitation(club.db, { email: "invited@castell.example" });
    const links = await ask(person, email);
    for (const link of [links.atOld, links.atNew]) expect(await follow(link)).toEqual([302, expect.any(String)]);
    const { status, body } = await club.visitor("POST", "/api/registrations", { code, email, password });
    expect([status, body.code]).toEqual([409, "account_exists"]);
  });
  it("gives the rights of a first admin's address to nobody who has not confirmed that it is theirs", async () => {
    await club.db.insertInto("admin_emails").values({ email: "first@castell.example" }).execute();
    const roleOf = async () => (await mine("GET", "/api/session")).body.session.role;
    const links = await ask(person, "first@castell.example");
    await follow(links.atOld, mine);
    expect([await roleOf(), (await mine("GET", "/api/invitations")).status]).toEqual(["member", 403]);
    await follow(links.atNew, mine);
    expect([await roleOf(), (await mine("GET", "/api/invitations")).status]).toEqual(["admin", 200]);
  });
  it("leads to no other site", async () => {
    const { atOld } = await ask(person, "own-site@castell.example");
    expect(await follow(`${atOld}&callbackURL=https%3A%2F%2Felsewhere.example`)).toEqual([302, confirmed]);
  });
});

describe("The mail to confirm a change", () => {
  it("holds the same link at every try, so that the first to arrive works", async () => {
    await mine("POST", "/api/account/email-changes", { new_email: "again@castell.example", password });
    const { rows } = await sql<{ data: object }>`select data from pgboss.job where name = 'mail'`.execute(club.db);
    const first = await takeMails(club);
    await club.db.transaction().execute((tx) => club.enqueueMail(tx, rows.map(({ data }) => data) as never));
    const second = await takeMails(club);
    expect(second.map(({ link }) => link).sort()).toEqual(first.map(({ link }) => link).sort());
    expect(await follow(first.find(({ to }) => to === person.email)?.link ?? "")).toEqual([302, confirmed]);
  });
  it("is not sent to an end that has confirmed", async () => {
    await mine("POST", "/api/account/email-changes", { new_email: "enough@castell.example", password });
    const { rows } = await sql<{ data: object }>`select data from pgboss.job where name = 'mail'`.execute(club.db);
    const mails = await takeMails(club);
    await follow(mails.find(({ to }) => to === person.email)?.link ?? "");
    await club.db.transaction().execute((tx) => club.enqueueMail(tx, rows.map(({ data }) => data) as never));
    expect((await takeMails(club)).map(({ to }) => to)).toEqual(["enough@castell.example"]);
  });
});
