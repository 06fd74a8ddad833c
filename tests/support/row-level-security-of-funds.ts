import { type Kysely, sql } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";
import { buildCommitment } from "#server/sample/build-commitment.ts";
import { buildFile } from "#server/sample/builders.ts";
import { buildHolding } from "./build-holding.ts";

type Outcome = number | "denied";
const denied = "denied" as const;
const nobody: Outcome[] = [denied, denied, denied, denied, denied];
const adminsOnly: Outcome[] = [denied, 0, 0, 0, 1];

/** Written by functions alone: nobody inserts, changes or deletes a row by hand. */
const readOnly = (table: string, seen: Outcome[], change: string) => ({
  [table]: {
    [`select from ${table}`]: seen,
    [`insert into ${table} default values`]: nobody,
    [`update ${table} set ${change}`]: nobody,
    [`delete from ${table}`]: nobody,
  },
});

const readOnlyView = (view: string, seen: Outcome[]) => ({
  [view]: { [`select from ${view}`]: seen, [`delete from ${view}`]: nobody },
});

/** Of commitments, allocations and money; as in the matrix that it is a part of. */
export const fundsMatrix: Record<string, Record<string, Outcome[]>> = {
  ...readOnly("commitments", [denied, 0, 0, 1, 2], "state = 'paid'"),
  ...readOnly("desk_commitments", [denied, 0, 0, 0, 2], "state = 'paid'"),
  ...readOnly("own_commitments", [denied, 0, 0, 1, 0], "state = 'paid'"),
  ...readOnly("own_commitment_events", [denied, 0, 0, 1, 0], "reason = 'x'"),
  ...readOnly("commitment_events", [denied, 0, 0, 1, 2], "reason = 'x'"),
  ...readOnly("allocations", adminsOnly, "state = 'final'"),
  ...readOnly("allocation_lines", [denied, 0, 0, 0, 2], "shares = 1"),
  ...readOnlyView("allocation_terms", adminsOnly),
  ...readOnlyView("allocation_list", adminsOnly),
  ...readOnlyView("own_allocations", [denied, 0, 0, 1, 0]),
  ...readOnlyView("own_allocation_changes", [denied, 0, 0, 1, 0]),
  ...readOnlyView("unfilled_wishes", [denied, 0, 0, 0, 0]),
  ...readOnlyView("own_top_ups", [denied, 0, 0, 0, 0]),
  ...readOnly("top_ups", adminsOnly, "shares = 1"),
  ...readOnly("top_up_lines", [denied, 0, 0, 1, 2], "taken = 1"),
  ...readOnly("collection_accounts", adminsOnly, "sort_code = '11-11-11'"),
  ...readOnly("funds_calls", adminsOnly, "due_at = now()"),
  bank_mappings: {
    "select from bank_mappings": adminsOnly,
    "insert into bank_mappings (name, header_sha256, mapping, created_by) values ('b', repeat('b', 64), '{}', $me)": [
      denied,
      denied,
      denied,
      denied,
      1,
    ],
    "insert into bank_mappings (name, header_sha256, mapping, created_by) values ('b', repeat('b', 64), '{}', $other)":
      nobody,
    "update bank_mappings set name = 'x'": nobody,
    "delete from bank_mappings": nobody,
  },
  ...readOnly("bank_files", adminsOnly, "name = 'x'"),
  ...readOnly("bank_lines", adminsOnly, "payer = 'x'"),
  ...readOnly("bank_matches", adminsOnly, "reason = 'x'"),
  ...readOnly("outgoing_payments", adminsOnly, "state = 'approved'"),
  ...readOnly("ledger_transactions", [denied, 0, 0, 0, 2], "note = 'x'"),
  ...readOnly("ledger_entries", [denied, 0, 0, 0, 5], "amount_pence = 1"),
  ...readOnly("funds_reminders", nobody, "queued_at = now()"),
  collection_account_list: {
    "select from collection_account_list": [denied, 0, 0, 0, 1],
    "update collection_account_list set bank = 'x'": nobody,
    "delete from collection_account_list": nobody,
  },
  ...readOnly("ledger_checks", adminsOnly, "difference_pence = 0"),
  ...readOnly("funds_nudges", adminsOnly, "nudged_on = '2027-01-25'"),
  ...readOnlyView("bank_file_list", adminsOnly),
  ...readOnlyView("bank_line_list", adminsOnly),
  ...readOnlyView("bank_match_list", adminsOnly),
  // Nothing is shared out or called.
  ...readOnlyView("closing_members", [denied, 0, 0, 0, 0]),
  ...readOnlyView("closing_sums", [denied, 0, 0, 0, 2]),
  ...readOnlyView("commitment_people", [denied, 0, 0, 0, 2]),
  ...readOnlyView("outgoing_payment_list", adminsOnly),
  ...readOnlyView("deal_ledger", [denied, 0, 0, 0, 2]),
  ...readOnlyView("deal_ledger_sums", [denied, 0, 0, 0, 2]),
  ...readOnly("company_accounts", adminsOnly, "sort_code = '11-11-11'"),
  ...readOnly("success_fee_decisions", adminsOnly, "article = 'x'"),
  ...readOnly("deal_completions", adminsOnly, "issued_on = '2020-01-01'"),
  ...readOnly("holdings", [denied, 0, 0, 1, 1], "shares = 1"),
  ...readOnly("success_fee_invoices", adminsOnly, "fee_pence = 1"),
  ...readOnly("papers", [denied, 0, 0, 1, 2], "file_name = 'x'"),
  ...readOnly("relief_steps", adminsOnly, "uir = 'x'"),
  ...readOnly("exits", [denied, 0, 0, 1, 1], "price = 1"),
  ...readOnly("exit_lines", [denied, 0, 0, 1, 1], "shares = 1"),
  ...readOnlyView("exit_list", adminsOnly),
  ...readOnlyView("exit_deals", adminsOnly),
  ...readOnlyView("exit_line_list", adminsOnly),
  ...readOnlyView("own_exit_lines", [denied, 0, 0, 1, 0]),
  ...readOnlyView("company_account_list", adminsOnly),
  ...readOnlyView("deal_completion_list", adminsOnly),
  ...readOnlyView("paper_list", [denied, 0, 0, 0, 2]),
  ...readOnlyView("own_papers", [denied, 0, 0, 1, 0]),
  ...readOnlyView("own_documents", [denied, 0, 0, 6, 0]),
  ...readOnlyView("own_contacts", [denied, 0, 0, 1, 0]),
  ...readOnlyView("own_awaited_papers", [denied, 0, 0, 1, 0]),
  ...readOnlyView("relief_members", adminsOnly),
  ...readOnlyView("own_holdings", [denied, 0, 0, 1, 0]),
  // What waits is the admins' alone; our own round is among the prices.
  ...readOnly("share_prices", [denied, 0, 0, 1, 2], "price = 9"),
  ...readOnlyView("company_prices", [denied, 0, 0, 2, 2]),
  ...readOnlyView("share_price_list", [denied, 0, 0, 0, 2]),
  ...readOnly("holding_imports", adminsOnly, "confirmed_at = now()"),
  ...readOnly("holding_import_lines", adminsOnly, "shares = 1"),
  ...readOnly("holding_import_undos", adminsOnly, "confirmed_at = now()"),
  imported_payouts: {
    "select from imported_payouts": [denied, 0, 0, 1, 1],
    "select from files where kind = 'holding_import'": [0, 0, 0, 0, 1],
    "insert into imported_payouts default values": nobody,
    "update imported_payouts set gross_pence = 1": nobody,
    "delete from imported_payouts": nobody,
  },
  ...readOnly("exit_outside_payments", adminsOnly, "confirmed_at = now()"),
  ...readOnlyView("holding_import_list", adminsOnly),
  ...readOnlyView("holding_import_line_list", adminsOnly),
  ...readOnlyView("own_imported_payouts", [denied, 0, 0, 1, 0]),
  // The exit here is of no imported shares.
  ...readOnlyView("exit_outside", [denied, 0, 0, 0, 0]),
  ...readOnlyView("held_rounds", adminsOnly),
  ...readOnlyView("held_companies", adminsOnly),
  // What waits is the admins' alone.
  ...readOnly("share_actions", [denied, 0, 0, 1, 2], "new_shares = 9"),
  ...readOnly("share_action_lines", [denied, 0, 0, 1, 1], "shares_after = 9"),
  ...readOnlyView("share_action_list", [denied, 0, 0, 0, 2]),
  ...readOnlyView("share_action_line_list", adminsOnly),
  ...readOnlyView("own_share_actions", [denied, 0, 0, 1, 0]),
  share_action_evidence: {
    "select from share_action_evidence": [denied, 0, 0, 1, 1],
    "select from files where kind = 'share_action_evidence'": [0, 0, 0, 1, 1],
    "insert into share_action_evidence (action_id, author_id, file_name, file_id) select id, $me, 'a.pdf', $unused from share_actions where confirmed_at is null":
      [denied, 0, 0, 0, 1],
    "insert into share_action_evidence (action_id, author_id, file_name, file_id) values (gen_random_uuid(), $me, 'a.pdf', $unused)":
      nobody,
    "insert into share_action_evidence (action_id, author_id, file_name, file_id) select id, $other, 'a.pdf', $unused from share_actions where confirmed_at is null":
      [denied, 0, 0, 0, denied],
    "update share_action_evidence set file_name = 'x'": nobody,
    "delete from share_action_evidence": nobody,
  },
  price_evidence: {
    "select from price_evidence": [denied, 0, 0, 1, 1],
    "select from files where kind = 'price_evidence'": [0, 0, 0, 1, 1],
    "insert into price_evidence (price_id, author_id, file_name, file_id) select id, $me, 'a.pdf', $unused from share_prices where confirmed_at is null":
      [denied, 0, 0, 0, 1],
    "insert into price_evidence (price_id, author_id, file_name, file_id) values (gen_random_uuid(), $me, 'a.pdf', $unused)":
      nobody,
    "insert into price_evidence (price_id, author_id, file_name, file_id) select id, $other, 'a.pdf', $unused from share_prices where confirmed_at is null":
      [denied, 0, 0, 0, denied],
    "update price_evidence set file_name = 'x'": nobody,
    "delete from price_evidence": nobody,
  },
  // The member's own, and no other person's: no admin's either.
  typed_companies: {
    "select from typed_companies": [denied, 0, 0, 1, 0],
    "insert into typed_companies (name) values ('Mine')": [denied, 1, 1, 1, 1],
    "insert into typed_companies (name, user_id) values ('Mine', $other)": nobody,
    "update typed_companies set name = 'Mine'": [denied, 0, 0, 1, 0],
    "update typed_companies set user_id = $other": nobody,
    "delete from typed_companies": [denied, 0, 0, 1, 0],
  },
  typed_holdings: {
    "select from typed_holdings": [denied, 0, 0, 1, 0],
    "insert into typed_holdings (company_id, shares, share_class, price, cost_pence, fee_pence, issued_on) select id, 1, 'A', 1, 100, 0, '2027-01-01' from typed_companies":
      [denied, 0, 0, 1, 0],
    "update typed_holdings set shares = 9": [denied, 0, 0, 1, 0],
    "update typed_holdings set user_id = $other": nobody,
    "delete from typed_holdings": [denied, 0, 0, 1, 0],
  },
  typed_prices: {
    "select from typed_prices": [denied, 0, 0, 1, 0],
    "insert into typed_prices (company_id, as_of, price) select id, '2027-01-01', 1 from typed_companies": [
      ...([denied, 0, 0, 1, 0] as const),
    ],
    "update typed_prices set price = 9": nobody,
    "delete from typed_prices": [denied, 0, 0, 1, 0],
  },
  typed_sales: {
    "select from typed_sales": [denied, 0, 0, 1, 0],
    "insert into typed_sales (company_id, sold_on, shares, gross_pence, costs_pence) select id, '2027-01-01', 1, 1, 0 from typed_companies":
      [denied, 0, 0, 1, 0],
    "update typed_sales set shares = 9": nobody,
    "delete from typed_sales": [denied, 0, 0, 1, 0],
  },
  ...readOnly("adviser_seats", [denied, 0, 0, 1, 0], "expires_at = now()"),
  ...readOnly("adviser_openings", [denied, 0, 0, 1, 0], "device = 'x'"),
  relief_records: {
    "select from relief_records": [denied, 0, 0, 1, 0],
    "insert into relief_records (record_id, holding_id, kind, claimed_on, pence) select record_id, id, 'income', '2027-11-15', 1 from holdings":
      [denied, 0, 0, 1, denied],
    "insert into relief_records (record_id, holding_id, kind, claimed_on, pence, created_at) select record_id, id, 'income', '2027-11-15', 1, now() from holdings":
      nobody,
    "insert into relief_records (typed_holding_id, kind, claimed_on, pence) select id, 'income', '2027-11-15', 1 from typed_holdings":
      [denied, 0, 0, 1, 0],
    "update relief_records set pence = 9": nobody,
    "delete from relief_records": [denied, 0, 0, 1, 0],
  },
};

