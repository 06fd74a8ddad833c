import { Kysely, PostgresDialect } from "kysely";
import { generate, getDialect, RawExpressionNode } from "kysely-codegen";
import { Pool } from "pg";
import { commitmentBands, commitmentStates } from "#shared/commitment-messages.ts";
import { contentKinds } from "#shared/content-messages.ts";
import { dealMailStates, mailingStates } from "#shared/deal-mailings.ts";
import { mailKinds } from "#shared/deal-mails-messages.ts";
import {
  allocationMethods,
  assurances,
  dealSchemes,
  dealStates,
  instruments,
  interestLevels,
} from "#shared/deal-messages.ts";
import { documentRefusals, documentStates } from "#shared/deal-room.ts";
import { deliveryChannels } from "#shared/deals.ts";
import { ledgerKinds, matchKinds, outgoingKinds, outgoingStates } from "#shared/funds-messages.ts";
import { tiers } from "#shared/people-messages.ts";
import { statementKinds } from "#shared/statement-messages.ts";
import { type DatabaseAddress, pgOptions } from "../src/server/platform/db/database-address.ts";

export const databaseTypesFile = "src/server/platform/db/database.generated.ts";

/** Raw node: a string would be parsed with an outdated TypeScript API. */
const type = (expression: string) => new RawExpressionNode(expression);
const oneOf = (values: readonly string[]) => values.map((value) => JSON.stringify(value)).join(" | ");
const contentKind = oneOf(contentKinds);
const statementKind = oneOf(statementKinds);
const statementState = '"live" | "in_review" | "refused" | "withdrawn" | "revoked"';
const status = '"pending" | "approved" | "rejected"';
const tier = oneOf(tiers);
const dealState = oneOf(dealStates);
const channel = oneOf(deliveryChannels);
const allocationMethod = oneOf(allocationMethods);
const band = oneOf(commitmentBands);
const commitmentState = oneOf(commitmentStates);
const scheme = oneOf(dealSchemes);
const profileState =
  '"none" | "in_review" | "sent_back" | "shown" | "hidden_by_owner" | "hidden_by_admin" | "not_listed"';

