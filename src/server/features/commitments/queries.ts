import { type Kysely, sql, type Transaction } from "kysely";
import type { PanelMember } from "#shared/acts/acts.ts";
import type {
  CommitmentBand,
  CommitmentObstacle,
  CommitmentState,
  ReconsentChoice,
} from "#shared/commitments/commitment-messages.ts";
import type { DemandBand } from "#shared/deals/deal-messages.ts";
import type { DealContent } from "#shared/deals/deals.ts";
import type { Tier } from "#shared/people/people-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import { runCommand } from "../../platform/http/run-command.ts";

interface Page {
  limit: number;
  cursor?: string | undefined;
}

/** Finds a deal as members are shown it now; undefined for one that they are not. */
export const findOffer = (tx: Transaction<DB>, dealId: string) =>
  tx
    .selectFrom("open_deals")
    .select([sql<DealContent>`content`.as("content"), sql<Date>`closes_at`.as("closes_at")])
    .where("id", "=", dealId)
    .executeTakeFirst();

interface Standing {
  tier: Tier;
  /** A commitment would be placed in this band now. */
  band: CommitmentBand;
  obstacle: CommitmentObstacle | null;
  cooling_off_until: Date | null;
  legal_name: string | null;
  is_uk_taxpayer: boolean | null;
}