export const fundsFunctions = {
  "adviser_paper_file(text,uuid)": "visitor member",
  "end_adviser_seat(uuid)": "member",
  "end_seats_of_suspended()": "the owner alone",
  "grant_adviser_seat(text,text,boolean,boolean,text)": "member",
  "live_adviser_seat(text)": "the owner alone",
  "read_as_adviser(text,text)": "visitor member",
  "renew_adviser_seat(uuid,text)": "member",
  "allocation_input_sha256(uuid,text)": "member",
  "allocation_obstacle(uuid)": "member",
  "answer_terms_change(uuid,text,uuid,timestamp with time zone,bigint,bigint,bigint,boolean)": "member",
  "approve_exit_payments(uuid)": "member",
  "approve_payment(uuid)": "member",
  "approved_terms(uuid)": "the owner alone",
  "ask_for_refund(uuid)": "member",
  "band_of(deal_terms,text)": "the owner alone",
  "bear_for_commitment(uuid,text)": "member",
  "book_part(bank_lines,text,uuid,uuid,bigint,text,uuid)": "the owner alone",
  "call_anew(uuid,bigint,bigint,bigint,text)": "the owner alone",
  "call_funds(uuid,text,text,uuid[],text[])": "member",
  "called_funds(uuid)": "the owner alone",
  "cancel_payment(uuid)": "member",
  "change_allocation_line(uuid,uuid,bigint,text,timestamp with time zone)": "member",
  "chase_relief_certificates(date)": "the owner alone",
  "check_allocation(uuid)": "the owner alone",
  "check_ledger(uuid,boolean)": "the owner alone",
  "check_ledger_sum()": "the owner alone",
  "check_ledgers(timestamp with time zone)": "the owner alone",
  "commitment_after(uuid)": "member",
  "commitment_obstacle(uuid)": "member",
  "complete_deal(uuid,uuid)": "member",
  "completion_gate(uuid,date)": "member",
  "confirm_allocation(uuid,timestamp with time zone,jsonb)": "member",
  "confirm_bank_lines(uuid,jsonb)": "member",
  "confirm_collection_account(uuid,uuid,text)": "member",
  "confirm_company_account(uuid,uuid,text)": "member",
  "confirm_share_action(uuid)": "member",
  "confirm_share_price(uuid)": "member",
  "reject_collection_account(uuid,uuid,text)": "member",
  "reject_company_account(uuid,uuid,text)": "member",
  "confirm_exit(uuid)": "member",
  "cooling_off_until()": "member",
  "cost_of_shares(deal_terms,bigint)": "the owner alone",
  "decide_success_fee(uuid,text,integer,text)": "member",
  "draft_allocation(uuid,text,uuid[],bigint[],bigint[],bigint[],bigint[])": "member",
  "end_commitment(uuid,text,text)": "the owner alone",
  "end_commitments_of_deal()": "the owner alone",
  "end_exited_deal(uuid)": "member",
  "end_top_up(uuid)": "member",
  "end_unpaid(uuid,text)": "the owner alone",
  "enter_collection_account(uuid,text,text,text,text,text)": "member",
  "enter_company_account(uuid,text,text,text,text)": "member",
  "enter_share_price(uuid,text,date,text,numeric,integer,text,bigint)": "member",
  "exit_arrived_on(uuid,uuid)": "the owner alone",
  "exit_due(uuid,uuid,text,uuid)": "the owner alone",
  "exit_lots(uuid,text,date,uuid)": "the owner alone",
  "exit_lots_sha256(uuid,text,date,uuid)": "the owner alone",
  "exit_payables(uuid)": "the owner alone",
  "exit_state(uuid)": "member",
  "extend_commitment(uuid,integer,text)": "member",
  "file_paper(uuid,text,text,uuid,date,jsonb)": "member",
  "follow_investor_record()": "the owner alone",
  "follow_terms(uuid,boolean)": "member",
  "free_shares(uuid)": "member",
  "frozen_until(uuid)": "the owner alone",
  "funds_state(uuid)": "member",
  "give_time(uuid,interval,text,text)": "the owner alone",
  "has_exit_money(uuid)": "the owner alone",
  "hinders_split(uuid,date)": "the owner alone",
  "hold_commitment(uuid)": "member",
  "holders_of_deal(uuid)": "member",
  "holds_company(uuid)": "member",
  "holding_shares_left(uuid,date)": "member",
  "holds_shares(uuid)": "member",
  "import_bank_file(uuid,text,text,text,bigint,bigint,jsonb)": "member",
  "is_company_called_back(uuid)": "the owner alone",
  "is_in_exit(uuid)": "the owner alone",
  "is_left_alone(uuid,timestamp with time zone)": "member",
  "is_own_exit(uuid)": "member",
  "is_own_exit_line(uuid,uuid)": "member",
  "is_own_paper(uuid)": "member",
  "confirm_holding_import(uuid)": "member",
  "confirm_import_undo(uuid)": "member",
  "confirm_outside_payment(uuid)": "member",
  "import_obstacle(uuid)": "member",
  "imported_since(uuid[])": "member",
  "is_in_import(uuid)": "member",
  "keep_import_record()": "the owner alone",
  "known_holding_lines(jsonb)": "member",
  "lock_import(uuid)": "the owner alone",
  "propose_holding_import(text,uuid,text,jsonb)": "member",
  "propose_import_undo(uuid,text)": "member",
  "record_outside_payment(uuid,date,text)": "member",
  "refuse_holding_import(uuid,text)": "member",
  "refuse_import_undo(uuid,text)": "member",
  "refuse_outside_payment(uuid,text)": "member",
  "keep_allocation()": "the owner alone",
  "keep_allocation_whole()": "the owner alone",
  "keep_exit()": "the owner alone",
  "keep_holding_record()": "the owner alone",
  "keep_paper()": "the owner alone",
  "keep_share_action()": "the owner alone",
  "keep_share_price()": "the owner alone",
  "lapse_commitments(uuid,timestamp with time zone)": "the owner alone",
  "ledger_balance(uuid,text,uuid)": "the owner alone",
  "ledger_difference(uuid)": "the owner alone",
  "ledger_readers(uuid)": "the owner alone",
  "ledger_text(uuid,integer)": "the owner alone",
  "lock_commitment(uuid)": "the owner alone",
  "lock_exit(uuid)": "the owner alone",
  "lock_funds(uuid)": "member",
  "lock_own_commitment(uuid)": "the owner alone",
  "lower_commitment_fees(uuid,jsonb)": "member",
  "mark_funds_clock(uuid,timestamp with time zone)": "the owner alone",
  "match_bank_line(uuid,jsonb,text)": "member",
  "match_relief_certificate(uuid,uuid,bigint,date)": "member",
  "may_send(uuid,bigint)": "the owner alone",
  "minimum_shares(deal_terms)": "the owner alone",
  "need_record_for_commitment()": "the owner alone",
  "need_records(uuid[])": "the owner alone",
  "nudge_members(uuid)": "member",
  "on_account_before(uuid,integer)": "member",
  "open_of_line(uuid)": "the owner alone",
  "open_top_up(uuid,uuid[],bigint[])": "member",
  "own_call(uuid)": "member",
  "own_called_commitments()": "member",
  "own_companies()": "member",
  "owns_commitment(uuid)": "member",
  "owns_typed_holding(uuid)": "member",
  "payment_details(uuid)": "member",
  "payment_may_wait(uuid)": "the owner alone",
  "post_ledger(uuid,text,date,jsonb,uuid,uuid,uuid,uuid,text,uuid)": "the owner alone",
  "price_in_force(uuid,text,date,boolean)": "member",
  "prepare_allocation(uuid,jsonb)": "member",
  "prepare_exit(uuid,text,date,uuid)": "member",
  "prepare_top_up(uuid)": "member",
  "propose_completion(uuid,date)": "member",
  "propose_exit(uuid,text,uuid,date,numeric,bigint,bigint,text,text,jsonb)": "member",
  "propose_exit_payments(uuid,text)": "member",
  "propose_payment(uuid,text,uuid,uuid,bigint,text,text)": "member",
  "propose_share_action(uuid,text,integer,integer,date,text)": "member",
  "record_relief_step(uuid,text,date,text)": "member",
  "refundable_pence(uuid)": "the owner alone",
  "refuse_ledger_change()": "the owner alone",
  "refuse_reopening()": "the owner alone",
  "refuse_share_action(uuid,text)": "member",
  "refuse_share_price(uuid,text)": "member",
  "release_commitment(uuid,text)": "member",
  "release_overdue(uuid,timestamp with time zone,text)": "the owner alone",
  "relief_chased_next_on(uuid)": "member",
  "remove_papers_of_erased()": "the owner alone",
  "remove_relief_certificate(uuid)": "member",
  "replace_allocation(uuid)": "the owner alone",
  "reverse_ledger(uuid,date,text)": "the owner alone",
  "set_allocation_costs(uuid,uuid[],bigint[])": "member",
  "set_commitment(uuid,uuid,timestamp with time zone,bigint,bigint,bigint,bigint,integer,boolean,text,jsonb)": "member",
  "settle_commitment(uuid)": "the owner alone",
  "settle_member(uuid)": "the owner alone",
  "share_price_on(uuid,text,date,boolean)": "the owner alone",
  "share_prices_on(uuid,text,date,boolean)": "member",
  "shares_added(uuid,date)": "the owner alone",
  "shares_for(deal_terms,bigint)": "the owner alone",
  "split_late_lots()": "the owner alone",
  "split_lots(uuid,text,integer,integer,date)": "the owner alone",
  "take_back_match(bank_matches,text)": "the owner alone",
  "take_fewer_shares(uuid,bigint,bigint,bigint)": "member",
  "take_top_up(uuid,uuid,bigint)": "member",
  "uncalled_funds(uuid)": "the owner alone",
  "unidentified_of_line(uuid)": "the owner alone",
  "unmatch_bank_line(uuid,uuid,text)": "member",
  "wire_pence(uuid)": "the owner alone",
  "withdraw_commitment(uuid,timestamp with time zone,text)": "member",
  "withdraw_commitments_of(uuid,timestamp with time zone)": "the owner alone",
  "withdraw_exit(uuid,text)": "member",
};

