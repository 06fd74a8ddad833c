import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildPerson, type Person } from "#server/sample/builders.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";
import { emailChangeJobs } from "./routes.ts";

const password = "seven quiet lanterns";
const path = "/api/account/email-changes";
const hour = 60 * 60 * 1000;
let person: Person;
let mine: Call;
const club = await openTestApp();
const password_hash = await hashPassword(password);
beforeEach(async () => {
  await sql`truncate auth.rate_limits, auth.email_changes`.execute(club.db);
  await takeMails(club);
  person = await buildPerson(club.db, { password_hash });
  mine = await club.as(person);
});

const ask = (new_email: string, more: object = {}) => mine("POST", path, { new_email, password, ...more });
const pending = async (call: Call) => (await call("GET", "/api/account")).body.email_change;
const auditOf = async ({ id }: Person) => {
  const rows = await club.db
    .selectFrom("audit_events")
    .select(["kind", "subject_id", "details"])
    .where("actor_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.map(({ kind, subject_id, details }) => [kind, subject_id, details]);
};

describe("POST /account/email-changes", () => {
  it("requires a valid e-mail and the password", async () => {
    const { status, body } = await mine("POST", path, { new_email: "castell", password: "" });
    expect([status, body.errors]).toEqual([
      422,
      [
        { path: "new_email", message: "Please enter a valid email address." },
        { path: "password", message: "Please enter your password." },
      ],
    ]);
  });
  it("rejects a change to the current address", async () => {
    const { status, body } = await ask(` ${person.email.toUpperCase()} `);
    expect([status, body.code, body.errors]).toEqual([
      422,
      "email_taken",
      [{ path: "new_email", message: "This is your email address already." }],
    ]);
  });
  it("rejects a wrong password, with the same attempt limit as sign-in", async () => {
    for (let n = 0; n < 10; n++) {
      const { status, body } = await ask("new@castell.example", { password: `guess ${n}` });
      expect([status, body.code, body.detail]).toEqual([400, "wrong_password", "The current password is not right."]);
    }
    const { status, body } = await ask("new@castell.example");
    expect([status, body.code]).toEqual([429, "rate_limited"]);
    const signIn = await club.visitor("POST", "/api/auth/sign-in/email", { email: person.email, password });
    expect(signIn.status).toBe(429);
    expect([await pending(mine), await takeMails(club)]).toEqual([null, []]);
  });
  it("mails both addresses, stores no token, and writes an audit row without the addresses", async () => {
    const { status, body } = await ask(" New@Castell.example ");
    const change = {
      new_email: "new@castell.example",
      is_old_confirmed: false,
      is_new_confirmed: false,
      expires_at: expect.stringMatching(/Z$/),
    };
    expect([status, body]).toEqual([201, change]);
    expect(new Date(body.expires_at).getTime() - Date.now()).toBeGreaterThan(23.9 * hour);
    expect(new Date(body.expires_at).getTime() - Date.now()).toBeLessThanOrEqual(24 * hour);
    expect(await pending(mine)).toEqual(body);
    const mails = await takeMails(club);
    expect(mails.map(({ to, template }) => [to, template]).sort()).toEqual(
      [
        [person.email, "email-change-old"],
        ["new@castell.example", "email-change-new"],
      ].sort(),
    );
    const rows = JSON.stringify(await club.db.selectFrom("auth.email_changes").selectAll().execute());
    for (const { link } of mails) {
      const token = new URLSearchParams(link?.split("?")[1]).get("token") ?? "";
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(rows).not.toContain(token);
    }
    expect(await auditOf(person)).toEqual([["email_change_requested", person.id, {}]]);
  });
  it("queues ids only", async () => {
    await ask("new@castell.example");
    const { rows } = await sql<{ data: object }>`select data from pgboss.job where name = 'mail'`.execute(club.db);
    const { id } = await club.db.selectFrom("auth.email_changes").select("id").executeTakeFirstOrThrow();
    expect(rows.map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        { template: "email-change-old", email_change_id: id },
        { template: "email-change-new", email_change_id: id },
      ]),
    );
  });
  it("returns the same response when the address has an account, and notifies its owner only", async () => {
    const other = await buildPerson(club.db);
    const free = await ask("free@castell.example");
    const confirmFree = (await takeMails(club)).find(({ to }) => to === person.email)?.link ?? "";
    expect(confirmFree).not.toBe("");
    const taken = await ask(other.email);
    const moment = expect.stringMatching(/Z$/);
    expect([taken.status, taken.body]).toEqual([
      free.status,
      { ...free.body, new_email: other.email, expires_at: moment },
    ]);
    expect(await pending(mine)).toEqual(taken.body);
    const mails = await takeMails(club);
    expect(mails.find(({ to }) => to === person.email)?.subject).toBe(
      "Confirm the new email address of your Kindling account",
    );
    const warning = mails.find(({ to }) => to === other.email);
    expect(warning?.subject).toBe("Somebody tried to use your email address at Kindling");
    expect(warning?.link).toBe("http://127.0.0.1:3000/#/login");
    expect(warning?.html).not.toContain(person.email);
  });
  it("reserves the address for the first person who asks, and notifies its owner of the second request", async () => {
    const first = await club.as(await buildPerson(club.db, { password_hash }));
    await first("POST", path, { new_email: "new@castell.example", password });
    await sql`update auth.email_changes set created_at = created_at - interval '1 minute'`.execute(club.db);
    expect((await ask("new@castell.example")).status).toBe(201);
    const subjects = (await takeMails(club)).filter(({ to }) => to === "new@castell.example");
    expect(subjects.map(({ subject }) => subject).sort()).toEqual([
      "Confirm your new email address for Kindling",
      "Somebody tried to use your email address at Kindling",
    ]);
  });
  it("replaces a pending change and cancels its mails", async () => {
    await ask("one@castell.example");
    await ask("two@castell.example");
    expect((await pending(mine)).new_email).toBe("two@castell.example");
    expect((await takeMails(club)).map(({ to }) => to).sort()).toEqual([person.email, "two@castell.example"].sort());
  });
  it("stores one pending change when a person asks twice at once", async () => {
    const both = await Promise.all([ask("one@castell.example"), ask("two@castell.example")]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(await club.db.selectFrom("auth.email_changes").select("id").execute()).toHaveLength(1);
  });
  it("sends at most five mails an hour to one address, for all people together", async () => {
    for (let n = 0; n < 5; n++) {
      const other = await club.as(await buildPerson(club.db, { password_hash }));
      await other("POST", path, { new_email: "often@castell.example", password });
    }
    await takeMails(club);
    expect((await ask("often@castell.example")).status).toBe(201);
    expect((await takeMails(club)).map(({ to }) => to)).toEqual([person.email]);
  });
  it("allows one person five changes an hour", async () => {
    for (let n = 0; n < 5; n++) expect((await ask(`new-${n}@castell.example`)).status).toBe(201);
    const { status, headers } = await ask("new@castell.example");
    expect([status, Number(headers.get("retry-after")) > 3000]).toEqual([429, true]);
  });
  it("changes an e-mail although strangers' requests have used up the mails to it", async () => {
    for (const call of ["send-verification-email", "request-password-reset"]) {
      for (let n = 0; n < 6; n++) await club.visitor("POST", `/api/auth/${call}`, { email: person.email });
    }
    await takeMails(club);
    expect((await ask("new@castell.example")).status).toBe(201);
    expect((await takeMails(club)).map(({ to }) => to).sort()).toEqual(["new@castell.example", person.email].sort());
  });
  it("removes a change a month after it ended, in that day's job", async () => {
    const other = await club.as(await buildPerson(club.db, { password_hash }));
    await other("POST", path, { new_email: "old@castell.example", password });
    const { rows: due } = await sql`
        select from pgboss.job j, auth.email_changes c
         where j.name = 'remove-email-changes' and j.start_after = c.expires_at + interval '720 hours'`.execute(
      club.db,
    );
    expect(due).toHaveLength(1);
    await sql`update auth.email_changes set created_at = now() - interval '40 days', expires_at = now() - interval '30 days'`.execute(
      club.db,
    );
    await ask("new@castell.example");
    await emailChangeJobs["remove-email-changes"].run(club, {});
    const rows = await club.db.selectFrom("auth.email_changes").select("new_email").execute();
    expect(rows).toEqual([{ new_email: "new@castell.example" }]);
  });
});

describe("DELETE /account/email-changes", () => {
  it("succeeds when nothing is pending, and keeps another person's change", async () => {
    const other = await club.as(await buildPerson(club.db, { password_hash }));
    await other("POST", path, { new_email: "new@castell.example", password });
    const { status, body } = await mine("DELETE", path);
    expect([status, body]).toEqual([200, { status: true }]);
    expect((await pending(other)).new_email).toBe("new@castell.example");
    expect(await auditOf(person)).toEqual([]);
  });
  it("cancels the change with its mails and links, and writes an audit row", async () => {
    await ask("new@castell.example");
    const [mail] = await takeMails(club);
    await ask("newer@castell.example");
    expect((await mine("DELETE", path)).body).toEqual({ status: true });
    expect([await pending(mine), await takeMails(club)]).toEqual([null, []]);
    const token = new URLSearchParams(mail?.link?.split("?")[1]).get("token");
    const answer = await club.visitor("POST", "/api/auth/confirm-email-change", { token });
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_token"]);
    expect((await auditOf(person)).at(-1)).toEqual(["email_change_cancelled", person.id, {}]);
  });
});