const views = new Set([
  "admins",
  "allocation_list",
  "allocation_terms",
  "audit_people",
  "collection_account_list",
  "bank_file_list",
  "bank_line_list",
  "bank_match_list",
  "closing_members",
  "closing_sums",
  "commitment_people",
  "deal_call_people",
  "deal_ledger",
  "deal_ledger_sums",
  "deal_mailing_list",
  "deal_question_list",
  "deal_room",
  "deal_version_list",
  "delivery_register",
  "desk_commitments",
  "document_opening_list",
  "investor_record_list",
  "membership_requests",
  "open_deal_calls",
  "open_deal_questions",
  "open_deals",
  "own_allocation_changes",
  "own_allocations",
  "own_commitment_events",
  "own_commitments",
  "outgoing_payment_list",
  "own_deliveries",
  "own_record_openings",
  "own_top_ups",
  "people",
  "people_list",
  "people_sessions",
  "published_content",
  "statement_form_versions",
  "statement_register",
  "unfilled_wishes",
]);
const nullableInView = new Set([
  "allocation_list.confirmed_at",
  "allocation_list.confirmed_by_name",
  "bank_file_list.closing_balance_pence",
  "bank_file_list.imported_by_name",
  "bank_file_list.opening_balance_pence",
  "bank_match_list.commitment_id",
  "bank_match_list.matched_by_name",
  "bank_match_list.payment_id",
  "bank_match_list.reason",
  "closing_members.called_at",
  "closing_members.due_at",
  "closing_members.extended_at",
  "closing_members.grace_until",
  "closing_members.held_at",
  "closing_sums.bank_pence",
  "closing_sums.called_at",
  "closing_sums.due_at",
  "closing_sums.list_read_at",
  "closing_sums.price",
  "commitment_people.bank_account_name",
  "commitment_people.legal_name",
  "commitment_people.reference",
  "commitment_people.user_id",
  "deal_ledger.has_left",
  "deal_ledger.is_own",
  "deal_ledger.member",
  "deal_ledger.payee",
  "deal_ledger.reversed_kind",
  "deal_ledger.reversed_number",
  "deal_ledger.shares",
  "deal_ledger_sums.own_member",
  "outgoing_payment_list.bank_line_id",
  "outgoing_payment_list.commitment_id",
  "outgoing_payment_list.paid_on",
  "outgoing_payment_list.proposed_by",
  "outgoing_payment_list.proposed_by_name",
  "answer",
  "collection_account_list.call_back_note",
  "collection_account_list.confirmed_at",
  "collection_account_list.confirmed_by_name",
  "collection_account_list.entered_by",
  "collection_account_list.entered_by_name",
  "collection_account_list.frozen_until",
  "answered_at",
  "answered_by_name",
  "asked_by_name",
  "call_starts_at",
  "cancelled_reason",
  "deal_mailing_list.call_id",
  "declined_reason",
  "downloaded_at",
  "joined_at",
  "merged_into",
  "open_deal_calls.requested_at",
  "deal_room.pages",
  "refusal",
  "removed_at",
  "replaces_id",
  "told_at",
  "approved_at",
  "approved_by",
  "approved_by_name",
  "delivery_register.user_id",
  "full_name",
  "given_by",
  "given_by_name",
  "investor_record_list.email",
  "investor_record_list.user_id",
  "last_signed_in_at",
  "needed_until",
  "opened_by_name",
  "started_by_name",
  "people_list.user_id",
  "retain_until",
  "sealed_at",
  "author_id",
  "author_name",
  "signed_off_at",
  "signed_off_by",
  "signed_off_by_name",
  "statement_form_versions.valid_until",
  "desk_commitments.allocated_shares",
  "desk_commitments.cost_pence",
  "desk_commitments.fee_pence",
  "desk_commitments.reconsent_until",
  "desk_commitments.user_id",
  "own_commitment_events.ceiling_pence",
  "own_commitment_events.reason",
  "own_commitment_events.shares",
  "own_commitment_events.terms_number",
  "own_commitments.allocated_shares",
  "own_commitments.called_at",
  "own_commitments.content_after",
  "own_commitments.content_before",
  "own_commitments.cost_pence",
  "own_commitments.due_at",
  "own_commitments.due_pence",
  "own_commitments.extended_at",
  "own_commitments.extended_by",
  "own_commitments.extension_reason",
  "own_commitments.fee_pence",
  "own_commitments.grace_until",
  "own_commitments.held_at",
  "own_commitments.reconsent_until",
  "own_commitments.reference",
  "own_commitments.signed_as",
  "own_commitments.wants_relief",
  "own_deliveries.company_name",
  "own_record_openings.statement_id",
  "statement_register.decided_by_name",
  "statement_register.email",
  "statement_register.ended_at",
  "statement_register.live_from",
  "statement_register.reason",
  "statement_register.user_id",
  "people_list.tier",
  "tier_until",
  "unfilled_wishes.user_id",
  "user_agent",
  "withdrawn_at",
  "withdrawn_by",
  "withdrawn_reason",
]);

