import { sql, type Transaction } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAdmin } from "#server/sample/builders.ts";
import { plansOf, scannedTables } from "#tests/support/explain.ts";
import { mostRows, watchPlans } from "#tests/support/nested-plans.ts";
import { noQueue } from "#tests/support/no-queue.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { createAsActor } from "../../create-context.ts";
import { findAuditPeople, listAuditEvents } from "../../features/audit/routes.ts";
import { countCommitments, listDeskCommitments } from "../../features/commitments/queries.ts";
import { listDeskCalls } from "../../features/deals/call-routes.ts";
import { listCompanies } from "../../features/deals/company-queries.ts";
import { listDeals, listMoves, listNotes } from "../../features/deals/deal-queries.ts";
import { listInterests, sumInterests } from "../../features/deals/deal-record.ts";
import { listDeskQuestions } from "../../features/deals/question-queries.ts";
import { listOpenings, listRoom } from "../../features/deals/room-queries.ts";
import { listTerms } from "../../features/deals/terms-queries.ts";
import { listVersions } from "../../features/deals/version-queries.ts";
import { listDeletionRequests } from "../../features/deletion-requests/routes.ts";
import { listOwnPapers } from "../../features/funds/completion/paper-queries.ts";
import { listExits } from "../../features/funds/exits/exit-queries.ts";
import { readRelief } from "../../features/funds/relief/relief-queries.ts";
import { listInvitations } from "../../features/invitations/routes.ts";
import { getMembershipRequest, listMembershipRequests } from "../../features/membership-requests/queries.ts";
import { findAdminCandidates, listAdmins } from "../../features/people/admins/routes.ts";
import { listPeople } from "../../features/people/queries.ts";
import { listReviews } from "../../features/profiles/submissions/routes.ts";
import { listStatements } from "../../features/statements/queries.ts";
import { countWhatWaits } from "../../features/waiting-counts/what-waits.ts";
import { collect } from "../../features.ts";
import type { DB } from "./database.generated.ts";