/** For admins alone; nobody else comes further than their first line. */
export const fundsAdminCalls = [
  "lock_funds(gen_random_uuid())",
  "import_bank_file(gen_random_uuid(), 'a', 'starling', repeat('b', 64), 0, 0, '[]')",
  "confirm_bank_lines(gen_random_uuid(), '[]')",
  "match_bank_line(gen_random_uuid(), '[]', 'x')",
  "unmatch_bank_line(gen_random_uuid(), gen_random_uuid(), 'x')",
  "propose_payment(gen_random_uuid(), 'wire', null, null, null, 'x', 'x')",
  "approve_payment(gen_random_uuid())",
  "cancel_payment(gen_random_uuid())",
  "enter_share_price(gen_random_uuid(), null, '2027-01-01', 'nil', null, null, 'x', null)",
  "confirm_share_price(gen_random_uuid())",
  "refuse_share_price(gen_random_uuid(), 'x')",
  "propose_share_action(gen_random_uuid(), null, 10, 1, '2027-01-01', 'x')",
  "confirm_share_action(gen_random_uuid())",
  "refuse_share_action(gen_random_uuid(), 'x')",
  "prepare_exit(gen_random_uuid(), 'sale', '2031-06-30', null)",
  "confirm_exit(gen_random_uuid())",
  "propose_holding_import('a.csv', gen_random_uuid(), repeat('a', 64), '[]')",
  "confirm_holding_import(gen_random_uuid())",
  "refuse_holding_import(gen_random_uuid(), 'x')",
  "propose_import_undo(gen_random_uuid(), 'x')",
  "confirm_import_undo(gen_random_uuid())",
  "refuse_import_undo(gen_random_uuid(), 'x')",
  "record_outside_payment(gen_random_uuid(), '2031-06-30', 'x')",
  "confirm_outside_payment(gen_random_uuid())",
  "refuse_outside_payment(gen_random_uuid(), 'x')",
  "end_exited_deal(gen_random_uuid())",
  "withdraw_exit(gen_random_uuid(), 'x')",
  "propose_exit_payments(gen_random_uuid(), 'x')",
  "approve_exit_payments(gen_random_uuid())",
];

