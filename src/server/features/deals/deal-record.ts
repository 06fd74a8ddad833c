import { type Kysely, sql, type Transaction } from "kysely";
import { type CommitmentState, endedStates } from "#shared/commitments/commitment-messages.ts";
import { materialChanges } from "#shared/commitments/terms-changes.ts";
import { type DealState, interestLevels } from "#shared/deals/deal-messages.ts";
import { type DealContent, type DealRecord, emptyDealPage, warningsOf } from "#shared/deals/deals.ts";
import { londonDate } from "#shared/london-time.ts";
import { workingDaysBetween } from "#shared/working-days.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { keysetPage } from "../../platform/http/keyset-page.ts";
import { findCompany } from "./company-queries.ts";
import {
  type DealRow,
  dealPolicy,
  findCancellingProposal,
  findClosingProposal,
  findDeal,
  listClosings,
  listMoves,
  listNotes,
  movesOf,
} from "./deal-queries.ts";
import { findLastTerms, listTerms } from "./terms-queries.ts";
import { listVersions } from "./version-queries.ts";

export interface DealReader {
  actor: Caller["actor"];
  now: Date;
  /** London date. */
  today: string;
}

export function createDealReader({ dependencies, actor }: Caller): DealReader {
  const now = dependencies.now();
  return { actor, now, today: londonDate(now) };
}

export function toListedDeal(
  { actor, now, today }: DealReader,
  { created_at: _created, reply_due_on, is_company_paid, ...deal }: DealRow,
) {
  const isEnquiry = deal.state === "enquiry";
  const late = isEnquiry ? workingDaysBetween(reply_due_on, today) : 0;
  const can = {
    ...dealPolicy(actor, deal),
    move_to: movesOf(actor, { ...deal, is_company_paid, isOpen: deal.closes_at !== null && deal.closes_at > now }),
  };
  return { ...deal, reply_due_on: isEnquiry ? reply_due_on : null, days_overdue: late > 0 ? late : null, can };
}

/** @throws HttpError 404 */
export async function getDealRecord(db: Kysely<DB>, reader: DealReader, id: string) {
  const found = await findDeal(db, id);
  const company = found && (await findCompany(db, found.company_id));
  if (!company) throw notFound("deal");
  const { page, released_at, reconsent_hours, cooling_off_hours, ...deal } = found;
  const terms = await listTerms(db, id);
  const versions = await listVersions(db, id);
  return {
    ...toListedDeal(reader, deal),
    released_at,
    reconsent_hours,
    cooling_off_hours,
    company,
    page: { ...emptyDealPage, ...page },
    terms: terms.map((row) => ({
      ...row.terms,
      author_name: row.author_name,
      not_material_reason: row.not_material_reason,
      warnings: warningsOf(row.terms, reader.today),
    })),
    last_terms: terms.length === 0 ? await findLastTerms(db, id) : null,
    versions,
    closing_proposal: await findClosingProposal(db, reader, id),
    cancelling_proposal: await findCancellingProposal(db, reader, id),
    change_of_terms: await readChangeOfTerms(db, found, versions, terms),
    moves: await listMoves(db, id),
    closings: await listClosings(db, id),
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

const shownStates: readonly DealState[] = ["released", "closing"];
/** The states are those of the database's `follow_terms`. */
const notAsked: readonly CommitmentState[] = [...endedStates, "completed"];

/**
 * Returns what the approval of the newest version does to commitments; null where its terms are not others than those that count.
 */
async function readChangeOfTerms(
  db: Kysely<DB>,
  deal: { id: string; state: DealState },
  versions: readonly { id: string; terms_number: number; approved_at: Date | null }[],
  terms: readonly { terms: { number: number }; not_material_reason: string | null }[],
): Promise<DealRecord["change_of_terms"]> {
  const [newest] = versions;
  const current = versions.find(({ approved_at }) => approved_at !== null);
  if (!newest || !current || !shownStates.includes(deal.state) || newest.terms_number === current.terms_number)
    return null;
  const before = await getContent(db, current.id);
  const after = await getContent(db, newest.id);
  const { commitments } = await db
    .selectFrom("commitments")
    .select(({ fn }) => fn.countAll<number>().as("commitments"))
    .where("deal_id", "=", deal.id)
    .where("terms_id", "<>", after.terms.id)
    .where("state", "not in", notAsked)
    .executeTakeFirstOrThrow();
  return {
    version_id: newest.id,
    commitments,
    material_terms: materialChanges(before, after).map(({ label }) => label),
    not_material_reason:
      terms.find(({ terms: { number } }) => number === newest.terms_number)?.not_material_reason ?? null,
    closes_at: after.terms.closes_at,
  };
}

async function getContent(db: Kysely<DB>, versionId: string): Promise<DealContent> {
  const { content } = await db
    .selectFrom("deal_versions")
    .select(sql<DealContent>`content`.as("content"))
    .where("id", "=", versionId)
    .executeTakeFirstOrThrow();
  return content;
}

const levelsFirst = [
  { name: "place", type: "integer", direction: "asc" },
  { name: "updated_at", type: "timestamptz", direction: "desc" },
  { name: "id", type: "uuid", direction: "desc" },
] as const;

/** By level, latest first. A sealed record has no name; the view is read per row: a join would evaluate it for every record. */
export async function listInterests(
  db: Kysely<DB>,
  dealId: string,
  page: { limit: number; cursor?: string | undefined },
) {
  const interests = db.selectFrom((outer) =>
    outer
      .selectFrom("deal_interests")
      .select(["id", "record_id", "level", "amount_pence", "reason", "updated_at"])
      .select(sql<number>`array_position(${interestLevels}::text[], level)`.as("place"))
      .where("deal_id", "=", dealId)
      .as("i"),
  );
  const found = interests
    .select(["i.id", "i.level", "i.amount_pence", "i.reason", "i.updated_at", "i.place"])
    .select(
      sql<
        string | null
      >`(select coalesce(r.full_name, r.email) from investor_record_list r where r.id = i.record_id limit 1)`.as(
        "full_name",
      ),
    );
  const { items, next_cursor } = await keysetPage(found, levelsFirst, page);
  return { items: items.map(({ place: _place, ...interest }) => interest), next_cursor };
}

/** How many there are of each level, and the amounts that were named, added up. */
export const sumInterests = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("deal_interests")
    .select(({ fn }) => ["level", fn.countAll<number>().as("count")])
    .select(sql<number>`coalesce(sum(amount_pence), 0)::bigint`.as("amount_pence"))
    .where("deal_id", "=", dealId)
    .groupBy("level")
    .orderBy(sql`array_position(${interestLevels}::text[], level)`)
    .execute();
