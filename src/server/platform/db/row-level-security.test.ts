import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCall } from "#server/sample/build-call.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildEvent } from "#server/sample/build-event.ts";
import { buildQuestion } from "#server/sample/build-question.ts";
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
import { defaultSettings } from "#shared/club.ts";
import { buildCompanyUpdates } from "#tests/support/build-company-update.ts";
import { noQueue } from "#tests/support/no-queue.ts";
import {
  buildFunds,
  fundsAdminCalls,
  fundsFunctions,
  fundsMatrix,
} from "#tests/support/row-level-security-of-funds.ts";
import {
  buildIntroductions,
  introductionAdminCalls,
  introductionFunctions,
  introductionMatrix,
} from "#tests/support/row-level-security-of-introductions.ts";
import {
  buildWebhook,
  webhookAdminCalls,
  webhookFunctions,
  webhookMatrix,
} from "#tests/support/row-level-security-of-webhooks.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { createAsActor } from "./as-actor.ts";

/**
 * Rows affected per kind of person, or "denied". Fixtures: second is an admin too; hidden has an invisible profile; the
 * member's submission was rejected, the other's is pending; the member owns an unused picture; some
 * own a file with their own id that no row names; of two logos one is in use; a question, a page and an event are published, and a piece of news is not.
 */
const kinds = ["visitor", "rejected", "pending", "member", "admin"] as const;
type Kind = (typeof kinds)[number];
const denied = "denied" as const;
/** Allowed, but the one permitted row exists already. */
const taken = "taken" as const;
/** Allowed, but a check of the table refuses the values. */
const invalid = "invalid" as const;
type Outcome = number | typeof denied | typeof taken | typeof invalid;
const nobody = [denied, denied, denied, denied, denied];

const insertTerms = (author: string) => `insert into deal_terms (
    deal_id, number, author_id, scheme, instrument, share_class, rights, price, pre_money_pence, round_total_pence,
    club_minimum_pence, club_maximum_pence, minimum_commitment_pence, assurance, seis_raised_pence, schemes_raised_pence,
    schemes_raised_year_pence, use_of_funds, other_investors, club_invests, conflicts, vehicle, risks, allocation_method,
    priority_share_percent, priority_tiers, opens_at, priority_until, closes_at, completion_expected_on)
  values ($deal, 2, ${author}, 'none', 'ordinary_shares', 'A', 'None', 1, 1, 1, 1, 1, 1, 'none', 0, 0, 0, '[]', 'x', 'x', 'x',
    'x', '["1","2","3","4","5"]', 'pro_rata', 50, '{}', '2027-01-11', '2027-01-14', '2027-01-18', '2027-02-02')`;
const insertVersion = (
  author: string,
) => `insert into deal_versions (deal_id, number, author_id, terms_id, content, page, page_sha256)
  values ($deal, 2, ${author}, $terms, '{}', 'x', encode(sha256('x'), 'hex'))`;
const insertCall = (author: string) => `insert into deal_calls (deal_id, author_id, starts_at, ends_at, about, join_url)
  values ($deal, ${author}, '2027-01-14 18:30Z', '2027-01-14 19:30Z', 'Video', 'https://meet.example')`;

