import { CompiledQuery, sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildEvent } from "#server/sample/build-event.ts";
import {
  buildAdmin,
  buildContent,
  buildFile,
  buildInvitation,
  buildMember,
  buildPerson,
  buildPicture,
  buildSubmission,
} from "#server/sample/builders.ts";
import { buildCall, buildQuestion } from "#server/sample/sample-questions.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import { buildCompanyUpdates } from "#tests/support/build-company-update.ts";
import { noQueue } from "#tests/support/no-queue.ts";
import {
  adminSeesOne,
  denied,
  everybody,
  invalid,
  type Kind,
  kinds,
  members,
  membersOnce,
  nobody,
  type Outcome,
  type Outcomes,
  onlyAdmins,
  own,
  refused,
  taken,
} from "#tests/support/outcomes.ts";
import { actStatements, buildActs } from "#tests/support/row-level-security-of-acts.ts";
import { buildFunds, fundsStatements } from "#tests/support/row-level-security-of-funds.ts";
import { buildIntroductions, introductionStatements } from "#tests/support/row-level-security-of-introductions.ts";
import { buildWebhook, webhookStatements } from "#tests/support/row-level-security-of-webhooks.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAsActor } from "../../create-context.ts";

/**
 * Rights that a grant decides are in `tests/rights/rights.txt`; here are those that a row decides, of which
 * `tests/rights/visible-rows.txt` has how many rows of each table and view each kind of person sees. Fixtures: second is an
 * admin too; hidden has an invisible profile; the member's submission was rejected, the other's is pending; the member owns
 * an unused picture; some own a file with their own id that no row names; of two logos one is in use; a question, a page and
 * an event are published, and a piece of news is not; nobody's gate to deals is open.
 */
const visibleRows = "../../../../tests/rights/visible-rows.txt";
const heading = `How many rows of each table and view a person sees: ${kinds.join(", ")}.
Written by \`npx vitest run src/server/platform/db/row-level-security.test.ts -u\`; a change is reviewed line by line.
`;

/** An admin may insert these rows in their own name alone. */
const insertsOfAdmins = [
  "insert into admin_actions (user_id, kind, reason, acted_by) values ($other, 'made_up', 'x', $author)",
  "insert into bank_mappings (name, header_sha256, mapping, created_by) values ('b', repeat('b', 64), '{}', $author)",
  "insert into brand_files (file_id, role, width, height, created_by) values ($unused, 'icon', 1, 1, $author)",
  "insert into company_logos (company_id, author_id, file_id, sha256) values ($bare, $author, $unused, repeat('a', 64))",
  "insert into company_update_letters (company_id, author_id, file_name, file_id) values ($company, $author, 'a.pdf', $unused)",
  "insert into company_updates (company_id, quarter, version, headcount, author_id) values ($company, '2029-Q4', 1, 1, $author)",
  "insert into content_files (item_id, file_id, name, created_by) values ($draft, $unused, 'a', $author)",
  "insert into content_item_revisions (item_id, number, content, action, created_by) values ($draft, 2, '{}', 'saved', $author)",
  "insert into content_items (kind, slug, draft, updated_by) values ('news', 'new', '{\"title\": \"New\"}', $author)",
  `insert into deal_calls (deal_id, author_id, starts_at, ends_at, about, join_url)
    values ($deal, $author, '2027-01-14 18:30Z', '2027-01-14 19:30Z', 'Video', 'https://meet.example')`,
  "insert into deal_documents (deal_id, author_id, title, file_name, file_id) values ($deal, $author, 'x', 'x', $unused)",
  "insert into deal_notes (deal_id, author_id, text) values ($deal, $author, 'x')",
  `insert into deal_terms (
    deal_id, number, author_id, scheme, instrument, share_class, rights, price, pre_money_pence, round_total_pence,
    club_minimum_pence, club_maximum_pence, minimum_commitment_pence, assurance, seis_raised_pence, schemes_raised_pence,
    schemes_raised_year_pence, use_of_funds, other_investors, club_invests, conflicts, vehicle, risks, allocation_method,
    priority_share_percent, priority_tiers, opens_at, priority_until, closes_at, completion_expected_on)
  values ($deal, 2, $author, 'none', 'ordinary_shares', 'A', 'None', 1, 1, 1, 1, 1, 1, 'none', 0, 0, 0, '[]', 'x', 'x', 'x',
    'x', '["1","2","3","4","5"]', 'pro_rata', 50, '{}', '2027-01-11', '2027-01-14', '2027-01-18', '2027-02-02')`,
  `insert into deal_versions (deal_id, number, author_id, terms_id, content, page, page_sha256)
    values ($deal, 2, $author, $terms, '{}', 'x', encode(sha256('x'), 'hex'))`,
  "insert into invitations (email, code, expires_at, created_by) values ('x@castell.example', 'X', now() + '1 day', $author)",
  `insert into messages (kind, subject, text, audience, created_by, updated_by)
    select 'club', 'x', 'x', '{"members": true}', who, who from (values ($author::uuid)) a (who)`,
  "insert into memberships (user_id, tier, from_date, reason, set_by) values ($other, 'vip', '2026-01-01', 'x', $author)",
  "insert into pending_members (full_name, email, tier, created_by) values ('X', 'x@castell.example', 'vip', $author)",
  `insert into statement_forms (kind, version_label, law_reference, content, valid_from, sha256, author_id)
    values ('high_net_worth', 'new', 'x', '{}', '2026-01-01', repeat('a', 64), $author)`,
  "insert into submission_views (user_id, viewer_id) values ($other, $author)",
  "insert into webhook_endpoints (name, url, events, created_by) values ('x', 'https://a.example', '{deal.released}', $author)",
];

