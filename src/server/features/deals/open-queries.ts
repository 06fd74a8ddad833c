import { type Kysely, sql, type Transaction } from "kysely";
import type { PanelMember } from "#shared/acts/acts.ts";
import { endedStates } from "#shared/commitments/commitment-messages.ts";
import type { DemandBand } from "#shared/deals/deal-messages.ts";
import type { DealContent, DeliveryChannel, InterestInput } from "#shared/deals/deals.ts";
import type { Tier } from "#shared/people/people-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";

/** Leaves a delivery for each deal that is shown; belongs into the transaction that reads them. */
export const recordShown = (tx: Transaction<DB>, channel: Extract<DeliveryChannel, "list" | "page">, dealId?: string) =>
  sql`select show_deals(${channel}, ${dealId ?? null})`.execute(tx);

const mine = (tx: Transaction<DB>, userId: string) =>
  tx
    .selectFrom("deal_interests as i")
    .innerJoin("investor_records as r", "r.id", "i.record_id")
    .where("r.user_id", "=", userId)
    .select(["i.deal_id", "i.level", "i.amount_pence", "i.reason", "i.updated_at"])
    .as("mine");

const columnsOfDeal = [
  ...(["o.id", "o.state", "o.released_at", "o.version_id", "o.version_number", "o.approved_at"] as const),
  ...(["o.closes_at", "o.instead_of", "o.closing_reason", "mine.level", "mine.amount_pence", "mine.reason"] as const),
] as const;

/** When the reader withdrew their last commitment, unless they answered since; of deals as `o` with `mine`. */
const withdrawnAt = (userId: string) =>
  sql<Date | null>`
  (select max(c.state_since) from commitments c join investor_records r on r.id = c.record_id
    where r.user_id = ${userId} and c.deal_id = o.id and c.state = 'withdrawn'
      and c.state_since > coalesce(mine.updated_at, '-infinity'))`.as("withdrawn_at");

const openDeals = (tx: Transaction<DB>, userId: string) =>
  tx
    .selectFrom("open_deals as o")
    .leftJoin(
      () => mine(tx, userId),
      (join) => join.onRef("mine.deal_id", "=", "o.id"),
    )
    .select([...columnsOfDeal, withdrawnAt(userId)])
    .select(sql<DealContent>`o.content`.as("content"));

/** @param userId whose interest and commitment come with it. */
export const listOpenDeals = (tx: Transaction<DB>, userId: string) =>
  openDeals(tx, userId)
    .leftJoin(
      (commitments) =>
        commitments
          .selectFrom("commitments as c")
          .innerJoin("investor_records as r", "r.id", "c.record_id")
          .where("r.user_id", "=", userId)
          .where("c.state", "not in", endedStates)
          .select(["c.deal_id", "c.state as commitment_state"])
          .select(sql<number>`coalesce(c.allocated_shares, c.shares)`.as("commitment_shares"))
          .as("own"),
      (join) => join.onRef("own.deal_id", "=", "o.id"),
    )
    .select(["own.commitment_state", "own.commitment_shares"])
    .select((shown) =>
      shown
        .not(
          shown.exists(
            shown
              .selectFrom("deliveries as d")
              .innerJoin("investor_records as r", "r.id", "d.record_id")
              .where("r.user_id", "=", userId)
              .whereRef("d.subject_id", "=", "o.version_id")
              .where("d.channel", "=", "page")
              .select("d.id"),
          ),
        )
        .as("is_new"),
    )
    .orderBy("o.released_at", "desc")
    .orderBy("o.id", "desc")
    .execute();

export type ListedOpenDealRow = Awaited<ReturnType<typeof listOpenDeals>>[number];

