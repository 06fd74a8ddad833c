import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildInvestor } from "#server/sample/build-investor.ts";
import {
  buildAdmin,
  buildInvitation,
  buildMember,
  buildPerson,
  buildSubmission,
  type Person,
} from "#server/sample/builders.ts";
import { dataRequestMessages } from "#shared/deletion-requests/deletion-request-messages.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { buildCalledRound } from "#tests/support/alder-round.ts";
import { buildHeldCompany } from "#tests/support/build-company-update.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";
import { purgeAccounts } from "../../auth/index.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const day = 86_400_000;

let owen: Person;
let admin: Call;
const club = await openTestApp();
beforeEach(async () => {
  owen = await buildAdmin(club.db);
  admin = await club.as(owen);
  await club.db.deleteFrom("deletion_requests").execute();
});

const askFor = ({ id }: Person, due_at?: Date) =>
  club.db
    .insertInto("deletion_requests")
    .values({ user_id: id, ...(due_at && { due_at }) })
    .execute();
const isThere = async ({ id }: Person) =>
  (await club.db.selectFrom("auth.users").select("id").where("id", "=", id).execute()).length === 1;
const deletionsOf = ({ id }: Person) =>
  club.db
    .selectFrom("audit_events")
    .select(["actor_id", "details"])
    .where("kind", "=", "account_deleted")
    .where("subject_id", "=", id)
    .execute();
const buildImport = (full_name: string, email: string) =>
  club.db.insertInto("pending_members").values({ full_name, email }).returning("id").executeTakeFirstOrThrow();
/** Audit rows of the same deletion. */
const removedWith = ({ id }: Person) =>
  club.db
    .selectFrom("audit_events")
    .select(["kind", "subject_id"])
    .where("kind", "like", "%_deleted")
    .where("kind", "<>", "account_deleted")
    .where("created_at", "=", (query) =>
      query
        .selectFrom("audit_events")
        .select("created_at")
        .where("kind", "=", "account_deleted")
        .where("subject_id", "=", id),
    )
    .orderBy("id")
    .execute();