/** What a policy, a check or a function decides by row. */
const statements: Record<string, Outcomes> = {
  ...actStatements,
  ...fundsStatements,
  ...introductionStatements,
  ...webhookStatements,
  ...Object.fromEntries(
    insertsOfAdmins.flatMap((statement) => [
      [statement.replace("$author", "$me"), onlyAdmins],
      [statement.replace("$author", "$second"), nobody],
    ]),
  ),
  "insert into admin_actions (user_id, kind, reason, acted_by) values ($me, 'made_up', 'x', $me)": nobody,
  "insert into calendar_feeds (user_id, token_hash, created_at) values ($me, repeat('c', 64), now())": membersOnce,
  "insert into calendar_feeds (user_id, token_hash, created_at) values ($second, repeat('c', 64), now())": nobody,
  "update bank_mappings set name = 'c'": adminSeesOne,
  "update calendar_feeds set token_hash = repeat('c', 64)": own,
  "delete from calendar_feeds": own,
  "insert into club_settings (key, value) values ('made_up', '{}')": onlyAdmins,
  "update club_settings set value = '{}'": [denied, 0, 0, 0, 2],
  "update setting_proposals set confirmed_at = app_now()": nobody,
  "select from open_setting_proposals": adminSeesOne,
  "insert into club_setup (started_by) values ($me)": [denied, denied, denied, denied, taken],
  "insert into club_setup (started_by) values ($other)": nobody,
  "update club_setup set finished_at = now(), finished_by = $me": adminSeesOne,
  "update club_setup set finished_at = now(), finished_by = $other": [denied, 0, 0, 0, denied],
  "update club_setup set finished_at = null, finished_by = $me": [denied, 0, 0, 0, denied],
  "select from club_setup_state where started_by is not null": [0, 0, 0, 0, 1],
  "select from club_setup_state where started_by_name is not null": [0, 0, 0, 0, 1],
  "insert into companies (name) values ('Mine')": onlyAdmins,
  "update companies set name = 'Mine'": [denied, 0, 0, 0, 2],
  "update company_logos set removed_at = now()": adminSeesOne,
  "select from files where kind = 'company_letter'": [0, 0, 0, 1, 2],
  "insert into company_update_offers (update_id, text) select id, 'x' from company_updates where author_id = $me":
    adminSeesOne,
  "insert into company_update_offers (update_id, text) select id, 'x' from company_updates where request_id is not null":
    [denied, 0, 0, denied, denied],
  "insert into company_update_requests (company_id, quarter, expires_at) values ($company, '2029-Q4', now() + interval '1 day')":
    onlyAdmins,
  "update company_update_requests set expires_at = now() + interval '1 year'": adminSeesOne,
  "update company_updates set published_at = now(), published_by = $me": adminSeesOne,
  "update company_updates set published_at = now(), published_by = $second": [denied, 0, 0, 0, denied],
  "insert into content_items (kind, slug, draft, updated_by) values ('page', 'new', '{\"title\": \"New\"}', $me)":
    nobody,
  "update content_items set published = draft, published_revision = 1, published_at = now(), first_published_at = now()":
    [denied, 0, 0, 0, 4],
  "update content_items set published = null, published_revision = null, published_at = null where kind <> 'page'": [
    denied,
    0,
    0,
    0,
    3,
  ],
  "update content_items set published = null, published_revision = null, published_at = null": [
    denied,
    0,
    0,
    0,
    denied,
  ],
  "delete from content_items": [denied, 0, 0, 0, 3],
  "select from ask_for_deal_call($call, 'x')": nobody,
  "select from join_deal_call($call)": nobody,
  "update deal_calls set about = 'x'": adminSeesOne,
  "update deal_documents set removed_at = now(), removed_by = $me": [denied, 0, 0, 0, 2],
  "update deal_documents set removed_at = now(), removed_by = $other": [denied, 0, 0, 0, denied],
  "select from follow_deal_question($question, true)": nobody,
  "select from ask_deal_question($deal, 'Why did they leave?')": nobody,
  "select from answer_deal_question($question, 'x', now())": [denied, denied, denied, denied, refused],
  "select from merge_deal_question($question, $question, now())": [denied, denied, denied, denied, refused],
  "select from decline_deal_question($question, 'x', now())": [denied, denied, denied, denied, refused],
  "insert into deals (company_id, name, enquired_on) values ($company, 'Mine', '2026-11-22')": onlyAdmins,
  "update deals set name = 'Mine', next_step = 'Call'": [denied, 0, 0, 0, 2],
  "insert into deletion_requests (user_id) values ($me)": [denied, 1, 1, taken, 1],
  "insert into deletion_requests (user_id) values ($other)": nobody,
  "delete from deletion_requests": own,
  "select from answer_event($event, true, null, false)": [denied, denied, refused, refused, refused],
  "update event_answers set attended_at = now()": [denied, 0, 0, 0, 2],
  "update event_places set capacity = 9": adminSeesOne,
  "update event_places set capacity = 1": [denied, 0, 0, 0, invalid],
  "select from open_investor_record($sealed, 'HMRC asks.')": onlyAdmins,
  "select from open_investor_record($sealed, ' ')": [denied, denied, denied, denied, invalid],
  "insert into investor_records (user_id, legal_name) values ($me, 'Me')": membersOnce,
  "insert into investor_records (user_id, legal_name) values ($hidden, 'Me')": nobody,
  "insert into investor_records (legal_name) values ('Me')": nobody,
  "update investor_records set legal_name = 'Me'": own,
  "update invitations set expires_at = now() + '9 days'": adminSeesOne,
  "delete from invitations": adminSeesOne,
  "select from set_mail_consent('deal_release', true)": members,
  "insert into member_profile_submissions (user_id, full_name) values ($me, 'Me')": membersOnce,
  "insert into member_profile_submissions (user_id, full_name) values ($hidden, 'Not me')": nobody,
  "update member_profile_submissions set full_name = 'Revised', status = 'pending', reviewed_at = null, reviewed_by = null":
    own,
  "update member_profile_submissions set full_name = 'Changed while rejected'": [denied, 0, 0, denied, 0],
  "update member_profiles set bio = 'changed'": own,
  "update member_profiles set hidden_by_owner_at = now()": own,
  "update member_profiles set shows_tier = true": own,
  "insert into memberships (user_id, tier, from_date, reason, set_by) values ($me, 'vip', '2026-01-01', 'x', $me)":
    nobody,
  "insert into memberships (user_id, tier, from_date, reason, set_by) values ($pending, 'vip', '2026-01-01', 'x', $me)":
    nobody,
  "delete from mail_refusals": [denied, 0, 0, 0, 2],
  "delete from messages": adminSeesOne,
  "delete from newsletter_subscriptions": [denied, 0, 0, 0, 2],
  "update messages set subject = 'y', updated_by = $me": adminSeesOne,
  "update messages set subject = 'y', updated_by = $second": [denied, 0, 0, 0, denied],
  "update messages set tested_at = now(), updated_by = $me": [denied, 0, 0, 0, denied],
  "update messages set approved_at = now(), approved_by = $second, updated_by = $me": [denied, 0, 0, 0, denied],
  "select from own_messages": [denied, 0, 0, 1, 0],
  "select from message_mails": [denied, 0, 0, 1, 2],
  "insert into notice_choices (user_id, topic, choice, chosen_at) values ($me, 'events', 'never', now())": everybody,
  "insert into notice_choices (user_id, topic, choice, chosen_at) values ($other, 'events', 'never', now())": nobody,
  "insert into notice_choices (user_id, topic, choice, chosen_at) values ($me, 'events', 'shout', now())": [
    denied,
    invalid,
    invalid,
    invalid,
    invalid,
  ],
  "update notice_choices set choice = 'never'": own,
  "delete from notice_choices": own,
  "select from set_own_newsletter(true, 'Yes.')": members,
  "select from set_own_newsletter(false, 'Yes.')": members,
  "select from own_newsletter()": everybody,
  "update notices set read_at = now()": own,
  "insert into pictures (user_id, name, width, height, file_id) values ($me, 'a', 1, 1, $me)": members,
  "insert into pictures (user_id, name, width, height, file_id) values ($other, 'a', 1, 1, $other)": nobody,
  "select from shown_events where answer is not null": own,
  "select from note_statement_attempt('refused')": [denied, denied, denied, 1, 1],
  "select from statement_forms where withdraw_statement_form(id, 'Wrong.')": [denied, 0, denied, denied, 2],
  "select from open_statements(array(select id from statements), 'HMRC asks.')": [denied, denied, denied, denied, 3],
  "select from open_statements(array(select id from statements), ' ')": [denied, denied, denied, denied, invalid],
  "select from is_investor() where is_investor": [denied, 0, 0, 0, 0],
  "select from own_offer_gate()": everybody,
  // No record is complete, so no statement is signed.
  [`select from sign_statement(app_uuid_v7(), app_uuid_v7(), repeat('a', 64), 'abcdef01', '', null, null) as signed
      where signed is null`]: [denied, denied, denied, 1, 1],
  "select from transition_statements($waiting, '{in_review}', 'live', null, null)": onlyAdmins,
  "select from transition_statements($waiting, '{in_review}', 'withdrawn', null, null) as outcome where outcome is null":
    members,
  "insert into submission_views (user_id, viewer_id) values ($me, $me)": nobody,
  "insert into user_roles (user_id, role, status, approved_at) values ($me, 'admin', 'approved', now())": nobody,
  "insert into user_roles (user_id, role, status, approved_at) values ($other, 'admin', 'approved', now())": nobody,
  "insert into user_roles (user_id, role, status, approved_at) values ($pending, 'admin', 'approved', now())": nobody,
  "insert into user_roles (user_id, role, status, approved_at) values ($rejected, 'admin', 'approved', now())": nobody,
  "insert into user_roles (user_id, role, status, approved_at) values ($unverified, 'admin', 'approved', now())":
    nobody,
  "delete from user_roles": nobody,
  "insert into signatories (user_id, capacity, how_known) values ($me, 'admin', 'Myself.')": nobody,
  "update signatories set announced_at = now() - interval '8 days'": nobody,
  "delete from signatories": nobody,
  "delete from signatory_objections": nobody,
  "select from propose_signatory($other, 'admin', 'From school.')": onlyAdmins,
  "select from confirm_signatory($other)": [denied, denied, denied, 1, 1],
};

