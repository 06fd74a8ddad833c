import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { deriveKeys } from "#server/auth/derive-keys.ts";
import { assertStrongPassword } from "#server/auth/passwords/password.ts";
import { createAsActor } from "#server/create-context.ts";
import { describePortfolio } from "#server/features/portfolio/describe-portfolio.ts";
import { readPortfolio } from "#server/features/portfolio/portfolio-queries.ts";
import { createPageSeal } from "#server/features/statements/page-seal.ts";
import { usualPriceAges } from "#shared/portfolio/portfolio-figures.ts";
import { submissionInputSchema } from "#shared/profiles/profiles.ts";
import { emailSchema, textSchema } from "#shared/text.ts";
import { noQueue } from "#tests/support/no-queue.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createSampleClub, sampleAccounts } from "./sample-club.ts";

/** Early, so that a time of day that lies ahead would show. */
const now = new Date("2026-03-14T00:10:00Z");

const encrypt = async () => "encrypted";
const pageSeal = createPageSeal([deriveKeys("a secret for tests, of 32 characters and more").statementPages]);
const builtRoot = join(process.cwd(), "dist");
const hashed: string[] = [];
const hashPassword = async (password: string) => {
  hashed.push(password);
  return "a hash";
};

const database = await openTestDatabase();
const make = () => createSampleClub(database.db, { hashPassword, encrypt, pageSeal, builtRoot, now });
await Promise.all([make(), make()]);

async function rowsOf<Row>(query: string): Promise<Row[]> {
  return (await sql.raw<Row>(query).execute(database.db)).rows;
}

