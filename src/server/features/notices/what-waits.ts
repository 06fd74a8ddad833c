import { type Kysely, sql } from "kysely";
import type { WaitingKind } from "#shared/notice-mail-messages.ts";
import { paths } from "#shared/paths.ts";
import type { DB } from "../../platform/db/database.generated.ts";

export interface Waiting {
  kind: WaitingKind;
  subject_id: string;
}

/** Every record that waits for the admin who reads: what they entered themselves waits for another one. */
export async function listWhatWaits(db: Kysely<DB>): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select 'membership_request' as kind, user_id as subject_id from membership_requests
     where status = 'pending' and email_verified
    union all select 'profile', id from member_profile_submissions where status = 'pending'
    union all select 'data_request', id from deletion_requests
    union all select 'statement', id from statements where state = 'in_review'
    union all select 'introduction_report', id from introduction_reports where closed_at is null
    union all
    -- Of founders: what an admin enters they publish themselves.
    select 'company_update', u.id from company_updates u
     where u.published_at is null and u.author_id is null
       and not exists (select from company_updates newer
                        where newer.company_id = u.company_id and newer.quarter = u.quarter and newer.version > u.version)
    union all
    select 'question', q.id from deal_question_list q join deals d on d.id = q.deal_id
     where q.answer is null and q.merged_into is null and q.declined_reason is null and d.state in ('released', 'closing')
    union all select 'deal_version', id from deal_version_list where is_waiting and author_id is distinct from app_user_id()
    union all select 'allocation', id from allocations where state = 'draft' and author_id is distinct from app_user_id()
    union all
    select 'collection_account', id from collection_accounts
     where confirmed_at is null and replaced_at is null and entered_by is distinct from app_user_id()
    union all
    select 'company_account', id from company_accounts
     where confirmed_at is null and replaced_at is null and entered_by is distinct from app_user_id()
    union all
    select 'payment', id from outgoing_payments where state = 'proposed' and proposed_by is distinct from app_user_id()
    union all
    select 'completion', id from deal_completions
     where confirmed_at is null and replaced_at is null and proposed_by is distinct from app_user_id()
    union all
    select 'exit', id from exits
     where confirmed_at is null and withdrawn_at is null and proposed_by is distinct from app_user_id()
    union all
    select 'price', id from share_price_list
     where is_waiting and (entered_by is distinct from app_user_id() or is_left_to_author)
       and (price <= coalesce(price_before, 0) or not (is_holder or basis in ('club_estimate', 'impaired')))`.execute(
    db,
  );
  return rows;
}

/** The screen where it is done. */
export const waitingPaths: Record<WaitingKind, string> = {
  membership_request: paths.membershipRequests,
  profile: paths.reviewProfiles,
  data_request: paths.dataRequests,
  statement: paths.statementRegister,
  introduction_report: paths.introductionReports,
  company_update: paths.updateDesk,
  question: paths.dealDesk,
  deal_version: paths.dealDesk,
  allocation: paths.dealDesk,
  collection_account: paths.dealDesk,
  company_account: paths.dealDesk,
  payment: paths.dealDesk,
  completion: paths.dealDesk,
  exit: paths.dealDesk,
  price: paths.dealDesk,
};