/** 10,000 people, submissions and imported people, 20,000 invitations; few are pending. */
let database: TestDatabase;
let adminId: string;
let dealId: string;
let companyId: string;
let committedId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  adminId = (await buildAdmin(db)).id;
  await sql`insert into auth.users (email, name, email_verified)
    select 'person-' || n || '@castell.example', 'Person ' || n, true from generate_series(1, 10000) n`.execute(db);
  await sql`insert into user_roles (user_id, role, status, requested_at, approved_at, approved_by)
    select id, 'member', case when n <= 20 then 'pending' else 'approved' end, now() - n * interval '1 hour',
           case when n > 20 then now() - n * interval '1 minute' end, case when n > 20 then ${adminId}::uuid end
      from (select id, row_number() over (order by md5(name)) as n from auth.users where id <> ${adminId}) u`.execute(
    db,
  );
  await sql`insert into member_profiles (user_id, full_name)
    select id, name from auth.users where id <> ${adminId} order by id limit 9000`.execute(db);
  await sql`insert into member_profile_submissions (user_id, full_name, status, submitted_at, reviewed_at, reviewed_by)
    select id, name, case when n <= 20 then 'pending' else 'approved' end, now() - n * interval '1 hour',
           case when n > 20 then now() end, case when n > 20 then ${adminId}::uuid end
      from (select id, name, row_number() over (order by random()) as n from auth.users) u`.execute(db);
  await sql`insert into audit_events (created_at, kind, subject_id, actor_id)
    select submitted_at, 'submission_created', id, user_id from member_profile_submissions
    union all select now(), 'membership_approved', user_id, ${adminId} from user_roles`.execute(db);
  await sql`insert into pending_members (full_name, email)
    select name, email from auth.users`.execute(db);
  await sql`insert into invitations (email, code, created_at, expires_at, used_at)
    select 'guest-' || n || '@castell.example', 'CODE' || n, now() - n * interval '1 hour',
           now() + interval '30 days', case when n > 50 then now() end from generate_series(1, 20000) n`.execute(db);
  await sql`insert into memberships (user_id, tier, from_date, reason)
    select user_id, case when n <= 20 then 'vip' else 'premium' end, '2026-01-01', 'As agreed.'
      from (select user_id, row_number() over (order by requested_at) as n from user_roles where role = 'member') u
     where n <= 20 or n % 2 = 0`.execute(db);
  await sql`update user_roles set suspended_at = now() where id in
    (select id from user_roles where role = 'member' and status = 'approved' and user_id <> ${adminId} limit 20)`.execute(
    db,
  );
  await sql`insert into admin_actions (user_id, kind, reason, acted_by)
    select id, 'signed_out_everywhere', 'As asked.', ${adminId}::uuid from auth.users`.execute(db);
  await sql`insert into deletion_requests (user_id) select id from auth.users limit 2000`.execute(db);
  await sql`insert into investor_records (user_id) select id from auth.users limit 5000`.execute(db);
  await sql`insert into investor_record_openings (record_id, user_id, opened_by, reason)
    select id, user_id, ${adminId}::uuid, 'As asked.' from investor_records`.execute(db);
  await sql`insert into statement_forms (kind, version_label, law_reference, content, valid_from, sha256)
    values ('high_net_worth', '1', 'x', '{}', '2020-01-01', repeat('a', 64))`.execute(db);
  await sql`insert into statements (record_id, form_id, signed_at, page_sha256, state, live_from)
    select r.id, f.id, r.created_at - n * interval '1 hour', repeat('a', 64), 'live', r.created_at
      from investor_records r, statement_forms f, generate_series(1, 2) n`.execute(db);
  await sql`insert into companies (name, one_line, founders)
    select 'Company ' || n, repeat('x', 200), jsonb_build_array(jsonb_build_object('name', repeat('y', 600)))
      from generate_series(1, 3000) n`.execute(db);
  await sql`insert into files (kind, storage, state, media_type, bytes, sha256)
    select 'company_logo', 'database', 'uploaded', 'image/webp', 1, repeat('a', 64) from companies`.execute(db);
  await sql`insert into company_logos (company_id, file_id, sha256)
    select c.id, f.id, f.sha256 from (select id, row_number() over () as n from companies) c
      join (select id, sha256, row_number() over () as n from files) f using (n)`.execute(db);
  await sql`insert into deals (company_id, name, enquired_on, created_at, state, released_at)
    select id, 'Seed round', '2026-01-01', now() - n * interval '1 hour',
           case when n <= 20 then 'enquiry' when n <= 60 then 'released' else 'declined' end,
           case when n between 21 and 60 then now() end
      from (select id, row_number() over (order by id) as n from companies) c`.execute(db);
  await sql`insert into deal_notes (deal_id, text) select id, 'x' from deals, generate_series(1, 3)`.execute(db);
  await sql`insert into deal_terms (deal_id, number, scheme, instrument, share_class, rights, price, pre_money_pence,
      round_total_pence, club_minimum_pence, club_maximum_pence, minimum_commitment_pence, assurance, seis_raised_pence,
      schemes_raised_pence, schemes_raised_year_pence, use_of_funds, other_investors, club_invests, conflicts, vehicle, risks,
      allocation_method, priority_share_percent, priority_tiers, opens_at, priority_until, closes_at, completion_expected_on)
    select id, n, 'EIS', 'ordinary_shares', 'x', 'x', 1, 1, 1, 1, 1, 1, 'none', 0, 0, 0, '[]', 'x', 'x', 'x', 'x',
           '["1", "2", "3", "4", "5"]', 'level', 0, '{}', now(), now(), now() + interval '1 day', '2027-01-01'
      from deals, generate_series(1, 2) n`.execute(db);
  await sql`insert into deal_versions (deal_id, number, terms_id, content, page, page_sha256, approved_at)
    select deal_id, number, id, '{}', '', encode(sha256(''), 'hex'), now() from deal_terms`.execute(db);
  await sql`insert into deal_interests (deal_id, record_id, level, updated_at)
    select d.id, r.id, 'watching', now() from (select id from deals where state = 'released' limit 4) d, investor_records r`.execute(
    db,
  );
  // Ten deals with 1,000 commitments each.
  await sql`insert into commitments (deal_id, record_id, number, terms_id, tier, fee_bp, band, placed_at, amount_pence,
      ceiling_pence, shares, least_shares)
    select d.deal_id, r.id, r.n, d.id, 'trial', 1250, 'general', now() - r.n * interval '1 hour', 1, 1, 1, 1
      from (select t.deal_id, t.id from deal_terms t join deals on deals.id = t.deal_id
             where deals.state = 'released' and t.number = 1 order by t.deal_id limit 10) d,
           (select id, row_number() over (order by id) as n from investor_records limit 1000) r`.execute(db);
  committedId = (await db.selectFrom("commitments").select("deal_id").limit(1).executeTakeFirstOrThrow()).deal_id;
  await sql`insert into holdings (deal_id, company_id, commitment_id, record_id, shares, share_class, price, cost_pence, fee_pence,
      scheme, issued_on, certificate_number)
    select c.deal_id, d.company_id, c.id, c.record_id, 1, 'x', 1, 1, 0, 'EIS', '2026-02-02', c.id::text
      from commitments c join deals d on d.id = c.deal_id`.execute(db);
  await sql`insert into files (kind, storage, state, media_type, bytes, sha256)
    select 'paper', 'database', 'uploaded', 'application/pdf', 1, repeat('a', 64) from commitments`.execute(db);
  await sql`insert into papers (deal_id, commitment_id, kind, file_name, file_id, dated_on, found, matched_at)
    select c.deal_id, case when c.number > 20 then c.id end, 'relief_certificate', 'x', f.id, '2026-08-12', '{}',
           case when c.number > 20 then now() end
      from (select id, deal_id, number, row_number() over () as n from commitments) c
      join (select id, row_number() over () as n from files where kind = 'paper') f using (n)`.execute(db);
  await sql`insert into relief_steps (deal_id, step, happened_on)
    select id, step, '2026-06-10' from deals, unnest(array['filed', 'certified', 'chased']) step`.execute(db);
  await sql`insert into allocations (deal_id, terms_id, number, method, capacity_shares, minimum_shares,
      priority_share_percent, asked_shares, input_sha256, state, confirmed_at)
    select deal_id, id, 1, 'pro_rata', 1, 1, 0, 0, repeat('a', 64), 'final', now() from deal_terms where number = 1`.execute(
    db,
  );
  await sql`insert into collection_accounts (deal_id, account_name, sort_code, account_number, bank, partner, confirmed_at,
      call_back_note)
    select id, 'x', '00-00-00', lpad((row_number() over ())::text, 8, '0'), 'x', 'x', now(), 'x' from deals`.execute(
    db,
  );
  await sql`insert into company_accounts (deal_id, account_name, sort_code, account_number, bank, confirmed_at, call_back_note)
    select id, 'x', '00-00-00', '00001234', 'x', now(), 'x' from deals`.execute(db);
  await sql`insert into deal_completions (deal_id, issued_on, confirmed_at, ledger_number, ledger_sha256)
    select id, '2027-02-02', now(), 1, repeat('a', 64) from deals`.execute(db);
  await sql`insert into outgoing_payments (deal_id, kind, amount_pence, payee, reason, approved_at, state, paid_on)
    select id, 'wire', 1, 'x', 'x', now(), 'paid', '2027-02-01' from deals`.execute(db);
  await sql`insert into exits (company_id, kind, happened_on, price, costs_pence, lots_sha256, confirmed_at)
    select id, 'sale', '2031-06-30', 1, 0, repeat('a', 64), now() from companies`.execute(db);
  await sql`insert into files (kind, storage, state, media_type, bytes, sha256)
    select 'deal_document', 'database', 'uploaded', 'text/csv', 1, repeat('a', 64) from deals`.execute(db);
  await sql`insert into deal_documents (deal_id, title, file_name, file_id, state, checked_at)
    select d.id, 'Deck', 'x', f.id, 'ready', now() from (select id, row_number() over () as n from deals) d
      join (select id, row_number() over () as n from files where kind = 'deal_document') f using (n)`.execute(db);
  await sql`insert into document_openings (opened_at, document_id, record_id, deal_version_id)
    select now() - n * interval '1 minute', f.id, r.id, v.id from (select id, deal_id from deal_documents limit 400) f
      join deal_versions v on v.deal_id = f.deal_id and v.number = 1,
      (select id, row_number() over () as n from investor_records limit 50) r`.execute(db);
  const opened = db
    .selectFrom("deal_documents")
    .innerJoin("document_openings as o", "o.document_id", "deal_documents.id");
  dealId = (await opened.select("deal_id").limit(1).executeTakeFirstOrThrow()).deal_id;
  companyId = (await db.selectFrom("exits").select("company_id").limit(1).executeTakeFirstOrThrow()).company_id;
  await sql`insert into deal_questions (asked_at, deal_id, record_id, question, answer, answered_at)
    select now(), d.id, r.id, 'Why did they leave?', case when d.state <> 'released' then 'x' end,
           case when d.state <> 'released' then now() end
      from deals d, (select id from investor_records limit 2) r`.execute(db);
  await sql`insert into deal_question_follows (followed_at, question_id, record_id)
    select asked_at, id, record_id from deal_questions`.execute(db);
  await sql`insert into deal_calls (deal_id, starts_at, ends_at, about, join_url)
    select id, now(), now() + interval '1 hour', 'Video', 'https://meet.example' from deals`.execute(db);
  await sql`insert into deal_call_requests (requested_at, call_id, record_id, wording)
    select now(), c.id, r.id, 'x' from deal_calls c, (select id from investor_records limit 2) r`.execute(db);
  await sql`insert into newsletter_subscriptions (email, agreed_text)
    select 'reader' || n || '@mail.example', 'Yes.' from generate_series(1, 5000) n`.execute(db);
  await sql`vacuum analyze`.execute(db);
});
afterAll(() => database.close());