interface Given {
  deal_id: string;
  terms_id: string;
  /** Of two members. */
  records: readonly string[];
}

/** Two commitments, the first of them called and paid, and a row of all that hangs on them. */
export async function buildFunds(db: Kysely<DB>, { deal_id, terms_id, records }: Given): Promise<void> {
  const [first, second] = await Promise.all(
    records.map((record_id, index) => buildCommitment(db, { deal_id, terms_id, record_id, number: index + 1 })),
  );
  if (!first || !second) throw new Error("Two records are needed.");
  const ids = [first.id, second.id];
  const { id: allocation_id } = await db
    .insertInto("allocations")
    .values({
      ...{ deal_id, terms_id, number: 1, method: "pro_rata", capacity_shares: 83_333, minimum_shares: 417 },
      ...{ priority_share_percent: 40, asked_shares: 20_000, input_sha256: "a".repeat(64) },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const tier = { tier: "trial", fee_bp: 1250, band: "general" } as const;
  const line = { allocation_id, ...tier, placed_at: new Date(), wish: 10_000 };
  const shares = { least: 417, base: 417, priority: 0, rest: 9583, shares: 10_000, cost_pence: 1_200_000 };
  const byHand = { reason: "As agreed with the founders.", changed_at: new Date() };
  await db
    .insertInto("allocation_lines")
    .values([
      { ...line, ...shares, commitment_id: first.id },
      { ...line, ...shares, ...byHand, commitment_id: second.id },
    ])
    .execute();
  await db
    .updateTable("allocations")
    .set({ state: "final", confirmed_at: new Date() })
    .where("id", "=", allocation_id)
    .execute();
  const closes_at = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const { id: top_up_id } = await db
    .insertInto("top_ups")
    .values({ deal_id, number: 1, closes_at, shares: 100 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("top_up_lines")
    .values(ids.map((commitment_id) => ({ top_up_id, commitment_id, unfilled: 50, offered: 50 })))
    .execute();
  await db
    .insertInto("collection_accounts")
    .values({
      ...{ deal_id, account_name: "Sample Nominee Services, clients", sort_code: "00-00-00" },
      ...{ account_number: "00001234", bank: "Sample Bank", partner: "Sample Nominee Services" },
    })
    .execute();
  await db
    .insertInto("funds_reminders")
    .values({ commitment_id: first.id, kind: "called", about: closes_at })
    .execute();
  await db
    .insertInto("funds_calls")
    .values({ deal_id, number: 1, due_at: closes_at, grace_until: closes_at })
    .execute();
  await db
    .insertInto("bank_mappings")
    .values({ name: "a", header_sha256: "a".repeat(64), mapping: "{}" })
    .execute();
  const { id: file_id } = await db
    .insertInto("bank_files")
    .values({ deal_id, name: "a.csv", format: "starling", sha256: "a".repeat(64), lines: 1, new_lines: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: bank_line_id } = await db
    .insertInto("bank_lines")
    .values({
      ...{ deal_id, file_id, line_number: 2, booked_on: "2027-01-25", amount_pence: 1000 },
      ...{ payer: "A", reference: "B", line_key: "c" },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("outgoing_payments")
    .values({ deal_id, kind: "wire", amount_pence: 1000, payee: "Alder Analytics", reason: "As agreed." })
    .execute();
  await db.transaction().execute(async (tx) => {
    const call = JSON.stringify([
      { account: "1100", commitment_id: first.id, amount_pence: 1000 },
      { account: "2000", commitment_id: first.id, amount_pence: -900 },
      { account: "2100", commitment_id: null, amount_pence: -100 },
    ]);
    const receipt = JSON.stringify([
      { account: "1000", commitment_id: null, amount_pence: 1000 },
      { account: "1100", commitment_id: first.id, amount_pence: -1000 },
    ]);
    await sql`select post_ledger(${deal_id}, 'call', '2027-01-25', ${call}::jsonb, ${first.id})`.execute(tx);
    const { rows } = await sql<{ id: string }>`
      select post_ledger(${deal_id}, 'receipt', '2027-01-25', ${receipt}::jsonb, ${first.id}, ${bank_line_id}) as id`.execute(
      tx,
    );
    await tx
      .insertInto("bank_matches")
      .values({ deal_id, bank_line_id, transaction_id: rows[0]?.id ?? "", amount_pence: 1000 })
      .execute();
  });
  await db.insertInto("funds_nudges").values({ commitment_id: first.id, nudged_on: "2027-01-25" }).execute();
  await db
    .insertInto("ledger_checks")
    .values({ deal_id, ledger_pence: 1000, bank_pence: 1000, difference_pence: 0 })
    .execute();
  const holding = await buildHolding(db, first, { certificate_number: "A7F-001" });
  await buildPrices(db, holding);
  await buildDividend(db, holding);
  await buildImport(db, holding);
  await buildTyped(db, first.record_id);
  await buildSeat(db, holding.record_id ?? "");
  await buildPapers(db, deal_id, first.id);
}

/** Of the company of a lot: one that waits and one that counts, and what was claimed on the lot. */
async function buildPrices(db: Kysely<DB>, holding: Awaited<ReturnType<typeof buildHolding>>): Promise<void> {
  const { id: holding_id, company_id, record_id } = holding;
  const price = { company_id, as_of: "2028-03-15", basis: "last_round", price: "2.48", source: "A filing." } as const;
  const [, counts] = await db
    .insertInto("share_prices")
    .values([price, { ...price, confirmed_at: new Date() }])
    .returning("id")
    .execute();
  const { id: file_id } = await buildFile(db, null, { kind: "price_evidence", media_type: "application/pdf" });
  await db
    .insertInto("price_evidence")
    .values({ price_id: counts?.id ?? "", file_name: "letter.pdf", file_id })
    .execute();
  const action = { company_id, new_shares: 10, old_shares: 1, effective_on: "2028-06-01", source: "A filing." };
  const [, split] = await db
    .insertInto("share_actions")
    .values([action, { ...action, confirmed_at: new Date() }])
    .returning("id")
    .execute();
  await db
    .insertInto("share_action_lines")
    .values({ action_id: split?.id ?? "", holding_id, shares_before: 1000, shares_after: 10_000 })
    .execute();
  const filed = await buildFile(db, null, { kind: "share_action_evidence", media_type: "application/pdf" });
  await db
    .insertInto("share_action_evidence")
    .values({ action_id: split?.id ?? "", file_name: "sh02.pdf", file_id: filed.id })
    .execute();
  await db
    .insertInto("relief_records")
    .values({
      ...{ record_id: record_id ?? "", holding_id, kind: "income", claimed_on: "2027-11-15", pence: 600_000 },
    })
    .execute();
}

/** Of a lot's company, and what the lot and its exit brought beside the club's accounts. */
async function buildImport(db: Kysely<DB>, { id, company_id, record_id }: Awaited<ReturnType<typeof buildHolding>>) {
  const { id: file_id } = await buildFile(db, null, { kind: "holding_import", media_type: "text/csv" });
  await sql`
    with imports as (
      insert into holding_imports (file_name, file_id, sha256, confirmed_at) values ('a.csv', ${file_id}, repeat('a', 64), now())
      returning id),
    lines as (
      insert into holding_import_lines (import_id, line_number, kind, user_id, company_id, happened_on, gross_pence, costs_pence)
      select i.id, 2, 'distribution', r.user_id, ${company_id}, '2027-03-01', 100, 0
        from imports i, investor_records r where r.id = ${record_id} returning id, import_id),
    undos as (insert into holding_import_undos (import_id, because) select id, 'A slip.' from imports),
    payouts as (
      insert into imported_payouts (import_id, line_id, holding_id, paid_on, gross_pence, costs_pence)
      select import_id, id, ${id}, '2027-03-01', 100, 0 from lines)
    insert into exit_outside_payments (exit_id, paid_on, source) select id, '2028-03-01', 'A letter.' from exits`.execute(
    db,
  );
}

/** Beside the club's. */
async function buildTyped(db: Kysely<DB>, recordId: string | null): Promise<void> {
  const { id: company_id, user_id } = await db
    .insertInto("typed_companies")
    .columns(["user_id", "name"])
    .expression((of) =>
      of
        .selectFrom("investor_records")
        .select([sql<string>`user_id`.as("user_id"), sql<string>`'Rowan'`.as("name")])
        .where("id", "=", recordId),
    )
    .returning(["id", "user_id"])
    .executeTakeFirstOrThrow();
  const own = { user_id, company_id };
  const lot = { shares: 10, share_class: "A", price: "1", cost_pence: 1_000, fee_pence: 0, issued_on: "2027-01-01" };
  await db
    .insertInto("typed_holdings")
    .values({ ...own, ...lot })
    .execute();
  await db
    .insertInto("typed_sales")
    .values({ ...own, sold_on: "2027-02-01", shares: 1, gross_pence: 100, costs_pence: 0 })
    .execute();
  await db
    .insertInto("typed_prices")
    .values({ ...own, as_of: "2027-02-01", price: "1" })
    .execute();
}

/** Of the member whose record it is, opened once. */
async function buildSeat(db: Kysely<DB>, record_id: string): Promise<void> {
  await sql`with seat as (
      insert into adviser_seats (user_id, name, shows_reliefs, shows_papers, token_hash, expires_at)
      select user_id, 'Hale', true, true, repeat('a', 43), now() + interval '90 days' from investor_records where id = ${record_id}
      returning id)
    insert into adviser_openings (seat_id, is_new_device) select id, true from seat`.execute(db);
}

async function buildDividend(db: Kysely<DB>, holding: Awaited<ReturnType<typeof buildHolding>>): Promise<void> {
  const { id: holding_id, company_id, shares } = holding;
  const { id: exit_id } = await db
    .insertInto("exits")
    .values({
      ...{ company_id, kind: "dividend", happened_on: "2030-01-01", price: "0.10", costs_pence: 0 },
      ...{ lots_sha256: "a".repeat(64), confirmed_at: new Date() },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("exit_lines")
    .values({ exit_id, holding_id, shares, gross_pence: 100_000, costs_pence: 0 })
    .execute();
}

/** What is filed for a completion, and for the first of them. */
async function buildPapers(db: Kysely<DB>, deal_id: string, commitment_id: string): Promise<void> {
  await db
    .insertInto("company_accounts")
    .values({
      ...{ deal_id, account_name: "Alder Analytics Ltd", sort_code: "00-00-00", account_number: "00004321" },
      bank: "Sample Bank",
    })
    .execute();
  await db.insertInto("success_fee_decisions").values({ deal_id, article: "14", allowed_bp: 800 }).execute();
  await db.insertInto("deal_completions").values({ deal_id, issued_on: "2027-02-02" }).execute();
  await db
    .insertInto("success_fee_invoices")
    .values({
      ...{ number: 1, deal_id, invoiced_on: "2027-02-03", raised_pence: 1_200_000, fee_bp: 800 },
      ...{ fee_pence: 96_000, article: "14" },
    })
    .execute();
  const paper = async (kind: "board_minutes" | "beneficial_certificate", commitment: string | null) => {
    const { id: file_id } = await buildFile(db, null, { kind: "paper", media_type: "application/pdf" });
    const values = { deal_id, kind, commitment_id: commitment, file_id, file_name: "a.pdf", dated_on: "2027-02-03" };
    await db.insertInto("papers").values(values).execute();
  };
  await paper("board_minutes", null);
  await paper("beneficial_certificate", commitment_id);
  await db.insertInto("relief_steps").values({ deal_id, step: "filed", happened_on: "2027-06-10" }).execute();
}