const matrix: Record<string, Record<string, Outcome[]>> = {
  ...fundsMatrix,
  ...introductionMatrix,
  ...webhookMatrix,
  // statement: [visitor, rejected, pending, member, admin]
  admin_actions: {
    "select from admin_actions": [denied, 0, 0, 1, 2],
    "insert into admin_actions (user_id, kind, reason, acted_by) values ($other, 'made_up', 'x', $me)": [
      denied,
      denied,
      denied,
      denied,
      1,
    ],
    "insert into admin_actions (user_id, kind, reason, acted_by) values ($me, 'made_up', 'x', $me)": nobody,
    "insert into admin_actions (user_id, kind, reason, acted_by) values ($other, 'made_up', 'x', $second)": nobody,
    "update admin_actions set reason = 'x'": nobody,
    "delete from admin_actions": nobody,
  },
  admin_emails: {
    "select from admin_emails": nobody,
    "insert into admin_emails (email) values ('me@castell.example')": nobody,
    "update admin_emails set email = email": nobody,
    "delete from admin_emails": nobody,
  },
  admins: {
    "select from admins": [denied, 0, 0, 0, 2],
    "update admins set email = 'x@castell.example'": nobody,
    "delete from admins": nobody,
  },
  audit_events: {
    "select from audit_events": [denied, 0, 0, 0, 1],
    "insert into audit_events (kind) values ('made_up')": nobody,
    "update audit_events set kind = 'made_up'": nobody,
    "delete from audit_events": nobody,
  },
  backups: {
    "select from backups": [denied, 0, 0, 0, 1],
    "insert into backups (name, host) values ('a.backup', 'here')": nobody,
    "update backups set host = 'here'": nobody,
    "delete from backups": nobody,
  },
  client_errors: {
    "select from client_errors": [denied, 0, 0, 0, 1],
    "insert into client_errors (fingerprint, message, path, build) values ('a', 'x', '/', 'b')": nobody,
    "update client_errors set count = 1": nobody,
    "delete from client_errors": nobody,
  },
  content_files: {
    "select from content_files": [0, 0, 0, 0, 0],
    "insert into content_files (item_id, file_id, name, created_by) values ($draft, $unused, 'a', $me)": [
      denied,
      denied,
      denied,
      denied,
      1,
    ],
    "insert into content_files (item_id, file_id, name, created_by) values ($draft, $unused, 'a', $other)": nobody,
    "update content_files set name = 'a'": nobody,
    "delete from content_files": nobody,
  },
  content_installations: {
    "select from content_installations": nobody,
    "insert into content_installations default values": nobody,
    "update content_installations set created_at = now()": nobody,
    "delete from content_installations": nobody,
  },
  content_item_revisions: {
    "select from content_item_revisions": [denied, 0, 0, 0, 1],
    "insert into content_item_revisions (item_id, number, content, action, created_by) values ($draft, 2, '{}', 'saved', $me)":
      [denied, denied, denied, denied, 1],
    "insert into content_item_revisions (item_id, number, content, action, created_by) values ($draft, 2, '{}', 'saved', $other)":
      nobody,
    "update content_item_revisions set content = '{}'": nobody,
    "delete from content_item_revisions": nobody,
  },
  content_items: {
    "select from content_items": [denied, 0, 0, 0, 4],
    "insert into content_items (kind, slug, draft, updated_by) values ('news', 'new', '{\"title\": \"New\"}', $me)": [
      denied,
      denied,
      denied,
      denied,
      1,
    ],
    "insert into content_items (kind, slug, draft, updated_by) values ('news', 'new', '{\"title\": \"New\"}', $other)":
      nobody,
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
    "update content_items set kind = 'page'": nobody,
    "delete from content_items": [denied, 0, 0, 0, 3],
  },
  brand_files: {
    "select from brand_files": [1, 1, 1, 1, 2],
    "insert into brand_files (file_id, role, width, height, created_by) values ($unused, 'icon', 1, 1, $me)": [
      denied,
      denied,
      denied,
      denied,
      1,
    ],
    "insert into brand_files (file_id, role, width, height, created_by) values ($unused, 'icon', 1, 1, $other)": nobody,
    "update brand_files set role = 'icon'": nobody,
    "delete from brand_files": nobody,
  },
  club_settings: {
    "select from club_settings": [denied, 0, 0, 0, 2],
    "insert into club_settings (key, value) values ('made_up', '{}')": [denied, denied, denied, denied, 1],
    "update club_settings set value = '{}'": [denied, 0, 0, 0, 2],
    "update club_settings set revision = 9": nobody,
    "update club_settings set updated_by = $me": nobody,
    "delete from club_settings": nobody,
  },
  club_setting_revisions: {
    "select from club_setting_revisions": [denied, 0, 0, 0, 2],
    "insert into club_setting_revisions (key, revision, value) values ('identity', 9, '{}')": nobody,
    "update club_setting_revisions set value = '{}'": nobody,
    "delete from club_setting_revisions": nobody,
  },
  club_setup: {
    "select from club_setup": [denied, 0, 0, 0, 1],
    "insert into club_setup (started_by) values ($me)": [denied, denied, denied, denied, taken],
    "insert into club_setup (started_by) values ($other)": nobody,
    "update club_setup set finished_at = now(), finished_by = $me": [denied, 0, 0, 0, 1],
    "update club_setup set finished_at = now(), finished_by = $other": [denied, 0, 0, 0, denied],
    "update club_setup set finished_at = null, finished_by = $me": [denied, 0, 0, 0, denied],
    "update club_setup set started_by = $me": nobody,
    "delete from club_setup": nobody,
  },
  club_setup_state: {
    "select from club_setup_state": [1, 1, 1, 1, 1],
    "select from club_setup_state where started_by is not null": [0, 0, 0, 0, 1],
    "select from club_setup_state where started_by_name is not null": [0, 0, 0, 0, 1],
    "update club_setup_state set state = 'finished'": nobody,
    "delete from club_setup_state": nobody,
  },
  content_revisions: {
    "select from content_revisions": nobody,
    "insert into content_revisions default values": nobody,
    "update content_revisions set revision = gen_random_uuid()": nobody,
    "delete from content_revisions": nobody,
  },
  companies: {
    "select from companies": [denied, 0, 0, 0, 2],
    "insert into companies (name) values ('Mine')": [denied, denied, denied, denied, 1],
    "update companies set name = 'Mine'": [denied, 0, 0, 0, 2],
    "update companies set updated_at = now()": nobody,
    "delete from companies": nobody,
  },
  deal_call_people: {
    "select from deal_call_people": [denied, 0, 0, 0, 1],
    "update deal_call_people set joined_at = now()": nobody,
    "delete from deal_call_people": nobody,
  },
  deal_call_requests: {
    "select from deal_call_requests": [denied, 0, 0, 0, 1],
    "insert into deal_call_requests (requested_at, call_id, record_id, wording) values (now(), $call, $sealed, 'x')":
      nobody,
    "select from ask_for_deal_call($call, 'x')": nobody,
    "select from join_deal_call($call)": nobody,
    "update deal_call_requests set withdrawn_at = now()": nobody,
    "delete from deal_call_requests": nobody,
  },
  deal_calls: {
    "select from deal_calls": [denied, 0, 0, 0, 1],
    [insertCall("$me")]: [denied, denied, denied, denied, 1],
    [insertCall("$other")]: nobody,
    [insertCall("$second")]: nobody,
    "update deal_calls set about = 'x'": [denied, 0, 0, 0, 1],
    "update deal_calls set author_id = $me": nobody,
    "update deal_calls set updated_at = now()": nobody,
    "delete from deal_calls": nobody,
  },
  deal_document_pages: {
    "select from deal_document_pages": [denied, 0, 0, 0, 1],
    "insert into deal_document_pages (document_id, number, file_id, width, height, text) values ($document, 2, $unused, 1, 1, '')":
      nobody,
    "update deal_document_pages set text = 'x'": nobody,
    "delete from deal_document_pages": nobody,
  },
  deal_documents: {
    "select from deal_documents": [denied, 0, 0, 0, 2],
    "insert into deal_documents (deal_id, author_id, title, file_name, file_id) values ($deal, $me, 'x', 'x', $unused)":
      [denied, denied, denied, denied, 1],
    "insert into deal_documents (deal_id, author_id, title, file_name, file_id) values ($deal, $other, 'x', 'x', $unused)":
      nobody,
    "insert into deal_documents (deal_id, author_id, title, file_name, file_id, state, checked_at) values ($deal, $me, 'x', 'x', $unused, 'ready', now())":
      nobody,
    "update deal_documents set removed_at = now(), removed_by = $me": [denied, 0, 0, 0, 2],
    "update deal_documents set removed_at = now(), removed_by = $other": [denied, 0, 0, 0, denied],
    "update deal_documents set state = 'ready'": nobody,
    "update deal_documents set title = 'x'": nobody,
    "delete from deal_documents": nobody,
  },
  company_logos: {
    "select from company_logos": [denied, 0, 0, 0, 1],
    "insert into company_logos (company_id, author_id, file_id, sha256) values ($bare, $me, $unused, repeat('a', 64))":
      [denied, denied, denied, denied, 1],
    "insert into company_logos (company_id, author_id, file_id, sha256) values ($bare, $other, $unused, repeat('a', 64))":
      nobody,
    "update company_logos set removed_at = now()": [denied, 0, 0, 0, 1],
    "update company_logos set file_id = $unused": nobody,
    "delete from company_logos": nobody,
  },
  company_update_letters: {
    "select from company_update_letters": [denied, 0, 0, 1, 2],
    "select from files where kind = 'company_letter'": [0, 0, 0, 1, 2],
    "insert into company_update_letters (company_id, author_id, file_name, file_id) values ($company, $me, 'a.pdf', $unused)":
      [denied, denied, denied, denied, 1],
    "insert into company_update_letters (company_id, author_id, file_name, file_id) values ($company, $other, 'a.pdf', $unused)":
      nobody,
    "insert into company_update_letters (company_id, request_id, file_name, file_id) select company_id, id, 'a.pdf', $unused from company_update_requests":
      nobody,
    "update company_update_letters set file_name = 'x'": nobody,
    "delete from company_update_letters": nobody,
  },
  company_update_offers: {
    // Nobody's gate is open.
    "select from company_update_offers": [denied, 0, 0, 0, 1],
    "insert into company_update_offers (update_id, text) select id, 'x' from company_updates where author_id = $me": [
      denied,
      0,
      0,
      0,
      1,
    ],
    "insert into company_update_offers (update_id, text) select id, 'x' from company_updates where request_id is not null":
      [denied, 0, 0, denied, denied],
    "update company_update_offers set text = 'x'": nobody,
    "delete from company_update_offers": nobody,
  },
  company_update_requests: {
    "select from company_update_requests": [denied, 0, 0, 2, 2],
    "insert into company_update_requests (company_id, quarter, expires_at) values ($company, '2029-Q4', now() + interval '1 day')":
      [denied, denied, denied, denied, 1],
    "update company_update_requests set expires_at = now() + interval '1 year'": [denied, 0, 0, 0, 1],
    "update company_update_requests set used_at = null": nobody,
    "delete from company_update_requests": nobody,
  },
  company_updates: {
    "select from company_updates": [denied, 0, 0, 1, 2],
    "insert into company_updates (company_id, quarter, version, headcount, author_id) values ($company, '2029-Q4', 1, 1, $me)":
      [denied, denied, denied, denied, 1],
    "insert into company_updates (company_id, quarter, version, headcount, author_id) values ($company, '2029-Q4', 1, 1, $other)":
      nobody,
    "insert into company_updates (company_id, quarter, version, headcount, author_id, published_at) values ($company, '2029-Q4', 1, 1, $me, now())":
      nobody,
    "update company_updates set published_at = now(), published_by = $me": [denied, 0, 0, 0, 1],
    "update company_updates set published_at = now(), published_by = $second": [denied, 0, 0, 0, denied],
    "update company_updates set headcount = 1": nobody,
    "delete from company_updates": nobody,
  },
  calendar_feeds: {
    "select from calendar_feeds": [denied, 0, 0, 1, 0],
    "insert into calendar_feeds (user_id, token_hash, created_at) values ($me, repeat('c', 64), now())": [
      denied,
      denied,
      1,
      taken,
      1,
    ],
    "insert into calendar_feeds (user_id, token_hash, created_at) values ($second, repeat('c', 64), now())": nobody,
    "update calendar_feeds set token_hash = repeat('c', 64)": [denied, 0, 0, 1, 0],
    "update calendar_feeds set user_id = $me": nobody,
    "delete from calendar_feeds": [denied, 0, 0, 1, 0],
  },
  event_answers: {
    "select from event_answers": [denied, 0, 0, 1, 2],
    "select from answer_event($event, true, null, false)": [denied, denied, 1, 1, 1],
    "select from settle_event($event, now())": nobody,
    "insert into event_answers (event_id, user_id, state, answered_at) values ($event, $me, 'going', now())": nobody,
    "update event_answers set attended_at = now()": [denied, 0, 0, 0, 2],
    "update event_answers set state = 'not_going'": nobody,
    "delete from event_answers": nobody,
  },
  event_attendees: {
    "select from event_attendees": [denied, 0, 0, 0, 2],
    "update event_attendees set attended_at = now()": nobody,
    "delete from event_attendees": nobody,
  },
  event_places: {
    "select from event_places": [denied, 0, 0, 0, 1],
    "insert into event_places (event_id, starts_at, ends_at, changed_at) values ($draft, now(), now(), now())": nobody,
    "update event_places set capacity = 9": [denied, 0, 0, 0, 1],
    "update event_places set capacity = 1": [denied, 0, 0, 0, invalid],
    "update event_places set taken = 0": nobody,
    "delete from event_places": nobody,
  },
  shown_events: {
    "select from shown_events": [denied, 0, 1, 1, 1],
    "select from shown_events where answer is not null": [denied, 0, 0, 1, 0],
    "update shown_events set taken = 0": nobody,
    "delete from shown_events": nobody,
  },
  deal_interests: {
    "select from deal_interests": [denied, 0, 0, 0, 1],
    "insert into deal_interests (deal_id, record_id, level, updated_at) values ($deal, $sealed, 'watching', now())":
      nobody,
    "update deal_interests set level = 'not_for_me'": nobody,
    "delete from deal_interests": nobody,
  },
  deal_mailing_list: {
    "select from deal_mailing_list": [denied, 0, 0, 0, 1],
    "update deal_mailing_list set state = 'stopped'": nobody,
    "delete from deal_mailing_list": nobody,
  },
  deal_mailings: {
    "select from deal_mailings": nobody,
    "insert into deal_mailings (deal_id, kind, created_at) values ($deal, 'reminder', now())": nobody,
    "update deal_mailings set state = 'stopped'": nobody,
    "delete from deal_mailings": nobody,
  },
  deal_mails: {
    "select from deal_mails": [denied, 0, 0, 0, 1],
    "insert into deal_mails (mailing_id, user_id, changed_at) values ($mailing, $me, now())": nobody,
    "update deal_mails set state = 'waiting'": nobody,
    "delete from deal_mails": nobody,
  },
  deal_moves: {
    "select from deal_moves": [denied, 0, 0, 0, 12],
    "insert into deal_moves (deal_id, from_state, to_state) values ($deal, 'released', 'closing')": nobody,
    "update deal_moves set reason = 'x'": nobody,
    "delete from deal_moves": nobody,
  },
  deal_notes: {
    "select from deal_notes": [denied, 0, 0, 0, 1],
    "insert into deal_notes (deal_id, author_id, text) values ($deal, $me, 'x')": [denied, denied, denied, denied, 1],
    "insert into deal_notes (deal_id, author_id, text) values ($deal, $other, 'x')": nobody,
    "update deal_notes set text = 'x'": nobody,
    "delete from deal_notes": nobody,
  },
  deal_question_follows: {
    "select from deal_question_follows": [denied, 0, 0, 0, 1],
    "insert into deal_question_follows (followed_at, question_id, record_id) values (now(), $question, $sealed)":
      nobody,
    "select from follow_deal_question($question, true)": nobody,
    "update deal_question_follows set followed_at = now()": nobody,
    "delete from deal_question_follows": nobody,
  },
  deal_question_list: {
    "select from deal_question_list": [denied, 0, 0, 0, 1],
    "update deal_question_list set answer = 'x'": nobody,
    "delete from deal_question_list": nobody,
  },
  deal_questions: {
    "select from deal_questions": [denied, 0, 0, 0, 1],
    // An answer is read in a version, or at the desk.
    "select from deal_questions where answer is null": nobody,
    "insert into deal_questions (asked_at, deal_id, record_id, question) values (now(), $deal, $sealed, 'Why did they leave?')":
      nobody,
    "select from ask_deal_question($deal, 'Why did they leave?')": nobody,
    "select from answer_deal_question($question, 'x', now()) as outcome where outcome = 'stale'": [
      denied,
      denied,
      denied,
      denied,
      1,
    ],
    "select from merge_deal_question($question, $question, now()) as outcome where outcome = 'stale'": [
      denied,
      denied,
      denied,
      denied,
      1,
    ],
    "select from decline_deal_question($question, 'x', now()) as outcome where outcome = 'stale'": [
      denied,
      denied,
      denied,
      denied,
      1,
    ],
    "select from lock_deal_question($question, now())": nobody,
    "update deal_questions set answer = 'x', answered_at = now()": nobody,
    "delete from deal_questions": nobody,
  },
  deal_room: {
    "select from deal_room": [denied, 0, 0, 0, 2],
    "update deal_room set title = 'x'": nobody,
    "delete from deal_room": nobody,
  },
  deal_terms: {
    "select from deal_terms": [denied, 0, 0, 0, 2],
    [insertTerms("$me")]: [denied, denied, denied, denied, 1],
    [insertTerms("$other")]: nobody,
    "update deal_terms set price = 1": nobody,
    "delete from deal_terms": nobody,
  },
  deal_version_list: {
    "select from deal_version_list": [denied, 0, 0, 0, 2],
    "update deal_version_list set number = 9": nobody,
    "delete from deal_version_list": nobody,
  },
  deal_versions: {
    "select from deal_versions": [denied, 0, 0, 0, 2],
    [insertVersion("$me")]: [denied, denied, denied, denied, 1],
    [insertVersion("$other")]: nobody,
    "update deal_versions set approved_at = now(), approved_by = $me": nobody,
    "update deal_versions set approver_checklist = '{x}'": nobody,
    "update deal_versions set content = '{}'": nobody,
    "delete from deal_versions": nobody,
  },
  deals: {
    "select from deals": [denied, 0, 0, 0, 2],
    "insert into deals (company_id, name, enquired_on) values ($company, 'Mine', '2026-11-22')": [
      denied,
      denied,
      denied,
      denied,
      1,
    ],
    "insert into deals (company_id, name, enquired_on, state, released_at) values ($company, 'Mine', '2026-11-22', 'released', now())":
      nobody,
    "update deals set name = 'Mine', next_step = 'Call'": [denied, 0, 0, 0, 2],
    "update deals set state = 'released', released_at = now()": nobody,
    "delete from deals": nobody,
  },
  deliveries: {
    "select from deliveries": [denied, 0, 0, 1, 1],
    [`insert into deliveries (record_id, statement_id, signed_on, valid_through, channel, subject_id, deal_version_id, delivered_at)
      select record_id, id, signed_on, valid_through, 'page', $version, $version, now() from statements`]: nobody,
    "update deliveries set delivered_at = now()": nobody,
    "delete from deliveries": nobody,
  },
  delivery_register: {
    "select from delivery_register": [denied, 0, 0, 0, 1],
    "update delivery_register set channel = 'mail'": nobody,
    "delete from delivery_register": nobody,
  },
  delivery_seals: {
    "select from delivery_seals": [denied, 0, 0, 0, 1],
    "insert into delivery_seals (day, sealed_at, row_hashes, previous_sha256, sha256) values ('2026-01-02', now(), '', '', 'x')":
      nobody,
    "update delivery_seals set erased = 1": nobody,
    "delete from delivery_seals": nobody,
  },
  directory_revisions: {
    "select from directory_revisions": nobody,
    "insert into directory_revisions default values": nobody,
    "update directory_revisions set revision = gen_random_uuid()": nobody,
    "delete from directory_revisions": nobody,
  },
  directory_terms: {
    "select from directory_terms": [denied, 0, 1, 1, 1],
    "insert into directory_terms (kind, term, members) values ('location', 'Nowhere', 1)": nobody,
    "update directory_terms set members = 0": nobody,
    "delete from directory_terms": nobody,
  },
  audit_log: {
    "select from audit_log": [denied, 0, 0, 0, 1],
    "insert into audit_log (kind) values ('made_up')": nobody,
    "update audit_log set kind = 'made_up'": nobody,
    "delete from audit_log": nobody,
  },
  audit_people: {
    "select from audit_people": [denied, 0, 0, 0, 8],
    "update audit_people set email = 'me@castell.example'": nobody,
    "delete from audit_people": nobody,
  },
  current_tiers: {
    "select from current_tiers": nobody,
    "update current_tiers set tier = 'vip'": nobody,
    "delete from current_tiers": nobody,
  },
  deletion_requests: {
    "select from deletion_requests": [denied, 0, 0, 1, 2],
    "insert into deletion_requests (user_id) values ($me)": [denied, 1, 1, taken, 1],
    "insert into deletion_requests (user_id) values ($other)": nobody,
    "insert into deletion_requests (user_id, due_at) values ($me, now())": nobody,
    "update deletion_requests set due_at = now()": nobody,
    "delete from deletion_requests": [denied, 0, 0, 1, 0],
  },
  file_chunks: {
    "select from file_chunks": [1, 1, 2, 7, 16],
    "insert into file_chunks (file_id, first_byte, content) values ($me, 7, 'x')": nobody,
    "update file_chunks set content = 'x'": nobody,
    "delete from file_chunks": nobody,
  },
  document_opening_list: {
    "select from document_opening_list": [denied, 0, 0, 0, 2],
    "update document_opening_list set title = 'x'": nobody,
    "delete from document_opening_list": nobody,
  },
  document_openings: {
    "select from document_openings": [denied, 0, 0, 1, 2],
    "insert into document_openings (opened_at, document_id, admin_id) values (now(), $document, $me)": nobody,
    "update document_openings set pages = '{}'": nobody,
    "delete from document_openings": nobody,
  },
  files: {
    "select from files": [1, 1, 2, 7, 16],
    "insert into files (kind, user_id, storage) values ('picture', $me, 'database')": nobody,
    "update files set user_id = $me": nobody,
    "update files set state = 'attached'": nobody,
    "delete from files": nobody,
  },
  investor_record_list: {
    "select from investor_record_list": [denied, 0, 0, 0, 3],
    "update investor_record_list set is_complete = true": nobody,
    "delete from investor_record_list": nobody,
  },
  investor_record_openings: {
    "select from investor_record_openings": [denied, 0, 0, 1, 2],
    "insert into investor_record_openings (record_id, opened_by, reason) values ($sealed, $me, 'x')": nobody,
    "update investor_record_openings set reason = 'x'": nobody,
    "delete from investor_record_openings": nobody,
  },
  investor_records: {
    "select from investor_records": [denied, 0, 0, 1, 0],
    "select from open_investor_record($sealed, 'HMRC asks.')": [denied, denied, denied, denied, 1],
    "select from open_investor_record($sealed, ' ')": [denied, denied, denied, denied, invalid],
    "insert into investor_records (user_id, legal_name) values ($me, 'Me')": [denied, denied, 1, taken, 1],
    "insert into investor_records (user_id, legal_name) values ($hidden, 'Me')": nobody,
    "insert into investor_records (legal_name) values ('Me')": nobody,
    "update investor_records set legal_name = 'Me'": [denied, 0, 0, 1, 0],
    "update investor_records set user_id = $me": nobody,
    "update investor_records set needed_until = null": nobody,
    "update investor_records set retain_until = null, sealed_at = null": nobody,
    "delete from investor_records": nobody,
  },
  invitations: {
    "select from invitations": [denied, 0, 0, 0, 2],
    "insert into invitations (email, code, expires_at, created_by) values ('x@castell.example', 'X', now() + '1 day', $me)":
      [denied, denied, denied, denied, 1],
    "insert into invitations (email, code, expires_at, created_by) values ('x@castell.example', 'X', now() + '1 day', $other)":
      nobody,
    "update invitations set expires_at = now() + '9 days'": [denied, 0, 0, 0, 1],
    "update invitations set used_at = now()": nobody,
    "update invitations set code = 'MINE'": nobody,
    "delete from invitations": [denied, 0, 0, 0, 1],
  },
  mail_consents: {
    "select from mail_consents": [denied, 0, 0, 1, 0],
    "insert into mail_consents (user_id, kind, way, agreed_at) values ($me, 'deal_release', 'mail', now())": nobody,
    "update mail_consents set withdrawn_at = now()": nobody,
    "delete from mail_consents": nobody,
    "select from set_mail_consent('deal_release', 'weekly')": [denied, denied, 1, 1, 1],
  },
  member_profile_submissions: {
    "select from member_profile_submissions": [denied, 0, 0, 1, 2],
    "insert into member_profile_submissions (user_id, full_name) values ($me, 'Me')": [denied, denied, 1, taken, 1],
    "insert into member_profile_submissions (user_id, full_name) values ($hidden, 'Not me')": nobody,
    "insert into member_profile_submissions (user_id, full_name, status) values ($me, 'Me', 'approved')": nobody,
    "update member_profile_submissions set full_name = 'Revised', status = 'pending', reviewed_at = null, reviewed_by = null":
      [denied, 0, 0, 1, 0],
    "update member_profile_submissions set full_name = 'Changed while rejected'": [denied, 0, 0, denied, 0],
    "update member_profile_submissions set admin_notes = 'mine'": nobody,
    "delete from member_profile_submissions": nobody,
  },
  member_profiles: {
    "select from member_profiles": [denied, 0, 2, 2, 3],
    "insert into member_profiles (user_id, full_name) values ($me, 'Me')": nobody,
    "update member_profiles set bio = 'changed'": [denied, 0, 0, 1, 0],
    "update member_profiles set hidden_by_owner_at = now()": [denied, 0, 0, 1, 0],
    "update member_profiles set shows_tier = true": [denied, 0, 0, 1, 0],
    "update member_profiles set hidden_by_admin_at = null, hidden_reason = null": nobody,
    "update member_profiles set is_membership_open = true": nobody,
    "update member_profiles set user_id = $me": nobody,
    "delete from member_profiles": nobody,
  },
  membership_requests: {
    "select from membership_requests": [denied, 0, 0, 0, 8],
    "update membership_requests set status = 'approved'": nobody,
    "delete from membership_requests": nobody,
  },
  memberships: {
    "select from memberships": [denied, 0, 0, 1, 2],
    "insert into memberships (user_id, tier, from_date, reason, set_by) values ($other, 'vip', '2026-01-01', 'x', $me)":
      [denied, denied, denied, denied, 1],
    "insert into memberships (user_id, tier, from_date, reason, set_by) values ($me, 'vip', '2026-01-01', 'x', $me)":
      nobody,
    "insert into memberships (user_id, tier, from_date, reason, set_by) values ($other, 'vip', '2026-01-01', 'x', $second)":
      nobody,
    "insert into memberships (user_id, tier, from_date, reason, set_by) values ($pending, 'vip', '2026-01-01', 'x', $me)":
      nobody,
    "update memberships set tier = 'vip'": nobody,
    "delete from memberships": nobody,
  },
  newsletter_subscriptions: {
    "select from newsletter_subscriptions": [denied, 0, 0, 0, 2],
    "insert into newsletter_subscriptions (email, agreed_text) values ('me@castell.example', 'x')": nobody,
    "update newsletter_subscriptions set confirmed_at = now()": nobody,
    "update newsletter_subscriptions set agreed_text = 'x'": nobody,
    "delete from newsletter_subscriptions": [denied, 0, 0, 0, 2],
  },
  notices: {
    "select from notices": [denied, 0, 0, 1, 0],
    "insert into notices (user_id, kind) values ($me, 'made_up')": nobody,
    "update notices set read_at = now()": [denied, 0, 0, 1, 0],
    "update notices set user_id = $me": nobody,
    "update notices set kind = 'made_up'": nobody,
    "delete from notices": nobody,
  },
  notice_choices: {
    "select from notice_choices": [denied, 0, 0, 1, 0],
    "insert into notice_choices (user_id, topic, choice, chosen_at) values ($me, 'profile', 'here', now())": [
      denied,
      1,
      1,
      1,
      1,
    ],
    "insert into notice_choices (user_id, topic, choice, chosen_at) values ($other, 'profile', 'here', now())": nobody,
    "insert into notice_choices (user_id, topic, choice, chosen_at) values ($me, 'profile', 'shout', now())": [
      denied,
      invalid,
      invalid,
      invalid,
      invalid,
    ],
    "update notice_choices set choice = 'never'": [denied, 0, 0, 1, 0],
    "update notice_choices set user_id = $me": nobody,
    "update notice_choices set topic = 'money'": nobody,
    "delete from notice_choices": [denied, 0, 0, 1, 0],
    "select from set_own_newsletter(true, 'Yes.')": [denied, denied, 1, 1, 1],
    "select from set_own_newsletter(false, 'Yes.')": [denied, denied, 1, 1, 1],
    "select from own_newsletter()": [denied, 1, 1, 1, 1],
  },
  notice_mails: {
    "select from notice_mails": nobody,
    "insert into notice_mails (user_id, kind, day, created_at, changed_at) values ($me, 'weekly', '2026-11-23', now(), now())":
      nobody,
    "update notice_mails set state = 'queued'": nobody,
    "delete from notice_mails": nobody,
  },
  told_waiting: {
    "select from told_waiting": nobody,
    "insert into told_waiting (user_id, kind, subject_id, notice_mail_id) values ($me, 'x', $other, $other)": nobody,
    "update told_waiting set kind = 'x'": nobody,
    "delete from told_waiting": nobody,
  },
  confirmation_requests: {
    "select from confirmation_requests": [denied, 0, 0, 0, 1],
    "insert into confirmation_requests (kind, subject_id, day, asked_by, asked_at) values ('exit', $other, '2026-11-24', $me, now())":
      [denied, denied, denied, denied, 1],
    "insert into confirmation_requests (kind, subject_id, day, asked_by, asked_at) values ('exit', $other, '2026-11-24', $second, now())":
      nobody,
    "update confirmation_requests set asked_by = $me": nobody,
    "delete from confirmation_requests": nobody,
  },
  mail_refusals: {
    "select from mail_refusals": [denied, 0, 0, 1, 2],
    "insert into mail_refusals (mail_id, user_id, email, refused_at) values ($other, $me, 'x', now())": nobody,
    "update mail_refusals set refused_at = now()": nobody,
    "delete from mail_refusals": nobody,
  },
  open_deal_calls: {
    "select from open_deal_calls": [denied, 0, 0, 0, 0],
    "update open_deal_calls set about = 'x'": nobody,
    "delete from open_deal_calls": nobody,
  },
  open_deal_questions: {
    "select from open_deal_questions": [denied, 0, 0, 0, 0],
    "update open_deal_questions set question = 'x'": nobody,
    "delete from open_deal_questions": nobody,
  },
  open_deals: {
    "select from open_deals": [denied, 0, 0, 0, 0],
    "update open_deals set state = 'closing'": nobody,
    "delete from open_deals": nobody,
  },
  own_deliveries: {
    "select from own_deliveries": [denied, 0, 0, 1, 0],
    "update own_deliveries set channel = 'mail'": nobody,
    "delete from own_deliveries": nobody,
  },
  own_record_openings: {
    "select from own_record_openings": [denied, 0, 0, 1, 0],
    "update own_record_openings set reason = 'x'": nobody,
    "delete from own_record_openings": nobody,
  },
  pending_members: {
    "select from pending_members": [denied, 0, 0, 0, 1],
    "insert into pending_members (full_name, email, tier, created_by) values ('X', 'x@castell.example', 'vip', $me)": [
      denied,
      denied,
      denied,
      denied,
      1,
    ],
    "insert into pending_members (full_name, email, created_by) values ('X', 'x@castell.example', $other)": nobody,
    "update pending_members set full_name = 'X'": nobody,
    "update pending_members set tier = 'vip'": nobody,
    "delete from pending_members": nobody,
  },
  pictures: {
    "select from pictures": [denied, 0, 1, 2, 3],
    "insert into pictures (user_id, name, width, height, file_id) values ($me, 'a', 1, 1, $me)": [
      denied,
      denied,
      1,
      1,
      1,
    ],
    "insert into pictures (user_id, name, width, height, file_id) values ($other, 'a', 1, 1, $other)": nobody,
    "update pictures set name = 'mine'": nobody,
    "update pictures set file_id = $me": nobody,
    "delete from pictures": nobody,
  },
  published_content: {
    "select from published_content": [2, 2, 3, 3, 3],
    "insert into published_content (slug) values ('new')": nobody,
    "update published_content set slug = 'new'": nobody,
    "delete from published_content": nobody,
  },
  removed_files: {
    "select from removed_files": nobody,
    "insert into removed_files (id) values ($me)": nobody,
    "update removed_files set id = $me": nobody,
    "delete from removed_files": nobody,
  },
  people: {
    "select from people": nobody,
    "update people set email = 'x@castell.example'": nobody,
    "delete from people": nobody,
  },
  people_list: {
    "select from people_list": [denied, 0, 0, 0, 9],
    "update people_list set email = 'x@castell.example'": nobody,
    "delete from people_list": nobody,
  },
  people_sessions: {
    "select from people_sessions": [denied, 0, 0, 0, 1],
    "update people_sessions set user_id = $me": nobody,
    "delete from people_sessions": nobody,
  },
  shown_tiers: {
    "select from shown_tiers": [denied, 0, 1, 1, 1],
    "update shown_tiers set tier = 'vip'": nobody,
    "delete from shown_tiers": nobody,
  },
  statement_form_versions: {
    "select from statement_form_versions": [denied, 0, 0, 0, 3],
    "update statement_form_versions set version_label = 'mine'": nobody,
    "delete from statement_form_versions": nobody,
  },
  statement_forms: {
    "select from statement_forms": [denied, 0, 1, 1, 3],
    "select from statement_forms where withdraw_statement_form(id, 'Wrong.')": [denied, 0, denied, denied, 2],
    [`insert into statement_forms (kind, version_label, law_reference, content, valid_from, sha256, author_id)
      values ('high_net_worth', 'new', 'x', '{}', '2026-01-01', repeat('a', 64), $me)`]: [
      denied,
      denied,
      denied,
      denied,
      1,
    ],
    [`insert into statement_forms (kind, version_label, law_reference, content, valid_from, sha256, author_id)
      values ('high_net_worth', 'new', 'x', '{}', '2026-01-01', repeat('a', 64), $second)`]: nobody,
    [`insert into statement_forms (kind, version_label, law_reference, content, valid_from, sha256, author_id, signed_off_at)
      values ('high_net_worth', 'new', 'x', '{}', '2026-01-01', repeat('a', 64), $me, now())`]: nobody,
    "update statement_forms set signed_off_at = now()": nobody,
    "update statement_forms set content = '{}'": nobody,
    "delete from statement_forms": nobody,
  },
  statement_attempts: {
    "select from statement_attempts": nobody,
    "select from note_statement_attempt('refused')": [denied, denied, denied, 1, 1],
    "insert into statement_attempts (record_id, outcome, attempted_at) select id, 'refused', now() from investor_records":
      nobody,
    "update statement_attempts set outcome = 'refused'": nobody,
    "delete from statement_attempts": nobody,
  },
  statement_pages: {
    "select from statement_pages": [denied, 0, 0, 1, 0],
    "select from open_statements(array(select id from statements), 'HMRC asks.')": [denied, denied, denied, denied, 3],
    "select from open_statements(array(select id from statements), ' ')": [denied, denied, denied, denied, invalid],
    "insert into statement_pages (statement_id, key_id, sealed) select id, 'abcdef01', '' from statements": nobody,
    "update statement_pages set sealed = ''": nobody,
    "delete from statement_pages": nobody,
  },
  statement_register: {
    "select from statement_register": [denied, 0, 0, 0, 3],
    "update statement_register set state = 'live'": nobody,
    "delete from statement_register": nobody,
  },
  statement_reminders: {
    "select from statement_reminders": nobody,
    "insert into statement_reminders (statement_id, days_before, sent_at) select id, 7, now() from statements": nobody,
    "update statement_reminders set days_before = 0": nobody,
    "delete from statement_reminders": nobody,
  },
  statements: {
    "select from statements": [denied, 0, 0, 1, 3],
    "select from is_investor() where is_investor": [denied, 0, 0, 0, 0],
    "select from own_offer_gate()": [denied, 1, 1, 1, 1],
    // Nobody's record is complete: nothing is signed.
    [`select from sign_statement(app_uuid_v7(), app_uuid_v7(), repeat('a', 64), 'abcdef01', '', null, null) as signed
      where signed is null`]: [denied, denied, denied, 1, 1],
    "select from transition_statements($waiting, '{in_review}', 'live', null, null)": [
      denied,
      denied,
      denied,
      denied,
      1,
    ],
    "select from transition_statements($waiting, '{in_review}', 'withdrawn', null, null) as outcome where outcome is null":
      [denied, denied, 1, 1, 1],
    "insert into statements (record_id, form_id, signed_at, page_sha256, state, live_from) select record_id, form_id, now(), page_sha256, 'live', now() from statements":
      nobody,
    "update statements set state = 'live', live_from = now()": nobody,
    "update statements set signed_at = now()": nobody,
    "delete from statements": nobody,
  },
  submission_views: {
    "select from submission_views": [denied, 0, 0, 1, 1],
    "insert into submission_views (user_id, viewer_id) values ($other, $me)": [denied, denied, denied, denied, 1],
    "insert into submission_views (user_id, viewer_id) values ($other, $second)": nobody,
    "insert into submission_views (user_id, viewer_id) values ($me, $me)": nobody,
    "update submission_views set viewed_at = now()": nobody,
    "delete from submission_views": nobody,
  },
  user_roles: {
    "select from user_roles": [denied, 1, 1, 1, 10],
    "insert into user_roles (user_id, role, status, approved_at) values ($me, 'admin', 'approved', now())": nobody,
    "insert into user_roles (user_id, role, status, approved_at) values ($other, 'admin', 'approved', now())": [
      denied,
      denied,
      denied,
      denied,
      1,
    ],
    "insert into user_roles (user_id, role, status, approved_at) values ($pending, 'admin', 'approved', now())": nobody,
    "insert into user_roles (user_id, role, status, approved_at) values ($rejected, 'admin', 'approved', now())":
      nobody,
    "insert into user_roles (user_id, role, status, approved_at) values ($unverified, 'admin', 'approved', now())":
      nobody,
    "update user_roles set status = 'approved', approved_at = now()": nobody,
    "update user_roles set suspended_at = null, ended_at = null": nobody,
    "update user_roles set role = 'admin'": nobody,
    "update user_roles set user_id = $me": nobody,
    "delete from user_roles": [denied, 0, 0, 0, 1],
  },
};

