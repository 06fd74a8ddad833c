import { type Kysely, type RawBuilder, sql } from "kysely";
import type { WaitingKind } from "#shared/notices/notice-mail-messages.ts";
import { paths } from "#shared/paths.ts";
import type { WaitingCounts } from "#shared/waiting-counts/waiting-counts.ts";
import type { DB } from "../../platform/db/database.generated.ts";

export interface Waiting {
  kind: WaitingKind;
  subject_id: string;
}

interface Kind {
  /** The ids of the records. */
  ids: RawBuilder<unknown>;
  /** The screen where it is done. */
  path: string;
  /** The badge that counts them; null without one. */
  badge: keyof WaitingCounts | null;
}

const onDealDesk = { path: paths.dealDesk, badge: "deal_desk" } as const;

/** What waits for the admin who reads: what they entered themselves waits for another one. */
export const waitingKinds: Record<WaitingKind, Kind> = {
  membership_request: {
    // Without the view, which reads a person for each request.
    ids: sql`select user_id from user_roles
      where role = 'member' and status = 'pending' and user_id not in (select first_admin_ids())`,
    path: paths.membershipRequests,
    badge: "membership_requests",
  },
  profile: {
    ids: sql`select id from member_profile_submissions where status = 'pending'`,
    path: paths.reviewProfiles,
    badge: "submissions",
  },
  data_request: {
    ids: sql`select id from deletion_requests`,
    path: paths.dataRequests,
    badge: "deletion_requests",
  },
  statement: {
    ids: sql`select id from statements where state = 'in_review'`,
    path: paths.statementRegister,
    badge: "statements",
  },
  introduction_report: {
    ids: sql`select id from introduction_reports where closed_at is null`,
    path: paths.introductionReports,
    badge: "introduction_reports",
  },
  /** Of founders: what an admin enters they publish themselves. */
  company_update: {
    ids: sql`select u.id from company_updates u
      where u.published_at is null and u.author_id is null
        and not exists (select from company_updates newer
                         where newer.company_id = u.company_id and newer.quarter = u.quarter and newer.version > u.version)`,
    path: paths.updateDesk,
    badge: null,
  },
  question: {
    ids: sql`select q.id from deal_question_list q join deals d on d.id = q.deal_id
      where q.answer is null and q.merged_into is null and q.declined_reason is null and d.state in ('released', 'closing')`,
    ...onDealDesk,
  },
  deal_version: {
    ids: sql`select id from deal_version_list where is_waiting and ${isByAnother("author_id")}`,
    ...onDealDesk,
  },
  allocation: {
    ids: sql`select id from allocations where state = 'draft' and ${isByAnother("author_id")}`,
    ...onDealDesk,
  },
  collection_account: {
    ids: sql`select id from collection_accounts
      where confirmed_at is null and replaced_at is null and ${isByAnother("entered_by")}`,
    ...onDealDesk,
  },
  company_account: {
    ids: sql`select id from company_accounts
      where confirmed_at is null and replaced_at is null and ${isByAnother("entered_by")}`,
    ...onDealDesk,
  },
  payment: {
    ids: sql`select id from outgoing_payments where state = 'proposed' and ${isByAnother("proposed_by")}`,
    ...onDealDesk,
  },
  completion: {
    ids: sql`select id from deal_completions
      where confirmed_at is null and replaced_at is null and ${isByAnother("proposed_by")}`,
    ...onDealDesk,
  },
  exit: {
    ids: sql`select id from exit_list where state = 'proposed' and (not is_own or is_left_to_author)`,
    ...onDealDesk,
  },
  holding_import: {
    ids: sql`select id from holding_import_list where state = 'proposed' and (not is_own or is_left_to_author)`,
    ...onDealDesk,
  },
  holding_import_undo: {
    ids: sql`select undo_id from holding_import_list
      where state = 'confirmed' and undo_id is not null and (not is_own_undo or is_undo_left_to_author)`,
    ...onDealDesk,
  },
  outside_payment: {
    ids: sql`select waiting_id from exit_outside where waiting_id is not null and (not is_own or is_left_to_author)`,
    ...onDealDesk,
  },
  price: {
    ids: sql`select id from share_price_list
      where is_waiting and (${isByAnother("entered_by")} or is_left_to_author)
        and (price <= coalesce(price_before, 0) or not (is_holder or basis in ('club_estimate', 'impaired')))`,
    ...onDealDesk,
  },
  split: {
    ids: sql`select id from share_action_list where is_waiting and (${isByAnother("proposed_by")} or is_left_to_author)`,
    ...onDealDesk,
  },
};

const kinds = Object.keys(waitingKinds) as WaitingKind[];

export async function listWhatWaits(db: Kysely<DB>): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`${recordsOf(kinds)}`.execute(db);
  return rows;
}

export async function countWhatWaits(db: Kysely<DB>): Promise<Partial<WaitingCounts>> {
  const counted = kinds.filter((kind) => waitingKinds[kind].badge);
  const { rows } = await sql<{ kind: WaitingKind; count: number }>`
    select kind, count(*)::int as count from (${recordsOf(counted)}) w group by kind`.execute(db);
  const counts: Partial<WaitingCounts> = {};
  for (const { kind, count } of rows) {
    const { badge } = waitingKinds[kind];
    if (badge) counts[badge] = (counts[badge] ?? 0) + count;
  }
  return counts;
}

function recordsOf(wanted: readonly WaitingKind[]) {
  const parts = wanted.map(
    (kind) => sql`select ${kind}::text as kind, w.id as subject_id from (${waitingKinds[kind].ids}) w (id)`,
  );
  return sql.join(parts, sql` union all `);
}

function isByAnother(column: string) {
  return sql`${sql.ref(column)} is distinct from app_user_id()`;
}