export const isShown = async (tx: Transaction<DB>, id: string): Promise<boolean> =>
  (await tx.selectFrom("open_deals").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

/** Open to the caller, or bought by them. */
export const isReadable = async (tx: Transaction<DB>, id: string): Promise<boolean> =>
  (await tx.selectFrom("readable_deals").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

/** Open to the caller, or bought by them. */
export const findReadableDeal = (tx: Transaction<DB>, userId: string, id: string) =>
  tx
    .selectFrom("readable_deals as o")
    .leftJoin(
      () => mine(tx, userId),
      (join) => join.onRef("mine.deal_id", "=", "o.id"),
    )
    .select([...columnsOfDeal, withdrawnAt(userId)])
    .select("o.is_bought")
    .$narrowType<{
      id: string;
      released_at: Date;
      version_id: string;
      version_number: number;
      is_bought: boolean;
      withdrawn_at: Date | null;
      closes_at: Date;
    }>()
    .select(sql<DealContent>`o.content`.as("content"))
    .where("o.id", "=", id)
    .executeTakeFirst();
export type ReadableDealRow = NonNullable<Awaited<ReturnType<typeof findReadableDeal>>>;

export const listPanelOfVersion = (tx: Transaction<DB>, versionId: string) =>
  tx
    .selectFrom("deal_panel")
    .select(["name", "capacity", "arranges", "invests_pence"])
    .$narrowType<{ capacity: PanelMember["capacity"] }>()
    .where("version_id", "=", versionId)
    .orderBy("id")
    .execute();

/** Of another version than the one that counts, which the person saw last. */
export async function findSeenContent(tx: Transaction<DB>, userId: string, { id, version_id }: ReadableDealRow) {
  const seen = await tx
    .selectFrom("deliveries as d")
    .innerJoin("investor_records as r", "r.id", "d.record_id")
    .innerJoin("deal_versions as v", "v.id", "d.deal_version_id")
    .select(sql<DealContent>`v.content`.as("content"))
    .where("r.user_id", "=", userId)
    .where("v.deal_id", "=", id)
    .where("v.id", "<>", version_id)
    .where("d.channel", "=", "page")
    .orderBy("v.number", "desc")
    .limit(1)
    .executeTakeFirst();
  return seen?.content ?? null;
}

/** The caller's completed commitment. */
export async function findBought(tx: Transaction<DB>, dealId: string) {
  const own = await tx
    .selectFrom("own_commitments as c")
    .innerJoin("holdings as h", "h.commitment_id", "c.id")
    .select(["c.id as commitment_id", "h.shares", "h.issued_on"])
    .select(sql<number>`holding_shares_left(h.id)`.as("held_shares"))
    .where("c.deal_id", "=", dealId)
    .where("c.state", "=", "completed")
    .orderBy("c.number", "desc")
    .limit(1)
    .executeTakeFirst();
  return own ?? null;
}

export async function readOwnTier(tx: Transaction<DB>): Promise<Tier> {
  const { rows } = await sql<{ tier: Tier }>`select own_tier() as tier`.execute(tx);
  return rows[0]?.tier ?? "trial";
}

/** Returns null for somebody who has not said what they think. */
export async function readDemand(tx: Transaction<DB>, dealId: string): Promise<DemandBand | null> {
  const { rows } = await sql<{ band: DemandBand | null }>`select deal_demand(${dealId}) as band`.execute(tx);
  return rows[0]?.band ?? null;
}

/** @returns whether there is such a deal to say it of. */
export async function setInterest(
  tx: Transaction<DB>,
  dealId: string,
  { level, amount_pence, reason }: { [Key in keyof InterestInput]-?: Exclude<InterestInput[Key], undefined> },
): Promise<boolean> {
  const { rows } = await sql<{ is_set: boolean }>`
    select set_deal_interest(${dealId}, ${level}, ${amount_pence}, ${reason}) as is_set`.execute(tx);
  return rows[0]?.is_set ?? false;
}

/** The last day of the person's statement that counts; null without one. */
export async function readLastDay(tx: Transaction<DB>, userId: string): Promise<string | null> {
  const statement = await tx
    .selectFrom("statements as s")
    .innerJoin("investor_records as r", "r.id", "s.record_id")
    .select("s.valid_through")
    .where("r.user_id", "=", userId)
    // At the time of the call, as the gate: it may be withdrawn meanwhile.
    .where("s.live_from", "<=", sql<Date>`app_now()`)
    .where("s.valid_through", ">=", sql<string>`london_today()`)
    .where(({ eb, or }) => or([eb("s.ended_at", "is", null), eb("s.ended_at", ">", sql<Date>`app_now()`)]))
    .orderBy("s.valid_through", "desc")
    .limit(1)
    .executeTakeFirst();
  return statement?.valid_through ?? null;
}

const newest = newestFirst("delivered_at");

interface Page {
  limit: number;
  cursor?: string | undefined;
}

const columns = [
  "id",
  "delivered_at",
  "channel",
  "statement_id",
  "signed_on",
  "valid_through",
  "version_number",
  "page_sha256",
  "company_name",
] as const;

export const listOwnDeliveries = (db: Kysely<DB>, page: Page) =>
  keysetPage(
    db.selectFrom("own_deliveries").select(columns).select(["terms_number", "terms_set_at", "document_title"]),
    newest,
    page,
  );

export const listDeliveries = (
  db: Kysely<DB>,
  { deal_id, user_id, ...page }: Page & { deal_id?: string | undefined; user_id?: string | undefined },
) =>
  keysetPage(
    db
      .selectFrom("delivery_register")
      .select([...columns, "deal_id", "user_id", "full_name"])
      .$if(deal_id !== undefined, (query) => query.where("deal_id", "=", deal_id ?? ""))
      .$if(user_id !== undefined, (query) => query.where("user_id", "=", user_id ?? "")),
    newest,
    page,
  );