const functions = {
  ...fundsFunctions,
  ...introductionFunctions,
  ...webhookFunctions,
  "app_user_id()": "visitor member",
  "app_uuid_v7()": "member",
  "assert_transition_allowed(text[],text,text[],text[])": "the owner alone",
  "auth.derive_two_factor_enabled()": "the owner alone",
  "auth.follow_two_factor()": "the owner alone",
  "can_become_admin(uuid)": "member",
  "change_membership_standing(uuid,text,text)": "member",
  "contains(text,text)": "the owner alone",
  "contains_by_index(text,text)": "the owner alone",
  "count_directory_terms()": "the owner alone",
  "approve_deal_version(uuid,text[])": "member",
  "check_delivery_seals()": "the owner alone",
  "delivery_hash(deliveries)": "the owner alone",
  "keep_delivery_seal()": "the owner alone",
  "holders_of_company(uuid)": "member",
  "keep_company_update()": "the owner alone",
  "note_erased_delivery()": "the owner alone",
  "seal_deliveries(date,timestamp with time zone)": "the owner alone",
  "change_deal_mailing(uuid,uuid,text)": "member",
  "change_mail_consent(uuid,text,text)": "the owner alone",
  "claim_deal_mail(uuid,timestamp with time zone)": "the owner alone",
  "count_deal_mail_audience(uuid,text)": "member",
  "deal_mail_audience(uuid,text)": "the owner alone",
  "deal_notice_kind(text)": "the owner alone",
  "deal_mail_refusal(uuid,uuid,text,timestamp with time zone)": "the owner alone",
  "insert_deal_mailing(uuid,text,uuid)": "the owner alone",
  "start_answer_mailings(timestamp with time zone)": "the owner alone",
  "start_deal_mailing(uuid,uuid)": "member",
  "answer_deal_question(uuid,text,timestamp with time zone)": "member",
  "answer_event(uuid,boolean,text,boolean)": "member",
  "count_entry_changes()": "the owner alone",
  "count_event_places()": "the owner alone",
  "event_moment(jsonb,text)": "the owner alone",
  "find_calendar_feed(text)": "visitor",
  "is_in_event_audience(text)": "visitor member",
  "keep_answered_event()": "the owner alone",
  "keep_event_places()": "the owner alone",
  "may_keep_event_place(text,uuid,timestamp with time zone)": "the owner alone",
  "settle_event(uuid,timestamp with time zone)": "the owner alone",
  "ask_deal_question(uuid,text)": "member",
  "ask_for_deal_call(uuid,text)": "member",
  "decline_deal_question(uuid,text,timestamp with time zone)": "member",
  "follow_deal_question(uuid,boolean)": "member",
  "join_deal_call(uuid)": "member",
  "keep_deal_question()": "the owner alone",
  "lock_deal_question(uuid,timestamp with time zone)": "the owner alone",
  "merge_deal_question(uuid,uuid,timestamp with time zone)": "member",
  "own_newsletter()": "member",
  "set_own_newsletter(boolean,text)": "member",
  "set_mail_consent(text,text)": "member",
  "count_people()": "member",
  "deal_demand(uuid,boolean)": "member",
  "download_document(uuid,uuid,boolean)": "member",
  "is_deal_shown(uuid)": "member",
  "is_document_file(uuid)": "member",
  "is_document_shown(uuid)": "member",
  "keep_deal_document()": "the owner alone",
  "lock_own_opening(uuid,uuid)": "the owner alone",
  "open_deal_document(uuid)": "member",
  "open_document_at_desk(uuid)": "member",
  "read_document_page(uuid,uuid,integer,boolean)": "member",
  "is_logo_shown(uuid)": "member",
  "keep_deal_record()": "the owner alone",
  "mark_change()": "the owner alone",
  "move_deal(deals,text,text)": "the owner alone",
  "own_tier()": "member",
  "record_enquiry()": "the owner alone",
  "release_deal(uuid)": "member",
  "set_deal_interest(uuid,text,bigint,text)": "member",
  "show_deals(text,uuid)": "member",
  "transition_deals(uuid,text[],text,timestamp with time zone,text)": "member",
  "directory_terms_of(boolean,text,text[])": "the owner alone",
  "find_directory_profiles(text,text,text,timestamp with time zone,uuid,integer)": "member",
  "find_invitations(text,text,timestamp with time zone,timestamp with time zone,uuid,integer)": "member",
  "find_newest(text,text,text,text,text,timestamp with time zone,uuid,integer)": "the owner alone",
  "find_invited(text,timestamp with time zone,uuid,integer)": "member",
  "find_people(text,text,text,boolean,timestamp with time zone,uuid,integer)": "member",
  "follow_membership()": "the owner alone",
  "folded(text)": "the owner alone",
  "follow_file_use()": "the owner alone",
  "has_short_grams(text,text)": "the owner alone",
  "hide_member_profile(uuid,text)": "member",
  "admin_ids()": "the owner alone",
  "first_admin_ids()": "member",
  "is_admin()": "visitor member",
  "is_brand_file(uuid)": "visitor member",
  "is_content_file(uuid)": "visitor member",
  "is_admin_person(uuid)": "the owner alone",
  "is_member()": "visitor member",
  "is_only_admin()": "member",
  "keep_statement_form()": "the owner alone",
  "is_membership_open(uuid)": "the owner alone",
  "london_today()": "member",
  "keep_club_setting_revision()": "the owner alone",
  "mark_content_revision()": "the owner alone",
  "mark_directory_revision()": "the owner alone",
  "mark_email_change()": "the owner alone",
  "is_short(text)": "the owner alone",
  "membership_status_of(uuid)": "the owner alone",
  "note_removed_file()": "the owner alone",
  "open_investor_record(uuid,text)": "member",
  "picture_id_of(text)": "member",
  "reset_second_factor(uuid)": "member",
  "set_profile_membership()": "the owner alone",
  "set_profile_search()": "the owner alone",
  "short_grams(text)": "member",
  "show_member_profile(uuid)": "member",
  "stamp_club_setting()": "the owner alone",
  "sign_off_statement_form(uuid)": "member",
  "sign_out_everywhere(uuid)": "member",
  "transition_member_profile_submissions(uuid,text[],text,timestamp with time zone,text)": "member",
  "transition_outcome(text,timestamp with time zone,text[],text,timestamp with time zone)": "the owner alone",
  "transition_user_roles(uuid,text[],text,timestamp with time zone,text)": "member",
  "app_now()": "visitor member",
  "check_delivery()": "the owner alone",
  "deal_settings()": "the owner alone",
  "is_investor()": "member",
  "keep_statement()": "the owner alone",
  "live_statement_of(uuid,timestamp with time zone)": "the owner alone",
  "lock_own_record()": "the owner alone",
  "may_promote(uuid,timestamp with time zone)": "the owner alone",
  "need_record_for_statement()": "the owner alone",
  "note_statement_attempt(text)": "member",
  "offer_gate(uuid,timestamp with time zone)": "the owner alone",
  "open_statements(uuid[],text)": "member",
  "own_offer_gate()": "member",
  "owns_record(uuid)": "member",
  "sign_statement(uuid,uuid,text,text,bytea,text,text)": "member",
  "transition_statements(uuid,text[],text,timestamp with time zone,text)": "member",
  "withdraw_statement_form(uuid,text)": "member",
};