const asAdmin = <Result>(work: (tx: Transaction<DB>) => Promise<Result>) =>
  createAsActor(database.db, noQueue)({ userId: adminId }, work);

const today = "2026-11-22";
const asked = {
  get userId() {
    return adminId;
  },
  isAdmin: true,
  isMember: true,
};
const page = { limit: 24 };
/** Beyond the first hundred of both lists. */
const cursor = Buffer.from(
  JSON.stringify([new Date(Date.now() - 100 * 3600 * 1000).toISOString(), "01900000-0000-7000-8000-000000000000"]),
).toString("base64url");

describe("Plans of an admin's lists in a club of 10,000 people", () => {
  it.each<[string, (tx: Transaction<DB>) => Promise<unknown>]>([
    ["the pending requests", (tx) => listMembershipRequests(tx, { ...page, status: "pending" })],
    ["the latest decisions", (tx) => listMembershipRequests(tx, { limit: 5, status: "decided" })],
    ["a later page of decisions", (tx) => listMembershipRequests(tx, { ...page, cursor, status: "decided" })],
    ["one request", (tx) => getMembershipRequest(tx, adminId)],
    ["all submissions", (tx) => listReviews(tx, page)],
    ["a later page of submissions", (tx) => listReviews(tx, { ...page, cursor })],
    ["the pending submissions", (tx) => listReviews(tx, { ...page, status: "pending" })],
    ["the admins", (tx) => listAdmins(tx, page)],
    ["the counts of what waits", (tx) => countWhatWaits(tx, collect("waiting"))],
    ["the invitations", (tx) => listInvitations(tx, page, new Date())],
    ["a later page of invitations", (tx) => listInvitations(tx, { ...page, cursor }, new Date())],
    ["the unused invitations", (tx) => listInvitations(tx, { ...page, state: "unused" }, new Date())],
    ["the used invitations", (tx) => listInvitations(tx, { ...page, state: "used" }, new Date())],
    ["the expired invitations", (tx) => listInvitations(tx, { ...page, state: "expired" }, new Date())],
    ["the audit", (tx) => listAuditEvents(tx, page)],
    ["the audit by kind", (tx) => listAuditEvents(tx, { ...page, kind: "admin_role_taken" })],
    ["the audit by person", (tx) => listAuditEvents(tx, { ...page, person: adminId })],
    ["the register of statements", (tx) => listStatements(tx, { ...page, today })],
    ["who asks for deletion", (tx) => listDeletionRequests(tx, { page, retentionYears: 7, today })],
    ["the companies", (tx) => listCompanies(tx, page)],
    ["a company's exits", (tx) => listExits(tx, { userId: adminId, isAdmin: true, isMember: true }, companyId, page)],
    ["all deals", (tx) => listDeals(tx, page, today)],
    ["a later page of deals", (tx) => listDeals(tx, { ...page, cursor }, today)],
    ["the deals in work", (tx) => listDeals(tx, { ...page, state: "work" }, today)],
    ["the deals in one state", (tx) => listDeals(tx, { ...page, state: "declined" }, today)],
    ["the enquiries", (tx) => listDeals(tx, { ...page, state: "enquiry" }, today)],
    ["the enquiries that wait too long", (tx) => listDeals(tx, { ...page, state: "overdue" }, today)],
    ["a deal's terms", (tx) => listTerms(tx, adminId)],
    ["a deal's versions", (tx) => listVersions(tx, adminId)],
    ["a deal's moves", (tx) => listMoves(tx, adminId)],
    ["a deal's notes", (tx) => listNotes(tx, adminId)],
    ["a deal's room", (tx) => listRoom(tx, dealId)],
    ["who opened what of a deal", (tx) => listOpenings(tx, dealId, page)],
    ["who opened a document", (tx) => listOpenings(tx, dealId, { ...page, document_id: adminId })],
    ["a deal's questions", (tx) => listDeskQuestions(tx, adminId)],
    ["a deal's calls", (tx) => listDeskCalls(tx, adminId)],
    ["what people think of a deal", (tx) => listInterests(tx, adminId, { limit: 50 })],
    ["who has committed to a deal", (tx) => listDeskCommitments(tx, committedId, page)],
    ["a later page of who has committed to a deal", (tx) => listDeskCommitments(tx, committedId, { ...page, cursor })],
    ["how much is committed to a deal", (tx) => countCommitments(tx, committedId)],
    ["a round's way to its tax relief", (tx) => readRelief(tx, asked, committedId, new Date())],
    ["one's own papers", (tx) => listOwnPapers(tx)],
    ["how many think what of a deal", (tx) => sumInterests(tx, adminId)],
  ])("No growing table is scanned sequentially for %s", async (_, run) => {
    const plan = await asAdmin((tx) => plansOf(tx, run));
    expect(plan).toContain("Index");
    const handfuls = [
      "admin_emails",
      "content_items",
      "deletion_requests",
      "statement_forms",
      "club_setup",
      "newsletter_subscriptions",
      "introduction_reports",
      "signatories",
      // Of companies, of settings and of the club, not of members.
      "companies",
      "company_updates",
      "setting_proposals",
      "messages",
      "exits",
      "exit_lines",
      "share_prices",
      "price_evidence",
      "share_actions",
      "share_action_lines",
      "holding_imports",
      "holding_import_undos",
      "exit_outside_payments",
      // This club has no rows of these: they belong to a deal's money, and their deal's index finds them where there are some.
      "acts",
      "bank_feeds",
      "closing_announcements",
      "proposed_cancellings",
      "outgoing_payments",
      "ledger_entries",
      "allocation_lines",
    ];
    expect([scannedTables(plan).filter((table) => !handfuls.includes(table)), plan]).toEqual([[], plan]);
  });
});