/** Tables of the app and its queue that contain this text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'auth', 'pgboss') order by 1`.execute(
    club.db,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.raw(name)} as r where position(${text} in r::text) > 0`.execute(
      club.db,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe("GET /deletion-requests", () => {
  it("rejects an invalid cursor", async () => {
    expect((await admin("GET", "/api/deletion-requests?cursor=x")).status).toBe(422);
  });
  it("shows admins the requests page by page, the earliest due first", async () => {
    const [later, sooner] = [await buildPerson(club.db, { full_name: "Later" }), await buildPerson(club.db)];
    await askFor(later, new Date(Date.now() + 20 * day));
    await askFor(sooner, new Date(Date.now() - day));
    const first = await admin("GET", "/api/deletion-requests?limit=1");
    expect(first.body.items).toEqual([
      {
        id: expect.any(String),
        user_id: sooner.id,
        email: sooner.email,
        full_name: "Robin Ashdown",
        requested_at: expect.stringMatching(/Z$/),
        due_at: expect.stringMatching(/Z$/),
        is_first_admin: false,
        admins_left: null,
        holdings: [],
        commitments: [],
        kept_until: null,
        can: { execute: true },
      },
    ]);
    const second = await admin("GET", `/api/deletion-requests?limit=1&cursor=${first.body.next_cursor}`);
    expect([second.body.items[0].full_name, second.body.next_cursor]).toEqual(["Later", null]);
  });
  it("returns which shares, commitments and money the account leaves, and what is kept", async () => {
    const holder = await buildInvestor(club.db, { full_name: "Jonas Weber" });
    await buildHeldCompany(club.db, { records: [holder.record_id], name: "Alder Analytics" });
    const { deal } = await buildCalledRound(club.db, "Z97");
    await club.db.updateTable("companies").set({ name: "Birch Looms" }).where("id", "=", deal.company_id).execute();
    const called = await club.db
      .selectFrom("commitments")
      .select(["id", "record_id"])
      .where("deal_id", "=", deal.id)
      .where("number", "=", 4)
      .executeTakeFirstOrThrow();
    await club.db.updateTable("commitments").set({ record_id: holder.record_id }).where("id", "=", called.id).execute();
    const entries = JSON.stringify([
      { account: "1000", amount_pence: 1000 },
      { account: "2200", commitment_id: called.id, amount_pence: -1000 },
    ]);
    await sql`select post_ledger(${deal.id}, 'leaving', '2027-01-25', ${entries}::jsonb, ${called.id})`.execute(
      club.db,
    );
    const record = club.db.updateTable("investor_records").where("id", "=", holder.record_id);
    await record.set({ needed_until: "2025-01-31" }).execute();
    await askFor(holder);
    const { items } = (await admin("GET", "/api/deletion-requests")).body;
    const [{ shares }] = items[0].holdings;
    const years = (await club.readClub()).deals.retention_years;
    const [year, ...rest] = londonDate(new Date()).split("-");
    const kept_until = [Number(year) + years, ...rest].join("-");
    expect(items).toMatchObject([
      {
        holdings: [{ company_name: "Alder Analytics", shares: expect.any(Number) }],
        commitments: [
          { company_name: "Alder Analytics", state: "committed", owes_pence: 0, is_owed_pence: 0 },
          { company_name: "Birch Looms", state: "called", owes_pence: 713_372, is_owed_pence: 1000 },
        ],
        kept_until,
      },
    ]);
    expect(dataRequestMessages.executeText(items[0])).toBe(
      `Shares held: Alder Analytics, ${shares.toLocaleString("en-GB")} shares. They stay this person’s. Commitments and money: Alder Analytics, committed, which is withdrawn; Birch Looms, funds called, £7,133.72 still to be paid by this person, £10.00 due to this person. Account, profile, submission, invitations and mails that wait are deleted for good. This cannot be undone. The law asks the club to keep the investor record, its statements, commitments and certificates, and the ledger, until ${formatDay(kept_until)} at least, and longer while shares are held. They stay sealed.`,
    );
  });
  it("returns that ADMIN_EMAILS would invite the address again, and how many admins are left", async () => {
    const founder = await buildPerson(club.db);
    await club.db.insertInto("admin_emails").values({ email: founder.email }).execute();
    await club.db.deleteFrom("user_roles").where("role", "=", "admin").where("user_id", "<>", owen.id).execute();
    await askFor(founder);
    const { items } = (await admin("GET", "/api/deletion-requests")).body;
    expect(items).toMatchObject([{ email: founder.email, is_first_admin: true, admins_left: 1 }]);
    await club.db.deleteFrom("admin_emails").execute();
  });
});

describe("POST /deletion-requests/{user_id}/execute", () => {
  const execute = (call: Call, { id }: { id: string }) => call("POST", `/api/deletion-requests/${id}/execute`);

  it("rejects an invalid id", async () => {
    expect((await admin("POST", "/api/deletion-requests/1/execute")).status).toBe(422);
  });
  it("deletes nobody who did not ask or who withdrew the request", async () => {
    const content = await buildMember(club.db);
    for (const person of [content, { id: unknownId }]) {
      const { status, body } = await execute(admin, person);
      expect([status, body.code]).toEqual([404, "not_found"]);
    }
    expect(await isThere(content)).toBe(true);
  });
  it("refuses admins who execute their own request", async () => {
    await askFor(owen);
    const { status, body } = await execute(admin, owen);
    expect([status, body.code]).toEqual([409, "own_request"]);
    expect(await isThere(owen)).toBe(true);
  });
  it("deletes all of a member's data: account, sessions, profile, submission, invitation, import, queued mails, limits", async () => {
    const email = "mina.castell@ferry.example";
    const mina = await buildMember(club.db, {
      email,
      full_name: "Mina Castell of the Ferry",
      password_hash: await hashPassword("nine slow ferries"),
    });
    await buildSubmission(club.db, { user_id: mina.id, full_name: mina.full_name });
    const used = await buildInvitation(club.db, { email, used_at: new Date(), used_by: mina.id });
    const later = await buildInvitation(club.db, { email, created_by: owen.id });
    const imported = await buildImport(mina.full_name, email);
    await club.db
      .insertInto("auth.email_changes")
      .values({
        user_id: mina.id,
        old_email: email,
        new_email: `new.${email}`,
        expires_at: new Date(Date.now() + day),
      })
      .execute();
    await club.db
      .insertInto("auth.two_factors")
      .values({ user_id: mina.id, secret: "x", backup_codes: "x", verified: true })
      .execute();
    await club.visitor("POST", "/api/auth/sign-in/email", { email, password: "wrong" });
    await club.visitor("POST", "/api/auth/request-password-reset", { email });
    await club.db.transaction().execute((tx) =>
      club.queue.enqueueMail(tx, [
        { template: "profile-approved", user_id: mina.id },
        { template: "invitation", invitation_id: later.id },
      ]),
    );
    await admin("GET", "/api/member-profile-submissions");
    const call = await club.as(mina);
    expect((await call("POST", "/api/account/deletion-request", { password: "nine slow ferries" })).status).toBe(201);
    expect(await tablesWith("mina.castell@ferry.example")).not.toEqual([]);

    expect((await execute(admin, mina)).body).toEqual({ status: true });

    expect((await call("GET", "/api/session")).body.session).toBeNull();
    for (const text of [email, mina.full_name]) expect([text, await tablesWith(text)]).toEqual([text, []]);
    for (const { id } of [used, later, imported]) expect(await tablesWith(id)).toEqual(["audit_events"]);
    expect(await removedWith(mina)).toEqual([
      { kind: "invitation_deleted", subject_id: used.id },
      { kind: "invitation_deleted", subject_id: later.id },
      { kind: "imported_member_deleted", subject_id: imported.id },
    ]);
    expect(await tablesWith(mina.id)).toEqual(["audit_events"]);
    expect(await deletionsOf(mina)).toEqual([{ actor_id: owen.id, details: { reason: "requested" } }]);
    expect((await execute(admin, mina)).status).toBe(404);
  });
  it("leaves an invitation and an import for an address that the account only asked to change to", async () => {
    const vera = "vera@victim.example";
    const invitation = await buildInvitation(club.db, { email: vera });
    const imported = await buildImport("Vera Victim", vera);
    const eve = await buildMember(club.db);
    const change = { user_id: eve.id, old_email: eve.email, new_email: vera, expires_at: new Date(Date.now() + day) };
    await club.db.insertInto("auth.email_changes").values(change).execute();
    await askFor(eve);
    expect((await execute(admin, eve)).status).toBe(200);
    expect(await tablesWith(invitation.id)).toEqual(["invitations"]);
    expect(await tablesWith(imported.id)).toEqual(["pending_members"]);
  });
  it("deletes the data of an earlier address of the account, unless another person has it now", async () => {
    const confirmed_at = new Date(Date.now() - day);
    const [left, passedOn] = ["left@castell.example", "passed.on@castell.example"];
    const mover = await buildMember(club.db);
    for (const old_email of [left, passedOn])
      await club.db
        .insertInto("auth.email_changes")
        .values({
          user_id: mover.id,
          old_email,
          new_email: mover.email,
          expires_at: new Date(Date.now() + day),
          old_confirmed_at: confirmed_at,
          new_confirmed_at: confirmed_at,
          changed_at: confirmed_at,
        })
        .execute();
    const imported = await buildImport("Mover", left);
    const heir = await buildMember(club.db, { email: passedOn });
    const theirs = await buildInvitation(club.db, { email: passedOn, used_at: new Date(), used_by: heir.id });
    await askFor(mover);
    expect((await execute(admin, mover)).status).toBe(200);
    expect(await tablesWith(imported.id)).toEqual(["audit_events"]);
    expect(await tablesWith(theirs.id)).toEqual(["invitations"]);
  });
  it("leaves the admin's decisions about others, without the admin's name", async () => {
    const leaver = await buildAdmin(club.db);
    const member = await buildPerson(club.db, { decided_by: leaver.id });
    const invitation = await buildInvitation(club.db, { created_by: leaver.id });
    await buildSubmission(club.db, { user_id: member.id });
    await (await club.as(leaver))("GET", "/api/member-profile-submissions");
    await askFor(leaver);
    expect((await execute(admin, leaver)).status).toBe(200);
    const kept = club.db.selectFrom("invitations").select("created_by").where("id", "=", invitation.id);
    expect(await kept.execute()).toEqual([{ created_by: null }]);
    const { body } = await (await club.as(member))("GET", "/api/account");
    expect(body.submission_views.at(-1).viewer_name).toBeNull();
  });
});

describe("The nightly deletion job", () => {
  const purgeOn = (now: Date) => purgeAccounts({ ...club, now: () => now, log: silentLog });
  const now = new Date("2026-11-21T03:17:00Z");

  it("The nightly job deletes an account not verified within 90 days, unless it was approved or a first admin's", async () => {
    const long = { email_verified: false, status: "pending", created_at: new Date(now.getTime() - 91 * day) } as const;
    const unverified = await buildPerson(club.db, long);
    const lately = await buildPerson(club.db, { ...long, created_at: new Date(now.getTime() - 89 * day) });
    const verified = await buildPerson(club.db, { ...long, email_verified: true });
    const approved = await buildPerson(club.db, { ...long, status: "approved" });
    const admin = await buildPerson(club.db, long);
    await club.db.insertInto("admin_emails").values({ email: admin.email }).execute();
    await purgeOn(now);
    const there = await Promise.all([unverified, lately, verified, approved, admin].map(isThere));
    expect(there).toEqual([false, true, true, true, true]);
    expect(await deletionsOf(unverified)).toEqual([{ actor_id: null, details: { reason: "unverified" } }]);
  });

  it("The nightly job carries out a request on its due day, before the 30 days are over, and not earlier", async () => {
    const person = await buildPerson(club.db);
    await askFor(person, new Date("2026-12-21T12:00:00Z"));
    await purgeOn(new Date("2026-12-20T03:17:00Z"));
    expect(await isThere(person)).toBe(true);
    await purgeOn(new Date("2026-12-21T03:17:00Z"));
    expect(await isThere(person)).toBe(false);
    expect(await deletionsOf(person)).toEqual([{ actor_id: null, details: { reason: "requested" } }]);
  });

  it("The nightly job deletes rejected people within three months of the decision, and nobody else", async () => {
    const long = new Date(now.getTime() - 85 * day);
    const rejected = await buildPerson(club.db, { status: "rejected", decided_at: long });
    const lately = await buildPerson(club.db, { status: "rejected", decided_at: new Date(long.getTime() + day) });
    const approved = await buildPerson(club.db, { decided_at: long });
    const pending = await buildPerson(club.db, { status: "pending", created_at: long });
    const adminRejectedOnce = await buildAdmin(club.db, { status: "rejected", decided_at: long });
    await purgeOn(now);
    const there = await Promise.all([rejected, lately, approved, pending, adminRejectedOnce].map(isThere));
    expect(there).toEqual([false, true, true, true, true]);
    expect(await deletionsOf(rejected)).toEqual([{ actor_id: null, details: { reason: "terminated" } }]);
  });

  it("The nightly job deletes people within three months of the end of their membership, and no suspended people", async () => {
    const long = new Date(now.getTime() - 85 * day);
    const [ended, lately, suspended] = [
      await buildPerson(club.db),
      await buildPerson(club.db),
      await buildPerson(club.db),
    ];
    const close = ({ id }: Person, set: object) =>
      club.db.updateTable("user_roles").set(set).where("user_id", "=", id).execute();
    await close(ended, { ended_at: long });
    await close(lately, { ended_at: new Date(long.getTime() + day) });
    await close(suspended, { suspended_at: long });
    await purgeOn(now);
    expect(await Promise.all([ended, lately, suspended].map(isThere))).toEqual([false, true, true]);
    expect(await deletionsOf(ended)).toEqual([{ actor_id: null, details: { reason: "terminated" } }]);
  });

  it("The nightly job deletes the other accounts when one fails, and reports the failure", async () => {
    const [stuck, next] = [await buildPerson(club.db), await buildPerson(club.db)];
    await askFor(stuck, new Date(now.getTime() - day));
    await askFor(next, now);
    await sql`create table stuck_rows (user_id uuid references auth.users (id))`.execute(club.db);
    await sql`insert into stuck_rows values (${stuck.id})`.execute(club.db);
    await expect(purgeOn(now)).rejects.toThrow("1 accounts could not be deleted.");
    expect([await isThere(stuck), await isThere(next)]).toEqual([true, false]);
    await sql`drop table stuck_rows`.execute(club.db);
    await purgeOn(now);
    expect(await isThere(stuck)).toBe(false);
  });

  it("The nightly job changes nothing when it runs twice or in two processes at once", async () => {
    const rejected = await buildPerson(club.db, {
      status: "rejected",
      decided_at: new Date(now.getTime() - 100 * day),
    });
    await Promise.all([purgeOn(now), purgeOn(now)]);
    await purgeOn(now);
    expect(await deletionsOf(rejected)).toHaveLength(1);
  });
});

describe("The database", () => {
  it("No foreign key blocks the deletion of an account or keeps its owner's rows", async () => {
    const { rows } = await sql<{ key: string }>`
      select conrelid::regclass || ' ' || conname as key from pg_constraint
       where confrelid = 'auth.users'::regclass and confdeltype not in ('c', 'n')`.execute(club.db);
    expect(rows).toEqual([]);
  });
});

describe("An admin who opens a submission", () => {
  it("A member's account data has which admin opened a submission and when, once a day, and the admin's own has not", async () => {
    const viewer = await buildAdmin(club.db, { full_name: "Zadie Quill" });
    const member = await buildPerson(club.db);
    await buildSubmission(club.db, { user_id: member.id });
    await buildSubmission(club.db, { user_id: viewer.id, full_name: "Zadie Quill" });
    const call = await club.as(viewer);
    await call("GET", "/api/member-profile-submissions");
    await call("GET", "/api/member-profile-submissions?status=pending");
    const own = (await (await club.as(member))("GET", "/api/account")).body.submission_views;
    expect(own).toEqual([{ viewed_at: expect.stringMatching(/Z$/), viewer_name: "Zadie Quill" }]);
    expect((await call("GET", "/api/account")).body.submission_views).toEqual([]);
  });
});

describe("POST /deletion-requests/{user_id}/carry-out", () => {
  it("deletes the account as execute does, and only when requested", async () => {
    const member = await buildMember(club.db);
    const carryOut = () => admin("POST", `/api/deletion-requests/${member.id}/carry-out`);
    expect((await carryOut()).status).toBe(404);
    await askFor(member);
    expect(await carryOut()).toMatchObject({ status: 200, body: { status: true } });
    expect(await isThere(member)).toBe(false);
  });
});