/** Includes values allowed by check constraints. */
export async function databaseTypes(address: DatabaseAddress): Promise<string> {
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool: new Pool(pgOptions(address)) }) });
  try {
    const types = await generate({
      db,
      dialect: getDialect("postgres", { dateParser: "string" }),
      includePattern: "(public|auth).*",
      outFile: null,
      // PostgreSQL reports every view column as nullable.
      postprocess: async ({ metadata }) => {
        for (const { name, columns } of metadata.tables.filter((table) => views.has(table.name))) {
          for (const column of columns) {
            column.isNullable = nullableInView.has(column.name) || nullableInView.has(`${name}.${column.name}`);
          }
        }
        return metadata;
      },
      overrides: {
        columns: {
          "allocation_lines.band": type(band),
          "allocation_lines.tier": type(tier),
          "allocation_list.method": type(allocationMethod),
          "allocation_list.published_method": type(allocationMethod),
          "allocation_list.state": type('"draft" | "final"'),
          "allocation_terms.allocation_method": type(allocationMethod),
          "own_allocations.method": type(allocationMethod),
          "backups.state": type('Generated<"running" | "verified" | "failed">'),
          "member_profile_submissions.status": type(`Generated<${status}>`),
          "bank_match_list.kind": type(oneOf(matchKinds)),
          "closing_members.state": type(oneOf(commitmentStates)),
          "closing_members.tier": type(tier),
          "closing_sums.deal_state": type(dealState),
          "content_item_revisions.action": type('"saved" | "restored" | "published" | "unpublished"'),
          "content_items.kind": type(contentKind),
          "published_content.kind": type(contentKind),
          "commitments.band": type(band),
          "commitments.state": type(`Generated<${commitmentState}>`),
          "commitments.tier": type(tier),
          "own_commitments.band": type(band),
          "own_commitments.deal_state": type(dealState),
          "own_commitments.new_scheme": type(scheme),
          "own_commitments.scheme": type(scheme),
          "own_commitments.state": type(commitmentState),
          "own_commitments.tier": type(tier),
          "desk_commitments.band": type(band),
          "desk_commitments.state": type(commitmentState),
          "desk_commitments.tier": type(tier),
          "deal_documents.refusal": type(`${oneOf(documentRefusals)} | null`),
          "deal_documents.state": type(`Generated<${oneOf(documentStates)}>`),
          "deal_room.refusal": type(`${oneOf(documentRefusals)} | null`),
          "deal_room.state": type(oneOf(documentStates)),
          "deal_interests.level": type(oneOf(interestLevels)),
          "deal_ledger.kind": type(oneOf(ledgerKinds)),
          "deal_ledger.reversed_kind": type(`${oneOf(ledgerKinds)} | null`),
          "deal_mailing_list.kind": type(oneOf(mailKinds)),
          "deal_mailing_list.state": type(oneOf(mailingStates)),
          "deal_mailings.kind": type(oneOf(mailKinds)),
          "deal_mailings.state": type(`Generated<${oneOf(mailingStates)}>`),
          "deal_mails.state": type(`Generated<${oneOf(dealMailStates)}>`),
          "deal_moves.from_state": type(dealState),
          "deal_moves.to_state": type(dealState),
          "deal_terms.allocation_method": type(allocationMethod),
          "deal_terms.assurance": type(oneOf(assurances)),
          "deal_terms.instrument": type(oneOf(instruments)),
          "deal_terms.priority_tiers": type(`(${tier})[]`),
          "deal_terms.scheme": type(scheme),
          "deals.state": type(`Generated<${dealState}>`),
          "deliveries.channel": type(channel),
          "delivery_register.channel": type(channel),
          "open_deals.state": type('"released" | "closing"'),
          "outgoing_payment_list.kind": type(oneOf(outgoingKinds)),
          "outgoing_payment_list.state": type(oneOf(outgoingStates)),
          "own_deliveries.channel": type(channel),
          "statement_forms.kind": type(statementKind),
          "statement_form_versions.kind": type(statementKind),
          "statement_register.kind": type(statementKind),
          "statement_register.state": type(statementState),
          "statements.state": type(statementState),
          "user_roles.role": type('"admin" | "member"'),
          "user_roles.status": type(`Generated<${status}>`),
          "membership_requests.role": type('"member"'),
          "membership_requests.status": type(status),
          "memberships.tier": type(tier),
          "pending_members.tier": type(tier),
          "people_list.profile_state": type(profileState),
          "people_list.status": type(`${status} | "invited" | "suspended" | "ended"`),
          "people_list.tier": type(tier),
        },
      },
    });
    // As connect.ts parses it.
    return types.replace("Int8 = ColumnType<string,", "Int8 = ColumnType<number,");
  } finally {
    await db.destroy();
  }
}