describe("Plans of an admin's searches in a club of 10,000 people", () => {
  const now = new Date();
  let watched: Awaited<ReturnType<typeof watchPlans>>;
  beforeAll(async () => {
    watched = await watchPlans(database);
  });
  afterAll(() => watched.close());

  it.each<[string, (tx: Transaction<DB>) => Promise<unknown>]>([
    ["invitations by what every e-mail has", (tx) => listInvitations(tx, { ...page, q: "castell" }, now)],
    ["an invitation by its e-mail", (tx) => listInvitations(tx, { ...page, q: "guest-731@" }, now)],
    ["invitations by what no e-mail has", (tx) => listInvitations(tx, { ...page, q: "bicycle" }, now)],
    ["invitations by two letters that no e-mail has", (tx) => listInvitations(tx, { ...page, q: "zq" }, now)],
    ["a used invitation", (tx) => listInvitations(tx, { ...page, q: "guest-4731@", state: "used" }, now)],
    ["an invitation on a later page", (tx) => listInvitations(tx, { ...page, q: "guest-731@", cursor }, now)],
    ["people by what every name has", (tx) => findAuditPeople(tx, "person")],
    ["somebody by their name", (tx) => findAuditPeople(tx, "Person 7310")],
    ["people by two letters that nobody has", (tx) => findAuditPeople(tx, "zq")],
    ["a candidate by their e-mail", (tx) => findAdminCandidates(tx, { ...page, q: "person-7310@" })],
    ["the newest people and invitations", (tx) => listPeople(tx, page)],
    ["a later page of people and invitations", (tx) => listPeople(tx, { ...page, cursor })],
    ["the approved people", (tx) => listPeople(tx, { ...page, status: "approved" })],
    ["the suspended people", (tx) => listPeople(tx, { ...page, status: "suspended" })],
    ["who is invited", (tx) => listPeople(tx, { ...page, status: "invited" })],
    ["people of a common tier", (tx) => listPeople(tx, { ...page, tier: "premium" })],
    ["people of a rare tier", (tx) => listPeople(tx, { ...page, tier: "vip" })],
    ["people on Trial", (tx) => listPeople(tx, { ...page, tier: "trial" })],
    ["somebody of a tier by their name", (tx) => listPeople(tx, { ...page, q: "Person 7310", tier: "premium" })],
    // Every name is read for a longer word that nobody has, as it may be misspelt.
    ["people and invitations by a short word that nobody has", (tx) => listPeople(tx, { ...page, q: "bic" })],
    ["an invited person by their e-mail", (tx) => listPeople(tx, { ...page, q: "guest-31@" })],
    ["candidates by a word that nobody has", (tx) => findAdminCandidates(tx, { ...page, q: "bicycle" })],
  ])("No plan node reads more than a few hundred rows to find %s", async (_, run) => {
    const plan = (await watched.plansOf({ userId: adminId }, run)).join("\n");
    expect(mostRows(plan), plan).toBeLessThan(700);
  });
});
