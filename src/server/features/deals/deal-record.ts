import type { Kysely, Transaction } from "kysely";
import { emptyDealPage, warningsOf } from "#shared/deals/deals.ts";
import { londonDate } from "#shared/london-time.ts";
import { workingDaysBetween } from "#shared/working-days.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { readChangeOfTerms } from "./change-of-terms.ts";
import { findCompany } from "./company-queries.ts";
import { type DealRow, findDeal, listMoves, listNotes } from "./deal-queries.ts";
import { sumInterests } from "./interest-queries.ts";
import { dealPolicy, movesOf } from "./policy.ts";
import { listTerms } from "./terms-queries.ts";
import { listVersions } from "./version-queries.ts";

/** What is known of a caller and of the club before a deal is read. */
export interface DealReader {
  actor: Caller["actor"];
  /** London date. */
  today: string;
  areDealsEnabled: boolean;
}

export async function createDealReader({ dependencies, actor }: Caller): Promise<DealReader> {
  const { deals } = await dependencies.readClub();
  return { actor, today: londonDate(dependencies.now()), areDealsEnabled: deals.is_enabled };
}

export function toListedDeal(
  { actor, today, areDealsEnabled }: DealReader,
  { created_at: _created, reply_due_on, is_company_paid, ...deal }: DealRow,
) {
  const isEnquiry = deal.state === "enquiry";
  const late = isEnquiry ? workingDaysBetween(reply_due_on, today) : 0;
  const can = {
    ...dealPolicy(actor, { ...deal, areDealsEnabled }),
    move_to: movesOf(actor, { ...deal, is_company_paid }),
  };
  return { ...deal, reply_due_on: isEnquiry ? reply_due_on : null, days_overdue: late > 0 ? late : null, can };
}

/** @throws HttpError 404 */
export async function getDealRecord(db: Kysely<DB>, reader: DealReader, id: string) {
  const found = await findDeal(db, id);
  const company = found && (await findCompany(db, found.company_id));
  if (!company) throw notFound("deal");
  const { page, released_at, ...deal } = found;
  const terms = await listTerms(db, id);
  const versions = await listVersions(db, reader.actor, id);
  return {
    ...toListedDeal(reader, deal),
    released_at,
    company,
    page: { ...emptyDealPage, ...page },
    terms: terms.map((row) => ({
      ...row.terms,
      author_name: row.author_name,
      not_material_reason: row.not_material_reason,
      warnings: warningsOf(row.terms, reader.today),
    })),
    versions,
    change_of_terms: await readChangeOfTerms(db, found, versions, terms),
    moves: await listMoves(db, id),
    notes: await listNotes(db, id),
    interest_sums: await sumInterests(db, id),
    current_version_id: versions.find(({ approved_at }) => approved_at !== null)?.id ?? null,
  };
}

export interface Changing {
  tx: Transaction<DB>;
  effects: Effects;
  reader: DealReader;
}

/** Settings are read before the transaction, which must not wait for another connection. @returns the deal afterwards. */
export async function changeDeal(
  caller: Caller,
  change: (changing: Changing) => Promise<string>,
): Promise<Awaited<ReturnType<typeof getDealRecord>>> {
  const reader = await createDealReader(caller);
  return caller.dependencies.asActor(caller.actor, async (tx, effects) =>
    getDealRecord(tx, reader, await change({ tx, effects, reader })),
  );
}