export async function readStanding(tx: Transaction<DB>, dealId: string): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select own_tier() as tier, own_band(${dealId}) as band, commitment_obstacle(${dealId}) as obstacle, cooling_off_until(${dealId}) as cooling_off_until,
           r.legal_name, r.is_uk_taxpayer
    from (select app_user_id() as user_id) reader left join investor_records r using (user_id)`.execute(tx);
  const [standing] = rows;
  if (!standing) throw new Error("A select without a table answers a row.");
  return standing;
}

const columns = [
  "id",
  "deal_id",
  "company_name",
  "deal_name",
  "deal_state",
  "number",
  "state",
  "state_since",
  "updated_at",
  "placed_at",
  "band",
  "tier",
  "fee_bp",
  "amount_pence",
  "ceiling_pence",
  "shares",
  "least_shares",
  "wants_relief",
  "signed_as",
  "allocated_shares",
  "cost_pence",
  "fee_pence",
  "terms_id",
  "terms_number",
  "price",
  "scheme",
  "reconsent_until",
  "due_at",
  "grace_until",
  "closes_at",
  "instead_of",
  "closing_reason",
  "said_sent_at",
  "called_at",
  "completion_expected_on",
  "minimum_pence",
] as const;

const changeColumns = [
  "new_terms_id",
  "new_terms_number",
  "new_price",
  "new_scheme",
  "new_minimum_pence",
  sql<DealContent | null>`content_before`.as("content_before"),
  sql<DealContent | null>`content_after`.as("content_after"),
  sql<PanelMember[] | null>`panel_before`.as("panel_before"),
  sql<PanelMember[] | null>`panel_after`.as("panel_after"),
  // Asked of those alone who are shown deals.
  sql<boolean>`case when is_investor() then commitment_obstacle(deal_id) is null else false end`.as("is_open"),
] as const;

const ownCommitments = (db: Kysely<DB>) =>
  db
    .selectFrom("own_commitments")
    .select(columns)
    .select(changeColumns)
    .select(sql<number>`(hours_of_deal(deal_id) ->> 'funds_window_hours')::int`.as("call_hours"))
    .select(sql<number>`(hours_of_deal(deal_id) ->> 'hold_hours')::int`.as("hold_hours"))
    .select((own) =>
      own
        .selectFrom("holdings as h")
        .select("h.issued_on")
        .whereRef("h.commitment_id", "=", "own_commitments.id")
        .as("issued_on"),
    )
    .select((own) =>
      own
        .selectFrom("holdings as h")
        .select(sql<number>`holding_shares_left(h.id)`.as("shares"))
        .whereRef("h.commitment_id", "=", "own_commitments.id")
        .as("held_shares"),
    )
    .select((own) =>
      own
        .selectFrom("holdings as h")
        .select("h.company_id")
        .whereRef("h.commitment_id", "=", "own_commitments.id")
        .as("company_id"),
    )
    .select(
      sql<number>`(select coalesce(sum(p.amount_pence), 0)::bigint from own_returned_payouts p
                    where p.commitment_id = own_commitments.id)`.as("returned_pence"),
    )
    .select(
      sql<string | null>`(select max(p.returned_on) from own_returned_payouts p
                           where p.commitment_id = own_commitments.id)`.as("returned_on"),
    );

interface ChangeOfTerms {
  ceiling_pence: number;
  fee_bp: number;
  new_price: string;
  new_minimum_pence: number;
  content_before: DealContent;
  content_after: DealContent;
  panel_before: PanelMember[] | null;
  panel_after: PanelMember[] | null;
}

/** As `own_commitments` shows it to its owner, for a mail to them. Undefined for who may be shown no deal now. */
export async function findChangeOfTerms(
  read: Kysely<DB>,
  { commitmentId, userId, now }: { commitmentId: string; userId: string; now: Date },
): Promise<ChangeOfTerms | undefined> {
  const panelOf = (version: "accepted" | "newest") => sql`
    (select jsonb_agg(jsonb_build_object('name', p.name, 'capacity', p.capacity, 'arranges', p.arranges, 'invests_pence', p.invests_pence)
                      order by p.name, p.id)
       from deal_panel p where p.version_id = ${sql.ref(`${version}.id`)})`;
  const { rows } = await sql<ChangeOfTerms>`
    select c.ceiling_pence, c.fee_bp, n.price as new_price, n.minimum_commitment_pence as new_minimum_pence,
           accepted.content as content_before, newest.content as content_after,
           ${panelOf("accepted")} as panel_before, ${panelOf("newest")} as panel_after
      from commitments c
      join lateral (select v.id, v.content from deal_versions v
                     where v.deal_id = c.deal_id and v.terms_id = c.terms_id and v.approved_at is not null
                     order by v.number desc limit 1) accepted on true
      join lateral (select v.id, v.content, v.terms_id from deal_versions v
                     where v.deal_id = c.deal_id and v.approved_at is not null order by v.number desc limit 1) newest on true
      join deal_terms n on n.id = newest.terms_id
     where c.id = ${commitmentId} and may_promote(${userId}, ${now})`.execute(read);
  return rows[0];
}

export const findOwnCommitment = (db: Kysely<DB>, id: string) =>
  ownCommitments(db).where("id", "=", id).executeTakeFirst();
export type OwnCommitmentRow = NonNullable<Awaited<ReturnType<typeof findOwnCommitment>>>;

const isOver = sql<boolean>`not is_live_commitment(own_commitments.state)`;

/** The latest of a deal. */
export const findOwnOfDeal = (db: Kysely<DB>, dealId: string, { isLive }: { isLive: boolean }) =>
  ownCommitments(db)
    .where("deal_id", "=", dealId)
    .$if(isLive, (query) => query.where(sql<boolean>`not ${isOver}`))
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();

/** Latest first. */
export const listOwnCommitments = (db: Kysely<DB>, page: Page) =>
  keysetPage(
    db
      .selectFrom("own_commitments")
      .select(columns)
      .select(({ selectFrom }) =>
        selectFrom("own_top_ups")
          .select("closes_at")
          .whereRef("commitment_id", "=", "own_commitments.id")
          .where("available_shares", ">", 0)
          .as("top_up_closes_at"),
      )
      .select(
        sql<number>`coalesce((select f.refunded_pence from own_call(own_commitments.id) f where ${isOver}), 0)`.as(
          "refunded_pence",
        ),
      )
      .select(
        sql<string | null>`(select f.refunded_on from own_call(own_commitments.id) f where ${isOver})`.as(
          "refunded_on",
        ),
      ),
    newestFirst("placed_at"),
    page,
  );
export type ListedRow = Awaited<ReturnType<typeof listOwnCommitments>>["items"][number];

export const listOwnHistory = (db: Kysely<DB>, commitmentId: string) =>
  db
    .selectFrom("own_commitment_events")
    .select(["id", "happened_at", "kind", "shares", "amount_pence", "terms_number", "reason"])
    .where("commitment_id", "=", commitmentId)
    .orderBy("happened_at")
    .orderBy("id")
    .execute();

/** Returns null for somebody who has neither committed nor said what they think. */
export async function readDemandOfOthers(tx: Transaction<DB>, dealId: string): Promise<DemandBand | null> {
  const { rows } = await sql<{ band: DemandBand | null }>`select deal_demand(${dealId}, true) as band`.execute(tx);
  return rows[0]?.band ?? null;
}

interface Placing {
  deal_id: string;
  terms_id: string;
  expected_version: string | null;
  amount_pence: number;
  shares: number;
  ceiling_pence: number;
  least_shares: number;
  fee_bp: number;
  wants_relief: boolean | null;
  signed_as: string;
  details: object;
}

export const setCommitment = (tx: Transaction<DB>, given: Placing) =>
  runCommand<"placed" | "changed">(
    tx,
    sql`set_commitment(${given.deal_id}, ${given.terms_id}, ${given.expected_version}, ${given.amount_pence}, ${given.shares},
                       ${given.ceiling_pence}, ${given.least_shares}, ${given.fee_bp}, ${given.wants_relief},
                       ${given.signed_as}, ${JSON.stringify(given.details)}::jsonb)`,
    "deal",
  );

interface Answering {
  deal_id: string;
  choice: ReconsentChoice;
  terms_id: string;
  expected_version: string;
  amount_pence: number | null;
  shares: number | null;
  ceiling_pence: number | null;
  least_shares: number | null;
  accepts_more: boolean;
}

export const answerTermsChange = (tx: Transaction<DB>, given: Answering) =>
  runCommand<"kept" | "changed" | "left">(
    tx,
    sql`answer_terms_change(${given.deal_id}, ${given.choice}, ${given.terms_id}, ${given.expected_version}, ${given.amount_pence},
                            ${given.shares}, ${given.ceiling_pence}, ${given.least_shares}, ${given.accepts_more})`,
    "commitment",
  );

interface Concerned {
  commitment_id: string;
  /** A person who has left has no id. */
  user_id: string | null;
}

/** @returns whom it asks again, and until when. */
export async function followApproved(
  tx: Transaction<DB>,
  versionId: string,
  isMaterial: boolean,
): Promise<(Concerned & { answer_until: Date })[]> {
  const { rows } = await sql<
    Concerned & { answer_until: Date }
  >`select * from follow_terms(${versionId}, ${isMaterial})`.execute(tx);
  return rows;
}

export async function isMaterialByItsAuthor(tx: Transaction<DB>, termsId: string): Promise<boolean> {
  const { is_material } = await tx
    .selectFrom("deal_terms")
    .select("is_material")
    .where("id", "=", termsId)
    .executeTakeFirstOrThrow();
  return is_material;
}

export const listCancelled = (tx: Transaction<DB>, dealId: string) =>
  tx
    .selectFrom("desk_commitments")
    .select(["id as commitment_id", "user_id"])
    .where("deal_id", "=", dealId)
    .where("state", "=", "deal_cancelled")
    .execute();

interface ToldOfClosing {
  user_id: string;
  /** A member who has not committed, but may, has none. */
  commitment_id: string | null;
}

export async function listToldOfClosing(tx: Transaction<DB>, dealId: string): Promise<ToldOfClosing[]> {
  const { rows } = await sql<ToldOfClosing>`select * from list_told_of_closing(${dealId})`.execute(tx);
  return rows;
}

/** Runs as the owner. @returns whose commitments lapsed. */
export async function lapseUnanswered(tx: Transaction<DB>, dealId: string, at: Date): Promise<Concerned[]> {
  const { rows } = await sql<Concerned>`select * from lapse_commitments(${dealId}, ${at})`.execute(tx);
  return rows;
}

const earliestPlace = [
  { name: "placed_at", type: "timestamptz", direction: "asc" },
  { name: "id", type: "uuid", direction: "asc" },
] as const;

export const listDeskCommitments = (
  db: Kysely<DB>,
  dealId: string,
  { state, ...page }: Page & { state?: CommitmentState | undefined },
) =>
  keysetPage(
    db
      .selectFrom("desk_commitments")
      .selectAll()
      .where("deal_id", "=", dealId)
      .$if(state !== undefined, (query) => query.where("state", "=", state ?? "committed")),
    earliestPlace,
    page,
  );

/** Of each state how many, and of those that count what they ask for. */
export const countCommitments = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("commitments as c")
    .select(({ fn }) => ["c.state", fn.countAll<number>().as("count")])
    .where("c.deal_id", "=", dealId)
    .groupBy("c.state")
    .execute();

export const findAsked = (db: Kysely<DB>, dealId: string) =>
  db.selectFrom("asked_sums").select(["shares", "pence"]).where("deal_id", "=", dealId).executeTakeFirst();

export const hasDeal = async (db: Kysely<DB>, id: string): Promise<boolean> =>
  (await db.selectFrom("deals").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