let database: TestDatabase;
let people: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
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
  await db.insertInto("club_setup").values({ started_by: second.id }).execute();
  await db.insertInto("backups").values({ name: "kindling.backup", host: "here" }).execute();
  await db.insertInto("client_errors").values({ fingerprint: "a", message: "x", path: "/", build: "b" }).execute();
  await db.insertInto("audit_events").values({ kind: "signed_in", actor_id: member.id }).execute();
  await db
    .insertInto("notices")
    .values([member, other].map(({ id }) => ({ user_id: id, kind: "membership_approved" })))
    .execute();
  for (const { id } of [member, other]) {
    const given = { user_id: id, topic: "events", choice: "here", chosen_at: new Date() };
    await db.insertInto("notice_choices").values(given).execute();
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
    .insertInto("confirmation_requests")
    .values({ kind: "exit", subject_id: member.id, day: "2026-11-23", asked_by: admin.id, asked_at: new Date() })
    .execute();
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
  await sql`select seal_deliveries(current_date + 2, now())`.execute(db);
  const memberRecord = records.find(({ user_id }) => user_id === member.id)?.id ?? "";
  const otherRecord = records.find(({ user_id }) => user_id === other.id)?.id ?? "";
  await buildFunds(db, { deal_id: deal.id, terms_id: deal.terms_id, records: [memberRecord, otherRecord] });
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
    .values(
      [member, other].map(({ id }) => ({ user_id: id, kind: "deal_release", way: "mail", agreed_at: new Date() })),
    )
    .execute();
  const draft = await buildContent(db, { kind: "news", published: false });
  await buildContent(db, { kind: "faq" });
  await buildContent(db, { kind: "page" });
  // Over, or it could be neither unpublished nor deleted.
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
  const logos = [logo, unusedLogo].map(({ id }) => ({ file_id: id, role: "logo", width: 1, height: 1 }));
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
      webhook,
      draft,
      event,
      deal,
      question,
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
afterAll(() => database.close());

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
    // Insufficient privilege, or a read-only view.
    if (["42501", "55000"].includes(code)) return denied;
    if (code === "23505") return taken;
    if (code === "23514") return invalid;
    throw error;
  }
  return count;
}