let people: Record<string, string>;
const database = await openTestDatabase();
beforeAll(async () => {
  const { db } = database;
  const admin = await buildAdmin(db);
  const second = await buildAdmin(db);
  const member = await buildMember(db, { profile: { location: "Leeds" } });
  const other = await buildMember(db);
  const hidden = await buildMember(db, { profile: { is_visible: false, location: "Nowhere else" } });
  const pending = await buildPerson(db, { status: "pending" });
  const rejected = await buildPerson(db, { status: "rejected" });
  const unverified = await buildPerson(db, { email_verified: false });
  await buildSubmission(db, { user_id: member.id, status: "rejected" });
  await buildSubmission(db, { user_id: other.id });
  for (const { id } of [other, hidden, member]) await buildPicture(db, id);
  for (const { id } of [admin, member, other, pending, rejected]) await buildFile(db, id, { id });
  await db
    .updateTable("member_profiles")
    .set({
      profile_image_url: sql`(select '/api/pictures/' || id from pictures p where p.user_id = member_profiles.user_id)`,
    })
    .where("user_id", "in", [other.id, hidden.id])
    .execute();
  await db
    .updateTable("member_profiles")
    .set({ shows_tier: true })
    .where("user_id", "in", [other.id, hidden.id])
    .execute();
  for (const { id } of [member, other]) {
    await db.insertInto("admin_actions").values({ user_id: id, kind: "made_up", reason: "As asked." }).execute();
    const tier = { user_id: id, tier: "premium" as const, from_date: "2026-01-01", reason: "As agreed." };
    await db.insertInto("memberships").values(tier).execute();
  }
  const expires_at = new Date(Date.now() + 24 * 60 * 60 * 1000);
  await db
    .insertInto("auth.sessions")
    .values({ user_id: member.id, token: "a token", expires_at, updated_at: new Date() })
    .execute();
  await buildInvitation(db);
  await buildInvitation(db, { used_at: new Date() });
  await db.insertInto("pending_members").values({ full_name: "Owen", email: "owen@castell.example" }).execute();
  await db.insertInto("club_settings").values({ key: "identity", value: "{}" }).execute();
  await db.insertInto("setting_proposals").values({ key: "terms", value: "[]" }).execute();
  await db.insertInto("club_setup").values({ started_by: second.id }).execute();
  await db.insertInto("backups").values({ name: "kindling.backup", host: "here" }).execute();
  await db.insertInto("client_errors").values({ fingerprint: "a", message: "x", path: "/", build: "b" }).execute();
  await db.insertInto("audit_events").values({ kind: "signed_in", actor_id: member.id }).execute();
  await db
    .insertInto("notices")
    .values([member, other].map(({ id }) => ({ user_id: id, kind: "membership_approved" })))
    .execute();
  for (const { id } of [member, other]) {
    await db
      .insertInto("notice_choices")
      .values({ user_id: id, topic: "companies", choice: "never", chosen_at: new Date() })
      .execute();
    const refused = { mail_id: id, user_id: id, email: "me@castell.example", refused_at: new Date() };
    await db.insertInto("mail_refusals").values(refused).execute();
    const changed = { created_at: new Date(), changed_at: new Date() };
    const { id: notice_mail_id } = await db
      .insertInto("notice_mails")
      .values({ user_id: id, kind: "weekly", day: "2026-11-23", ...changed })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("told_waiting")
      .values({ user_id: id, kind: "statement", subject_id: id, notice_mail_id })
      .execute();
  }
  await db
    .insertInto("newsletter_subscriptions")
    .values(
      [{ email: "a@castell.example" }, { email: "b@castell.example" }].map((row) => ({ ...row, agreed_text: "x" })),
    )
    .execute();
  await db
    .insertInto("deletion_requests")
    .values([{ user_id: member.id }, { user_id: hidden.id }])
    .execute();
  await db
    .insertInto("submission_views")
    .values([
      { user_id: member.id, viewer_id: admin.id },
      { user_id: other.id, viewer_id: second.id },
    ])
    .execute();
  const [, , sealed] = await db
    .insertInto("investor_records")
    .values([
      { user_id: member.id, legal_name: "Member" },
      { user_id: other.id, legal_name: "Other" },
      { legal_name: "Gone", needed_until: "2026-01-01", sealed_at: new Date(), retain_until: "2032-01-01" },
    ])
    .returning("id")
    .execute();
  await sql`insert into investor_record_openings (record_id, user_id, opened_by, reason)
    select id, user_id, ${second.id}, 'HMRC asks.' from investor_records where user_id is not null`.execute(db);
  const form = {
    kind: "high_net_worth" as const,
    law_reference: "x",
    content: "{}",
    valid_from: "2026-01-01",
    sha256: "a".repeat(64),
  };
  const [, inForce] = await db
    .insertInto("statement_forms")
    .values([
      { ...form, version_label: "newest" },
      { ...form, version_label: "in force", signed_off_at: new Date() },
      {
        ...form,
        version_label: "withdrawn",
        signed_off_at: new Date(),
        withdrawn_at: new Date(),
        withdrawn_reason: "Wrong.",
      },
    ])
    .returning("id")
    .execute();
  const records = await db.selectFrom("investor_records").select(["id", "user_id"]).execute();
  const statements = await db
    .insertInto("statements")
    .values(
      records.map((record) => ({
        record_id: record.id,
        form_id: inForce?.id ?? "",
        signed_at: new Date(Date.now() - 60_000),
        page_sha256: "a".repeat(64),
        ...(record.user_id === other.id
          ? { state: "in_review" as const }
          : { state: "live" as const, live_from: new Date(Date.now() - 60_000) }),
      })),
    )
    .returning(["id", "record_id"])
    .execute();
  const waiting = statements.find(({ record_id }) => records.some((r) => r.id === record_id && r.user_id === other.id));
  await sql`insert into statement_pages (statement_id, key_id, sealed) select id, 'abcdef01', 'x' from statements`.execute(
    db,
  );
  await sql`insert into statement_reminders (statement_id, days_before, sent_at) select id, 60, now() from statements`.execute(
    db,
  );
  await sql`insert into statement_attempts (record_id, outcome, attempted_at) select id, 'refused', now() from investor_records`.execute(
    db,
  );
  const deal = await buildDeal(db, {
    author_id: admin.id,
    logo: await buildFile(db, null, { kind: "company_logo" }),
    documents: [
      { pages: [{ content: Buffer.from("page"), width: 1, height: 1, text: "" }] },
      { title: "Cap table", media_type: "text/csv", is_downloadable: true },
    ],
  });
  const [deck] = deal.documents;
  await sql`
    insert into document_openings (opened_at, document_id, record_id, deal_version_id, admin_id)
    select now(), ${deck?.id}::uuid, id, ${deal.version_id}::uuid, null from investor_records where user_id = ${member.id}
    union all select now(), ${deck?.id}::uuid, null, null, ${admin.id}::uuid`.execute(db);
  const bare = await buildDeal(db, { author_id: second.id, state: "preparing" });
  await sql`
    insert into deliveries (record_id, statement_id, signed_on, valid_through, channel, subject_id, deal_version_id, delivered_at)
    select s.record_id, s.id, s.signed_on, s.valid_through, 'page', ${deal.version_id}::uuid, ${deal.version_id}::uuid, now()
      from statements s join investor_records r on r.id = s.record_id where r.user_id = ${member.id}`.execute(db);
  await sql`insert into deal_interests (deal_id, record_id, level, amount_pence, updated_at)
    select ${deal.id}, id, 'likely', 5000000, now() from investor_records where user_id = ${member.id}`.execute(db);
  await db.insertInto("deal_notes").values({ deal_id: deal.id, author_id: admin.id, text: "Kind founders." }).execute();
  const [terms_closes_at, closes_at] = [new Date("2027-01-18T17:00Z"), new Date("2027-01-14T17:00Z")];
  const closing = { deal_id: deal.id, terms_closes_at, instead_of: terms_closes_at, closes_at, reason: "It is full." };
  await db.insertInto("closing_announcements").values(closing).execute();
  await sql`select seal_deliveries(current_date + 2, now())`.execute(db);
  const memberRecord = records.find(({ user_id }) => user_id === member.id)?.id ?? "";
  const otherRecord = records.find(({ user_id }) => user_id === other.id)?.id ?? "";
  const ofFunds = { deal_id: deal.id, terms_id: deal.terms_id, records: [memberRecord, otherRecord] };
  const commitment = await buildFunds(db, ofFunds);
  const acts = await buildActs(db, {
    deal_id: deal.id,
    version_id: deal.version_id,
    admin: admin.id,
    second: second.id,
    prepared: { deal_id: bare.id, version_id: bare.version_id },
  });
  await buildCompanyUpdates(db, deal.company_id, admin.id);
  const webhook = await buildWebhook(db);
  const introductions = await buildIntroductions(db, { member, other, hidden, second });
  const question = await buildQuestion(db, { deal_id: deal.id, record_id: memberRecord });
  const starts_at = new Date(Date.now() + 60 * 60 * 1000);
  const call = await buildCall(db, { deal_id: deal.id, starts_at, requests: [{ record_id: memberRecord }] });
  const mailing = await db
    .insertInto("deal_mailings")
    .values({ deal_id: deal.id, kind: "release", created_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("deal_mails")
    .values({ mailing_id: mailing.id, user_id: member.id, changed_at: new Date() })
    .execute();
  await db
    .insertInto("mail_consents")
    .values([member, other].map(({ id }) => ({ user_id: id, kind: "deal_release", agreed_at: new Date() })))
    .execute();
  const message = { kind: "club" as const, subject: "x", text: "x", audience: JSON.stringify({ members: true }) };
  await db.insertInto("messages").values(message).execute();
  const sent = await db
    .insertInto("messages")
    .values({ ...message, state: "sent", started_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("message_mails")
    .values(
      [member, other].map(({ id }) => ({
        message_id: sent.id,
        user_id: id,
        state: "sent" as const,
        changed_at: new Date(),
      })),
    )
    .execute();
  const draft = await buildContent(db, { kind: "news", published: false });
  await buildContent(db, { kind: "faq" });
  await buildContent(db, { kind: "page" });
  // The event is over, or it could be neither unpublished nor deleted.
  const event = await buildEvent(db, { date: "2026-01-05" });
  const going = { event_id: event.id, state: "going", answered_at: new Date() } as const;
  await db
    .insertInto("event_answers")
    .values([member, other].map(({ id }) => ({ ...going, user_id: id })))
    .execute();
  await db
    .insertInto("calendar_feeds")
    .values(
      [member, other].map(({ id }, index) => ({
        user_id: id,
        token_hash: `${index}`.repeat(64),
        created_at: new Date(),
      })),
    )
    .execute();
  await db
    .insertInto("content_item_revisions")
    .values({ item_id: draft.id, number: 1, content: "{}", action: "saved" })
    .execute();
  const unused = await buildFile(db, null);
  const logo = await buildFile(db, null, { kind: "brand_picture" });
  const unusedLogo = await buildFile(db, null, { kind: "brand_picture" });
  const logos = [logo, unusedLogo].map(({ id }) => ({ file_id: id, role: "logo" as const, width: 1, height: 1 }));
  await db.insertInto("brand_files").values(logos).execute();
  const brand = JSON.stringify({ logo_file_id: logo.id, icon_file_id: null });
  await db.insertInto("club_settings").values({ key: "brand", value: brand }).execute();
  people = Object.fromEntries(
    Object.entries({
      admin,
      second,
      member,
      other,
      hidden,
      pending,
      rejected,
      unverified,
      ...introductions,
      ...acts,
      webhook,
      draft,
      event,
      deal,
      question,
      commitment,
      call,
      document: deck ?? deal,
      mailing,
      company: { id: deal.company_id },
      bare: { id: bare.company_id },
      terms: { id: deal.terms_id },
      version: { id: deal.version_id },
      unused,
      sealed: sealed ?? draft,
      waiting: waiting ?? draft,
    }).map(([kind, { id }]) => [kind, id]),
  );
});

const undo = Symbol("undo");

/** Rolls back and carries the result. */
class Seen extends Error {
  constructor(counts: readonly number[]) {
    super(counts.join(", "));
  }
}

/** Runs one statement as a person, rolls back, and counts rows. */
async function outcomeOf(statement: string, kind: Kind): Promise<Outcome> {
  const me = kind === "visitor" ? null : (people[kind] ?? "");
  const text = statement.replace(/\$(\w+)/g, (_, name) => `'${(name === "me" ? me : people[name]) ?? people.other}'`);
  let count = 0;
  try {
    await createAsActor(database.db, noQueue)({ userId: me }, async (tx) => {
      const { rows, numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(text.replace(/^select /, "select 1 ")));
      count = numAffectedRows === undefined ? rows.length : Number(numAffectedRows);
      throw undo;
    });
  } catch (error) {
    if (error === undo) return count;
    const code = (error as { code?: string }).code ?? "";
    if (code === "42501") return denied;
    if (code === "23505") return taken;
    if (code === "23514") return invalid;
    if (code === "KC001") return refused;
    throw error;
  }
  return count;
}

const names = async (query: string) =>
  (await database.db.executeQuery<{ name: string }>(CompiledQuery.raw(query))).rows.map(({ name }) => name);

const outcomesOf = (statement: string) => Promise.all(kinds.map((kind) => outcomeOf(statement, kind)));

describe("Row-level security", () => {
  it("Row-level security shows each kind of person the reviewed numbers of rows", async () => {
    const relations = await names(`select relname as name from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f')
        and (has_any_column_privilege('club_visitor', c.oid, 'select') or has_any_column_privilege('club_member', c.oid, 'select'))
      order by relname collate "C"`);
    const rows: string[] = [];
    for (const relation of relations)
      rows.push(`${relation}: ${(await outcomesOf(`select from ${relation}`)).join(", ")}`);
    await expect(`${[heading, ...rows].join("\n")}\n`).toMatchFileSnapshot(visibleRows);
  }, 60_000);
  it.each(Object.entries(statements))(
    "Row-level security decides for each kind of person by row: %s",
    async (statement, expected) => {
      expect(await outcomesOf(statement)).toEqual(expected);
    },
  );
});

/** How many rows a member sees, with these settings of deals and after these changes; all of it is rolled back. */
const seenByMember = (
  deals: object,
  changes: readonly ReturnType<typeof sql>[],
  queries: readonly ReturnType<typeof sql>[],
): Promise<never> =>
  database.db.transaction().execute(async (tx) => {
    await sql`update investor_records set country = 'GB' where user_id = ${people.member}`.execute(tx);
    const value = JSON.stringify(deals);
    await tx
      .insertInto("club_settings")
      .values({ key: "deals", value })
      .onConflict((row) => row.column("key").doUpdateSet({ value }))
      .execute();
    for (const change of changes) await change.execute(tx);
    await sql`select set_config('role', 'club_member', true), set_config('app.user_id', ${people.member}, true)`.execute(
      tx,
    );
    const counts: number[] = [];
    for (const query of queries) counts.push((await query.execute(tx)).rows.length);
    throw new Seen(counts);
  });

describe("The database", () => {
  it("The database has no policy of insert, update or delete without a statement in this test", async () => {
    const policies = await names(`select distinct beginning || polrelid::regclass as name
      from pg_policy, (values ('a', 'insert', 'insert into '), ('w', 'update', 'update '), ('d', 'delete', 'delete from '))
             verbs (command, verb, beginning)
     where polcmd in (command::"char", '*') and case verb when 'delete' then has_table_privilege('club_member', polrelid, verb)
             else has_any_column_privilege('club_member', polrelid, verb) end order by 1`);
    const tried = Object.keys(statements).map((statement) => `${statement} `);
    expect(policies.filter((policy) => !tried.some((statement) => statement.startsWith(`${policy} `)))).toEqual([]);
  });
  it("The database hides hidden profiles and suspended people from members", async () => {
    const member = people.member ?? "";
    const changes = [
      sql`update member_profiles set hidden_by_admin_at = now() where user_id = ${people.other}`,
      sql`update member_profiles set hidden_by_owner_at = now() where user_id = ${people.other}`,
      sql`update user_roles set suspended_at = now() where user_id = ${people.other}`,
      sql`update user_roles set ended_at = now() where user_id = ${people.other}`,
      sql`update user_roles set status = 'rejected' where user_id = ${people.other}`,
    ];
    for (const change of changes) {
      const seen = database.db.transaction().execute(async (tx) => {
        await change.execute(tx);
        await sql`select set_config('role', 'club_member', true), set_config('app.user_id', ${member}, true)`.execute(
          tx,
        );
        const profiles = await sql`select from member_profiles`.execute(tx);
        const found = await sql`select from find_directory_profiles(null, null, null, null, null, 100)`.execute(tx);
        const pictures = await sql`select from pictures`.execute(tx);
        throw new Seen([profiles, found, pictures].map(({ rows }) => rows.length));
      });
      await expect(seen).rejects.toEqual(new Seen([1, 1, 1]));
    }
  });
  it("The database returns only visible profiles, and only to members", async () => {
    const call = "select from find_directory_profiles(null, null, null, null, null, 100)";
    expect(await outcomesOf(call)).toEqual([denied, 0, 2, 2, 2]);
  });
  it("The database shows deals only to those whose gate is open, and interest only to its owner", async () => {
    const open = { ...defaultSettings.deals, is_enabled: true };
    const states: [string, object, ReturnType<typeof sql>[], number[]][] = [
      ["open", open, [], [1, 1, 1, 1, 1]],
      ["switched off", { ...open, is_enabled: false }, [], [0, 0, 0, 0, 0]],
      ["stopped", { ...open, kill_switch: true }, [], [0, 0, 0, 0, 0]],
      ["another country", { ...open, countries_allowed: ["IE"] }, [], [0, 0, 0, 0, 0]],
      [
        "day 366",
        open,
        [sql`select set_config('app.now', (now() + interval '366 days')::text, true)`],
        [0, 0, 0, 0, 0],
      ],
      [
        "withdrawn",
        open,
        [sql`update statements set state = 'withdrawn', ended_at = now() - interval '1 second'`],
        [0, 0, 0, 0, 0],
      ],
      [
        "suspended",
        open,
        [sql`update user_roles set suspended_at = now() where user_id = ${people.member}`],
        [0, 0, 0, 0, 0],
      ],
      ["not released", open, [sql`update deals set state = 'approved'`], [0, 0, 1, 1, 0]],
      [
        "never approved",
        open,
        [
          sql`update deals set state = case state when 'preparing' then 'closing' else 'approved' end, released_at = now()`,
        ],
        [0, 0, 1, 1, 0],
      ],
    ];
    for (const [name, deals, changes, expected] of states) {
      const seen = seenByMember(deals, changes, [
        sql`select from open_deals`,
        sql`select from deal_versions`,
        sql`select from deal_interests`,
        sql`select from own_deliveries where company_name is not null`,
        sql`select from company_logos l join files f on f.id = l.file_id`,
      ]);
      await expect(seen, name).rejects.toEqual(new Seen(expected));
    }
  });
  it("The database shows a company's offer only to holders whose gate is open, and its update for ever", async () => {
    const open = { ...defaultSettings.deals, is_enabled: true };
    const aYearLater = sql`select set_config('app.now', (now() + interval '366 days')::text, true)`;
    const soldAll = sql`update investor_records set user_id = ${people.hidden} where user_id = ${people.member}`;
    const states: [string, object, ReturnType<typeof sql>[], number[]][] = [
      ["open", open, [], [1, 1, 1]],
      ["switched off", { ...open, is_enabled: false }, [], [0, 1, 1]],
      ["stopped", { ...open, kill_switch: true }, [], [0, 1, 1]],
      ["day 366", open, [aYearLater], [0, 1, 1]],
      ["no holder", open, [soldAll], [0, 0, 0]],
    ];
    for (const [name, deals, changes, expected] of states) {
      const seen = seenByMember(deals, changes, [
        sql`select from company_update_offers`,
        sql`select from company_updates`,
        sql`select from files where kind = 'company_letter'`,
      ]);
      await expect(seen, name).rejects.toEqual(new Seen(expected));
    }
  });
  it("The database shows a room only to those whose gate is open, as the counting version has it, and no file of a PDF", async () => {
    const open = { ...defaultSettings.deals, is_enabled: true };
    const aYearLater = sql`select set_config('app.now', (now() + interval '366 days')::text, true)`;
    const other = sql`
      insert into deal_versions (deal_id, number, terms_id, content, page, page_sha256, created_at, approved_at)
      select deal_id, 2, terms_id, jsonb_set(content, '{documents}', jsonb_build_array(content -> 'documents' -> 0)), page,
             page_sha256, now(), now() from deal_versions where id = ${people.version}`;
    const states: [string, object, ReturnType<typeof sql>[], number[]][] = [
      ["open", open, [], [2, 1, 1, 2]],
      ["stopped", { ...open, kill_switch: true }, [], [0, 0, 1, 0]],
      ["day 366", open, [aYearLater], [0, 0, 1, 0]],
      ["not released", open, [sql`update deals set state = 'approved'`], [0, 0, 1, 0]],
      ["another version", open, [other], [1, 1, 1, 1]],
    ];
    for (const [name, deals, changes, expected] of states) {
      const seen = seenByMember(deals, changes, [
        sql`select from deal_documents`,
        sql`select from deal_document_pages`,
        sql`select from document_openings`,
        sql`select from files where kind like 'deal%'`,
      ]);
      await expect(seen, name).rejects.toEqual(new Seen(expected));
    }
  });
  it("The database shows only admins who can become an admin", async () => {
    const call = "select from user_roles where can_become_admin($other) limit 1";
    expect(await outcomesOf(call)).toEqual([denied, 0, 0, 0, 1]);
  });
});