async function countsOf(query: string): Promise<Record<string, number>> {
  const rows = await rowsOf<{ name: string; count: number }>(`select name, count(*) from (${query}) q group by name`);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

describe("The sample club", () => {
  it("The sample club is created once, however often it is started and by however many processes", async () => {
    hashed.length = 0;
    await createSampleClub(database.db, { hashPassword, encrypt, pageSeal, builtRoot, now });
    expect(await countsOf("select 'people' as name from auth.users")).toEqual({ people: 51 });
    expect(hashed).toEqual([]);
  });

  it("The sample club fills the directory, except for some members who stay out of it", async () => {
    const query = "select case when is_visible then 'visible' else 'hidden' end as name from member_profiles";
    expect(await countsOf(query)).toEqual({ visible: 32, hidden: 4 });
  });

  it("The sample club gives its admins requests to decide on", async () => {
    expect(await countsOf("select status as name from user_roles where role = 'member'")).toEqual({
      approved: 43,
      pending: 6,
      rejected: 2,
    });
    expect(await countsOf("select status as name from member_profile_submissions")).toEqual({
      approved: 36,
      pending: 4,
      rejected: 2,
    });
    expect(await countsOf("select email as name from auth.users where not email_verified")).toEqual({
      "wei.ong@ongcapital.example": 1,
    });
  });

  it("The sample club has people of every status and tier, with and without a second factor, with past sign-ins", async () => {
    const standing = `select case when ended_at is not null then 'ended' when suspended_at is not null then 'suspended'
      else status end as name from user_roles where role = 'member'`;
    expect(await countsOf(standing)).toEqual({ approved: 41, pending: 6, rejected: 2, suspended: 1, ended: 1 });
    expect(await countsOf("select tier as name from memberships")).toEqual({ premium: 9, vip: 6 });
    const factors = "select case when two_factor_enabled then 'on' else 'off' end as name from auth.users";
    expect(await countsOf(factors)).toEqual({ on: 8, off: 43 });
    const signIns = `select case when created_at < '${now.toISOString()}' then 'behind' else 'ahead' end as name
      from audit_events where kind = 'signed_in'`;
    expect(Object.keys(await countsOf(signIns))).toEqual(["behind"]);
    const reasons = `select 'without' as name from audit_events e where kind in ('membership_suspended', 'membership_ended')
      and not exists (select from admin_actions a where a.id::text = e.details->>'action_id')`;
    expect(await countsOf(reasons)).toEqual({});
  });

  it("The sample club has invitations in every state, and imported people who have and have not registered", async () => {
    const invitations = `select case when used_at is not null then 'used'
      when expires_at <= '${now.toISOString()}' then 'expired' else 'open' end as name from invitations`;
    expect(await countsOf(invitations)).toEqual({ used: 51, open: 7, expired: 3 });
    const imports = `select case when u.id is null then 'waiting' else 'registered' end as name
      from pending_members p left join auth.users u using (email)`;
    expect(await countsOf(imports)).toEqual({ registered: 3, waiting: 3 });
  });

  it("The sample club lets its named admin and member sign in, with a password that would be accepted", async () => {
    const query = `select u.email, a.password, is_admin_person(u.id) as is_admin, membership_status_of(u.id) as status,
        exists (select from member_profiles p where p.user_id = u.id) as has_profile
      from auth.users u join auth.accounts a on a.user_id = u.id and a.account_id = u.id::text
      where u.email in ('${sampleAccounts.admin.email}', '${sampleAccounts.member.email}') order by u.email`;
    const person = { password: "a hash", status: "approved", has_profile: true };
    expect(await rowsOf(query)).toEqual([
      { ...person, email: "amara@kindling.example", is_admin: true },
      { ...person, email: "priya@ledgerlight.example", is_admin: false },
    ]);
    const { email, password } = sampleAccounts.member;
    await expect(
      assertStrongPassword(password, "Kindling", { email, full_name: "Priya Raman" }),
    ).resolves.toBeUndefined();
    expect(sampleAccounts.admin.password).toBe(sampleAccounts.member.password);
  });

  it("The sample club contains no text that its own forms would reject or change", async () => {
    const submissions = await rowsOf<{ admin_notes: string | null }>("select * from member_profile_submissions");
    const profiles = await rowsOf("select * from member_profiles");
    for (const row of [...submissions, ...profiles]) expect(row).toMatchObject(submissionInputSchema.parse(row));
    for (const { admin_notes } of submissions) expect(textSchema.nullable().safeParse(admin_notes).success).toBe(true);
    const lengths = await rowsOf<{ length: number }>("select coalesce(length(bio), 0) as length from member_profiles");
    expect(Math.min(...lengths.map(({ length }) => length))).toBe(0);
    expect(Math.max(...lengths.map(({ length }) => length))).toBeGreaterThan(850);
  });

  it("The sample club's open deal has questions, two with answers for members, and founder calls before and after now", async () => {
    const questions = `select case when merged_into is not null then 'merged' when answer is null then 'waiting'
        when is_shown then 'shown' else 'answered' end as name from deal_question_list`;
    const admin = (
      await rowsOf<{ id: string }>("select user_id as id from user_roles where role = 'admin' limit 1")
    )[0];
    const read = await createAsActor(database.db, noQueue)({ userId: admin?.id ?? null }, async (tx) => ({
      questions: (await sql.raw<{ name: string }>(questions).execute(tx)).rows.map(({ name }) => name).sort(),
      calls: (
        await sql
          .raw(`select c.starts_at, count(p.id)::int as asked, count(p.joined_at)::int as joined
          from deal_calls c join deal_call_people p on p.call_id = c.id group by c.id order by 1`)
          .execute(tx)
      ).rows,
    }));
    expect(read.questions).toEqual(["merged", "shown", "shown", "waiting"]);
    expect(read.calls).toEqual([
      { starts_at: new Date("2026-03-10T18:30:00Z"), asked: 3, joined: 2 },
      { starts_at: new Date("2026-03-17T18:30:00Z"), asked: 2, joined: 0 },
    ]);
    const untimely = await rowsOf(`select from deal_questions q join deals d on d.id = q.deal_id
      where q.asked_at < d.released_at or q.answered_at < q.asked_at or q.told_at > '${now.toISOString()}'
      union all select from deal_call_requests r join deal_calls c on c.id = r.call_id join deals d on d.id = c.deal_id
      where r.requested_at not between d.released_at and c.starts_at or r.requested_at > '${now.toISOString()}'`);
    expect(untimely).toEqual([]);
  });

  it("The sample club has members with shares: of rounds that went up, were lost, were impaired, and are like new", async () => {
    const { rows } = await sql<{
      id: string;
    }>`select id from auth.users where email = ${sampleAccounts.member.email}`.execute(database.db);
    const own = await createAsActor(database.db, noQueue)({ userId: rows[0]?.id ?? null }, (tx) =>
      readPortfolio(tx, usualPriceAges),
    );
    const { companies, figures, next } = describePortfolio(own, [], "2026-03-14");
    expect(
      companies.map(({ name, state, price, lots }) => [name, state, price.basis, lots[0]?.certificate_on !== null]),
    ).toEqual([
      ["Saltmarsh Robotics", "active", "last_round", true],
      ["Northumbrian Soil Measurement Company", "active", "our_round", false],
      ["Dunlin", "active", "impaired", false],
      ["Tidewater Ceramics", "active", "own_word", true],
      ["Fenland Optics", "sold", "our_round", true],
      ["Quern", "written_off", "nil", true],
    ]);
    expect(next.map(({ kind, name }) => [kind, name])).toEqual([
      ["three_years", "Saltmarsh Robotics"],
      ["loss_claim", "Fenland Optics"],
      ["loss_claim", "Quern"],
      ["ask_certificate", "Dunlin"],
      ["claim_relief", "Tidewater Ceramics (not through the club)"],
      ["ask_certificate", "Northumbrian Soil Measurement Company"],
    ]);
    expect([figures.payments, figures.net_rate.state, figures.relief_pence]).toEqual([6, "rate", 639_968]);
    const open = await rowsOf(`select from ledger_entries e join deals d on d.id = e.deal_id where d.state = 'completed'
      group by e.deal_id, e.account, e.commitment_id having sum(e.amount_pence) <> 0`);
    const ahead = await rowsOf(`select from share_prices where confirmed_at > '${now.toISOString()}'
      union all select from holdings where issued_on > '2026-03-14' union all select from papers where dated_on > '2026-03-14'`);
    expect([open, ahead]).toEqual([[], []]);
  });

  it("The sample club tells its members of their own shares and money by the company's name", async () => {
    const unnamed = await rowsOf(`
      select n.kind from notices n join auth.users u on u.id = n.user_id
       where u.email = '${sampleAccounts.member.email}' and n.text is null
         and n.kind in ('company_update_published', 'paper_delivered', 'shares_issued', 'payment_arrived')`);
    expect(unnamed).toEqual([]);
  });

  it("The sample club tells its members of shares and payments on the days of register and ledger", async () => {
    const wrong = await rowsOf(`
      select n.kind, n.created_at from notices n
       where (n.kind = 'shares_issued' and n.created_at::date <> (select h.issued_on from holdings h where h.commitment_id = n.subject_id))
          or (n.kind = 'payment_arrived' and n.created_at::date not in (
               select t.booked_on from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
                where t.kind = 'receipt' and e.commitment_id = n.subject_id))
          or (n.kind = 'company_update_published' and n.created_at not in (
               select u.published_at from company_updates u where u.company_id = n.subject_id and u.published_at is not null))
          or n.created_at > '${now.toISOString()}' or n.created_at < '${now.toISOString()}'::timestamptz - interval '365 days'`);
    expect(wrong).toEqual([]);
  });

  it("The sample club shows a deal to its committers before they commit, and has no company twice", async () => {
    const unseen = await rowsOf(`
      select c.id from commitments c join deals d on d.id = c.deal_id where d.state in ('open', 'closing')
         and not exists (select from deliveries s join deal_versions v on v.id = s.deal_version_id
                          where v.deal_id = d.id and s.record_id = c.record_id and s.delivered_at < c.placed_at)`);
    const twice = await rowsOf("select name from companies group by name having count(*) > 1");
    expect([unseen, twice]).toEqual([[], []]);
  });

  it("The sample club uses only e-mail addresses and links that cannot exist", async () => {
    const emails = await rowsOf<{ email: string }>(
      "select email from auth.users union select email from invitations union select email from pending_members",
    );
    for (const { email } of emails) {
      expect(email).toMatch(/@[a-z-]+\.example$/);
      expect(emailSchema.parse(email)).toBe(email);
    }
    const links = await rowsOf<{ link: string }>(
      "select unnest(array[linkedin_url, website_url, profile_image_url]) as link from member_profile_submissions",
    );
    for (const { link } of links.filter((row) => row.link !== null)) expect(new URL(link).host).toMatch(/\.example$/);
  });

  it("The sample club has no two people with the same name", async () => {
    const names = await rowsOf<{ name: string }>("select name from auth.users");
    expect(new Set(names.map(({ name }) => name)).size).toBe(51);
  });

  it("The sample club spans the last 18 months, and every step follows the one before", async () => {
    const query = `select i.created_at as invited, u.created_at as registered, r.approved_at as decided,
        s.submitted_at as submitted, s.reviewed_at as reviewed, p.created_at as published
      from auth.users u join invitations i on i.used_by = u.id join user_roles r on r.user_id = u.id and r.role = 'member'
      left join member_profile_submissions s on s.user_id = u.id left join member_profiles p on p.user_id = u.id`;
    const ways = (await rowsOf<Record<string, Date | null>>(query)).map((row) => [...Object.values(row), now]);
    for (const way of ways) {
      const moments = way.flatMap((moment) => (moment ? [moment.getTime()] : []));
      expect(moments).toEqual(moments.toSorted((one, other) => one - other));
    }
    const months = await rowsOf("select distinct date_trunc('month', created_at) from member_profiles");
    expect(months.length).toBeGreaterThan(12);
  });

  it("The sample club has an audit row for everything that its people have decided and done", async () => {
    expect(await countsOf("select kind as name from audit_events where jsonb_typeof(details) = 'object'")).toEqual({
      account_registered: 51,
      email_verified: 50,
      invitation_created: 58,
      member_imported: 6,
      membership_approved: 40,
      membership_ended: 1,
      membership_rejected: 2,
      membership_suspended: 1,
      signed_in: 91,
      submission_approved: 36,
      submission_created: 42,
      submission_rejected: 3,
      submission_revised: 1,
      tier_changed: 15,
    });
    const unexplained = await rowsOf(`
      select r.user_id from user_roles r where r.approved_by is not null and not exists (
        select from audit_events e where e.kind = 'membership_' || r.status and e.subject_id = r.user_id
           and e.actor_id = r.approved_by and e.created_at = r.approved_at)
      union all
      select s.user_id from member_profile_submissions s where s.reviewed_at is not null and not exists (
        select from audit_events e where e.kind = 'submission_' || s.status and e.subject_id = s.id
           and e.actor_id = s.reviewed_by and e.created_at = s.reviewed_at and e.details ->> 'user_id' = s.user_id::text)
      union all
      select e.id from audit_events e where e.created_at > '${now.toISOString()}'`);
    expect(unexplained).toEqual([]);
  });

  it("The sample club's open deal has documents in its room, as its version says, and readers of them", async () => {
    const rows = await rowsOf<{
      title: string;
      number: number;
      pages: number | null;
      is_frozen: boolean;
      openings: string;
    }>(`
      select f.title, f.number, f.pages, count(distinct o.id) as openings,
             exists (select from deal_versions v where v.content -> 'documents' @> jsonb_build_array(jsonb_build_object(
               'id', f.id, 'sha256', b.sha256, 'bytes', b.bytes, 'pages', f.pages))) as is_frozen
        from deal_documents f join files b on b.id = f.file_id left join document_openings o on o.document_id = f.id
       where f.state = 'ready'
         and coalesce(f.pages, 0) = (select count(*) from deal_document_pages p where p.document_id = f.id and p.text <> '')
       group by f.id, b.id order by f.title, f.number`);
    const read = { is_frozen: true, openings: 2 };
    expect(rows).toEqual([
      { title: "Accounts to 30 September 2026", number: 1, pages: 1, ...read },
      { title: "Cap table", number: 1, pages: null, is_frozen: false, openings: 0 },
      { title: "Cap table", number: 2, pages: null, ...read },
      { title: "Founders’ deck", number: 1, pages: 8, ...read },
    ]);
  });
});