describe.each(Object.entries(matrix))("%s", (_table, statements) => {
  describe.each(Object.entries(statements))("%s", (statement, expected) => {
    it.each(kinds.map((kind, index) => [kind, expected[index]] as const))("as %s: %s", async (kind, outcome) => {
      expect(await outcomeOf(statement, kind)).toBe(outcome);
    });
  });
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
  const names = async (query: string) =>
    (await database.db.executeQuery<{ name: string }>(CompiledQuery.raw(query))).rows.map(({ name }) => name);

  it("has no table, view or sequence in public that this matrix omits", async () => {
    const relations = await names(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'S', 'f') order by 1",
    );
    expect(relations).toEqual(Object.keys(matrix).sort());
  });
  it("enables row-level security on every table in public", async () => {
    expect(
      await names(
        "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity",
      ),
    ).toEqual([]);
  });
  it("gives the request roles access to no schema but public", async () => {
    const schemas =
      await names(`select distinct nspname as name from pg_namespace, unnest(array['club_visitor', 'club_member']) as role
      where nspname !~ '^(pg_|information_schema)' and has_schema_privilege(role, oid, 'usage, create') order by 1`);
    expect(schemas).toEqual(["public"]);
    const makers = await names(
      "select role as name from unnest(array['club_visitor', 'club_member']) as role where has_schema_privilege(role, 'public', 'create')",
    );
    expect(makers).toEqual([]);
  });
  it("denies access to every table of auth: passwords, sessions, tokens, changes of e-mail", async () => {
    const tables = await names(
      "select relname as name from pg_class where relnamespace = 'auth'::regnamespace and relkind in ('r', 'v', 'm', 'p')",
    );
    expect(tables).toEqual(expect.arrayContaining(["accounts", "email_changes", "passkeys", "sessions", "users"]));
    for (const table of tables.map((name) => `auth.${name}`)) {
      const verbs = [`select from ${table}`, `insert into ${table} default values`, `delete from ${table}`];
      for (const statement of [...verbs, `update ${table} set id = id`]) {
        const outcomes = await Promise.all(kinds.map((kind) => outcomeOf(statement, kind)));
        expect([statement, outcomes]).toEqual([statement, nobody]);
      }
    }
  });
  it("grants these functions to these roles and has no others", async () => {
    const { rows } = await sql<{ name: string; visitor: boolean; member: boolean; everyone: boolean }>`
      select p.oid::regprocedure::text as name,
             has_schema_privilege('club_visitor', n.oid, 'usage') and has_function_privilege('club_visitor', p.oid, 'execute') as visitor,
             has_schema_privilege('club_member', n.oid, 'usage') and has_function_privilege('club_member', p.oid, 'execute') as member,
             p.proacl is null or exists (select from aclexplode(p.proacl) where grantee = 0) as everyone
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname !~ '^(pg_|information_schema|pgboss|extensions)' order by 1`.execute(database.db);
    const callers = rows.map(({ name, visitor, member, everyone }) => {
      const roles = [visitor && "visitor", member && "member", everyone && "everyone"].filter(Boolean);
      return [name, roles.join(" ") || "the owner alone"];
    });
    expect(Object.fromEntries(callers)).toEqual(functions);
  });
  it("denies everybody the queue's own functions", async () => {
    expect(
      await names(`select proname as name from pg_proc p where pronamespace = 'pgboss'::regnamespace
        and (proacl is null or exists (select from aclexplode(proacl) where grantee <> proowner))`),
    ).toEqual([]);
  });
  it("fixes the search path of every function, so that nobody can shadow a table", async () => {
    expect(
      await names(`select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace
        and not coalesce('search_path=pg_catalog' = any (proconfig), false)`),
    ).toEqual([]);
  });
  it("runs these views with their owner's rights and a security barrier", async () => {
    const { rows } = await sql`select c.relname::text as name, c.reloptions as options from pg_class c
      where relkind in ('v', 'm') and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
      order by 1`.execute(database.db);
    const barrier = ["security_barrier=true"];
    expect(rows).toEqual([
      { name: "admins", options: barrier },
      { name: "allocation_list", options: barrier },
      { name: "allocation_terms", options: barrier },
      { name: "audit_log", options: barrier },
      { name: "audit_people", options: barrier },
      { name: "bank_file_list", options: barrier },
      { name: "bank_line_list", options: barrier },
      { name: "bank_match_list", options: barrier },
      { name: "closing_members", options: barrier },
      { name: "closing_sums", options: barrier },
      { name: "club_setup_state", options: barrier },
      { name: "collection_account_list", options: barrier },
      { name: "commitment_people", options: barrier },
      { name: "company_account_list", options: barrier },
      { name: "company_prices", options: barrier },
      { name: "current_tiers", options: null },
      { name: "deal_call_people", options: barrier },
      { name: "deal_completion_list", options: barrier },
      { name: "deal_ledger", options: barrier },
      { name: "deal_ledger_sums", options: barrier },
      { name: "deal_mailing_list", options: barrier },
      { name: "deal_question_list", options: barrier },
      { name: "deal_room", options: barrier },
      { name: "deal_version_list", options: barrier },
      { name: "delivery_register", options: barrier },
      { name: "desk_commitments", options: barrier },
      { name: "document_opening_list", options: barrier },
      { name: "event_attendees", options: barrier },
      { name: "exit_deals", options: barrier },
      { name: "exit_line_list", options: barrier },
      { name: "exit_list", options: barrier },
      { name: "exit_outside", options: barrier },
      { name: "held_companies", options: barrier },
      { name: "held_rounds", options: barrier },
      { name: "holding_import_line_list", options: barrier },
      { name: "holding_import_list", options: barrier },
      { name: "introduction_report_list", options: barrier },
      { name: "investor_record_list", options: barrier },
      { name: "membership_requests", options: barrier },
      { name: "open_deal_calls", options: barrier },
      { name: "open_deal_questions", options: barrier },
      { name: "open_deals", options: barrier },
      { name: "outgoing_payment_list", options: barrier },
      { name: "own_allocation_changes", options: barrier },
      { name: "own_allocations", options: barrier },
      { name: "own_awaited_papers", options: barrier },
      { name: "own_commitment_events", options: barrier },
      { name: "own_commitments", options: barrier },
      { name: "own_contacts", options: barrier },
      { name: "own_deliveries", options: barrier },
      { name: "own_documents", options: barrier },
      { name: "own_exit_lines", options: barrier },
      { name: "own_holdings", options: barrier },
      { name: "own_imported_payouts", options: barrier },
      { name: "own_introduction_blocks", options: barrier },
      { name: "own_introductions", options: barrier },
      { name: "own_papers", options: barrier },
      { name: "own_record_openings", options: barrier },
      { name: "own_share_actions", options: barrier },
      { name: "own_top_ups", options: barrier },
      { name: "paper_list", options: barrier },
      { name: "people", options: null },
      { name: "people_list", options: barrier },
      { name: "people_sessions", options: barrier },
      { name: "published_content", options: barrier },
      { name: "relief_members", options: barrier },
      { name: "share_action_line_list", options: barrier },
      { name: "share_action_list", options: barrier },
      { name: "share_price_list", options: barrier },
      { name: "shown_events", options: barrier },
      { name: "shown_tiers", options: barrier },
      { name: "statement_form_versions", options: barrier },
      { name: "statement_register", options: barrier },
      { name: "unfilled_wishes", options: barrier },
    ]);
  });
  it("grants the request roles no sequence, and PUBLIC nothing in our schemas", async () => {
    expect(
      await names(`select c.oid::regclass::text as name from pg_class c, unnest(array['club_visitor', 'club_member']) as role
        where relkind = 'S' and relnamespace::regnamespace::text !~ '^pg_'
          and has_sequence_privilege(role, c.oid, 'usage, select, update')`),
    ).toEqual([]);
    expect(
      await names(`select n.nspname as name from pg_namespace n, aclexplode(n.nspacl) a
        where a.grantee = 0 and n.nspname !~ '^(pg_|information_schema)'`),
    ).toEqual([]);
    expect(
      await names(`select c.oid::regclass::text as name from pg_class c, aclexplode(c.relacl) a
        where a.grantee = 0 and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`),
    ).toEqual([]);
  });
  it("has only the expected schemas", async () => {
    const schemas = await names(
      "select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema)' order by 1",
    );
    expect(schemas).toEqual(["auth", "extensions", "migrations", "pgboss", "public"]);
  });
  it("gives the request roles no objects of their own, no login and no bypass of the policies", async () => {
    const { rows } = await sql`select rolname, rolcanlogin, rolsuper, rolbypassrls, rolcreaterole,
      exists (select from pg_class where relowner = r.oid) as owns
      from pg_roles r where rolname in ('club_visitor', 'club_member') order by 1`.execute(database.db);
    const powerless = { rolcanlogin: false, rolsuper: false, rolbypassrls: false, rolcreaterole: false, owns: false };
    expect(rows).toEqual([
      { rolname: "club_member", ...powerless },
      { rolname: "club_visitor", ...powerless },
    ]);
  });
  it("hides hidden profiles and suspended people from members", async () => {
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
  it("returns only visible profiles, and only to members", async () => {
    const call = "select from find_directory_profiles(null, null, null, null, null, 100)";
    expect(await Promise.all(kinds.map((kind) => outcomeOf(call, kind)))).toEqual([denied, 0, 2, 2, 2]);
  });
  it("shows deals only to those whose gate is open, and interest only to its owner", async () => {
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
  it("shows an offer of a company only to holders whose gate is open, and its update for ever", async () => {
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
  it("shows a room only to those whose gate is open: what the version that counts has, and no file of a PDF", async () => {
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
  it("shows only admins who can become an admin", async () => {
    const call = "select from user_roles where can_become_admin($other) limit 1";
    expect(await Promise.all(kinds.map((kind) => outcomeOf(call, kind)))).toEqual([denied, 0, 0, 0, 1]);
  });
  it.each([
    "transition_member_profile_submissions(gen_random_uuid(), '{pending}', 'approved', null, null)",
    "transition_member_profile_submissions(gen_random_uuid(), '{pending}', 'rejected', null, '')",
    "transition_user_roles(gen_random_uuid(), '{pending}', 'approved', null, null)",
    "transition_user_roles(gen_random_uuid(), '{pending}', 'rejected', null, null)",
    "change_membership_standing(gen_random_uuid(), 'suspended', '')",
    "hide_member_profile(gen_random_uuid(), '')",
    "transition_deals(gen_random_uuid(), '{enquiry}', 'declined', null, 'x')",
    "open_document_at_desk($document)",
    "approve_deal_version(gen_random_uuid(), '{x}')",
    "release_deal(gen_random_uuid())",
    "change_deal_mailing(gen_random_uuid(), gen_random_uuid(), 'stopped')",
    "start_deal_mailing(gen_random_uuid(), null)",
    "sign_off_statement_form(gen_random_uuid())",
    "withdraw_statement_form(gen_random_uuid(), '')",
    "show_member_profile(gen_random_uuid())",
    ...fundsAdminCalls,
    ...introductionAdminCalls,
    ...webhookAdminCalls,
  ])("allows only an admin to call %s", async (call) => {
    const outcomes = await Promise.all(kinds.map((kind) => outcomeOf(`select from ${call}`, kind)));
    expect(outcomes).toEqual([denied, denied, denied, denied, 1]);
  });
});
