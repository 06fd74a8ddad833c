import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { groupBy } from "#shared/group-by.ts";
import type { reliefRecordSchema } from "#shared/portfolio/portfolio.ts";
import {
  type Lot,
  type LotOrigin,
  type Payment,
  type Portfolio,
  type PriceAges,
  pricesThatCount,
  type SharePrice,
} from "#shared/portfolio/portfolio-figures.ts";
import type { NextKind, ReliefKind } from "#shared/portfolio/portfolio-messages.ts";
import type { Flow } from "#shared/portfolio/rate-of-return.ts";
import type { ShareAction } from "#shared/portfolio/share-actions.ts";
import { proceedsOfSales } from "#shared/portfolio/typed-sales.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { findTypedHolding, listTyped, type Typed } from "./typed-queries.ts";

export interface OwnRelief extends Flow {
  id: string;
  lot_id: string;
  kind: ReliefKind;
  claimed_on: string;
  is_carried_back: boolean;
  /** The day of the loss that was claimed; null of income, and where it was not asked for. */
  lost_on: string | null;
}

export interface OwnLot extends Lot {
  origin: LotOrigin;
  /** The deal is a round of the club. */
  deal_id: string | null;
  deal_name: string | null;
  commitment_id: string | null;
  company_name: string;
  sector: string | null;
  one_line: string | null;
  scheme: "SEIS" | "EIS" | null;
  /** Came to the member then. */
  certificate_on: string | null;
  /** The id is that of the paper; there is none where the certificate was not filed with the club. */
  certificate_id?: string | null;
  /** The club took back the certificate that had come, and none has come since. */
  certificate_withdrawn_on?: string | null;
  pre_money_pence: number | null;
  round_total_pence: number;
  /** The reader is an adviser who is not shown the reliefs that were recorded. */
  areReliefsHidden?: boolean;
}

export interface OwnPrice extends SharePrice {
  source: string | null;
  shares_in_issue: number | null;
  is_by_two_admins: boolean;
  /** Our own rounds have no id. */
  id: string | null;
  has_evidence: boolean;
}

export interface OwnShareAction extends ShareAction {
  id: string;
  source: string;
  has_evidence: boolean;
  is_by_two_admins: boolean;
  lines: readonly { holding_id: string; shares_before: number; shares_after: number }[];
}

/** What the reader holds, and all that its figures follow from. */
export interface OwnPortfolio extends Portfolio {
  lots: readonly OwnLot[];
  prices: readonly OwnPrice[];
  reliefs: readonly OwnRelief[];
  actions?: readonly OwnShareAction[] | undefined;
  /** What the reader typed, to change it. */
  typed?: readonly Typed[];
  /** Paid for shares that are not issued yet: no part of what is held. */
  unissued?: readonly Unissued[];
}

export interface Unissued {
  commitment_id: string;
  company_id: string;
  company_name: string;
  deal_name: string;
  payments: readonly Payment[];
}

/** @param ages the club's, of its setting. */
export async function readPortfolio(db: Kysely<DB>, ages: PriceAges): Promise<OwnPortfolio> {
  const [holdings, exit_lines, payouts, prices, share_actions, typed, unissued] = await Promise.all([
    listHoldings(db),
    listExitLines(db),
    listImportedPayouts(db),
    listPrices(db),
    listShareActions(db),
    listTyped(db),
    listUnissued(db),
  ]);
  return toPortfolio({ holdings, exit_lines, payouts, prices, share_actions, typed, unissued }, ages);
}

/** Rows of what somebody holds, as PostgreSQL gives them. */
export interface HeldRows {
  holdings: Awaited<ReturnType<typeof listHoldings>>;
  exit_lines: Awaited<ReturnType<typeof listExitLines>>;
  payouts: Awaited<ReturnType<typeof listImportedPayouts>>;
  prices: Awaited<ReturnType<typeof listPrices>>;
  share_actions: readonly OwnShareAction[];
  typed: readonly Typed[];
  unissued: readonly Unissued[];
}

export function toPortfolio({ typed, unissued, ...held }: HeldRows, ages: PriceAges): OwnPortfolio {
  const [club, own] = [ofClub(held), ofTyped(typed)];
  return {
    ages,
    typed,
    unissued,
    lots: [...club.lots, ...own.lots].toSorted(
      (one, other) => one.issued_on.localeCompare(other.issued_on) || one.id.localeCompare(other.id),
    ),
    proceeds: [...club.proceeds, ...own.proceeds],
    prices: [...club.prices, ...own.prices],
    reliefs: [...club.reliefs, ...own.reliefs],
    actions: held.share_actions,
  };
}

function ofClub({ holdings, exit_lines, payouts, prices, share_actions }: Omit<HeldRows, "typed" | "unissued">) {
  const changes = groupBy(
    share_actions.flatMap(({ effective_on: day, lines }) =>
      lines.map(({ holding_id, shares_before, shares_after }) => ({
        holding_id,
        day,
        shares_added: shares_after - shares_before,
      })),
    ),
    ({ holding_id }) => holding_id,
  );
  return {
    lots: holdings.map(({ reliefs: _reliefs, import_id, ...lot }) => ({
      ...lot,
      origin: import_id === null ? ("club" as const) : ("imported" as const),
      changes: changes.get(lot.id) ?? [],
    })),
    proceeds: [
      ...exit_lines.map(({ holding_id, kind, shares, ...line }) => ({
        ...line,
        lot_id: holding_id,
        shares_sold: kind === "dividend" || kind === "holdback" ? 0 : shares,
        is_holdback: kind === "holdback",
        is_liquidation: kind === "liquidation",
      })),
      ...payouts.map(({ holding_id, paid_on, gross_pence, costs_pence }) => ({
        lot_id: holding_id,
        happened_on: paid_on,
        shares_sold: 0,
        gross_pence,
        costs_pence,
        paid_on,
      })),
    ],
    prices: pricesThatCount(prices.filter(isOwnOrOfAll(holdings)), share_actions),
    reliefs: holdings.flatMap(({ id, reliefs }) =>
      reliefs.map((relief) => ({ ...relief, lot_id: id, day: relief.claimed_on })),
    ),
  };
}

/** What other members paid before is theirs alone, for an admin who holds shares too. */
const isOwnOrOfAll =
  (holdings: HeldRows["holdings"]) =>
  ({ basis, ...price }: HeldRows["prices"][number]): boolean =>
    basis !== "earlier_purchase" ||
    holdings.some(
      (lot) =>
        lot.import_id !== null &&
        lot.company_id === price.company_id &&
        lot.share_class === price.share_class &&
        lot.issued_on === price.as_of &&
        Number(lot.price) === Number(price.price),
    );

/** The figure typed last counts: a member may raise and lower it as they like. */
const ofTyped = (all: readonly Typed[]): Pick<OwnPortfolio, "lots" | "proceeds" | "prices" | "reliefs"> => ({
  lots: all.flatMap(({ company_id, name, holdings }) =>
    holdings.map(({ note: _note, reliefs: _reliefs, ...lot }) => ({
      ...lot,
      company_id,
      company_name: name,
      origin: "typed",
      deal_id: null,
      deal_name: null,
      commitment_id: null,
      sector: null,
      one_line: null,
      wired_on: lot.issued_on,
      payments: [{ day: lot.issued_on, pence: lot.cost_pence + lot.fee_pence }],
      pre_money_pence: null,
      round_total_pence: 0,
    })),
  ),
  proceeds: all.flatMap(({ holdings, sales }) => proceedsOfSales(holdings, sales)),
  prices: all.flatMap(({ company_id, prices }) =>
    prices.map(({ as_of, price, source }) => ({
      company_id,
      share_class: null,
      as_of,
      price,
      source,
      shares_in_issue: null,
      is_by_two_admins: false,
      id: null,
      has_evidence: false,
      basis: Number(price) === 0 ? "nil" : "own_word",
    })),
  ),
  reliefs: all.flatMap(({ holdings }) =>
    holdings.flatMap(({ id, reliefs }) => reliefs.map((relief) => ({ ...relief, lot_id: id, day: relief.claimed_on }))),
  ),
});

const listHoldings = (db: Kysely<DB>) =>
  db
    .selectFrom("own_holdings")
    .select(["id", "company_id", "shares", "share_class", "price", "cost_pence", "fee_pence", "issued_on", "wired_on"])
    .select(["deal_id", "deal_name", "commitment_id", "company_name", "sector", "one_line", "scheme", "certificate_on"])
    .select(["pre_money_pence", "round_total_pence", "import_id", "certificate_withdrawn_on"])
    .select((own) =>
      own
        .selectFrom("own_papers")
        .whereRef("own_papers.commitment_id", "=", "own_holdings.commitment_id")
        .where("kind", "=", "relief_certificate")
        .select("own_papers.id")
        .limit(1)
        .as("certificate_id"),
    )
    .select([sql<Payment[]>`payments`.as("payments"), sql<Omit<OwnRelief, "lot_id" | "day">[]>`reliefs`.as("reliefs")])
    .orderBy("issued_on")
    .orderBy("id")
    .execute();

const listUnissued = (db: Kysely<DB>) =>
  db
    .selectFrom("own_unissued")
    .select(["commitment_id", "company_id", "company_name", "deal_name", sql<Payment[]>`payments`.as("payments")])
    .orderBy("commitment_id")
    .execute();

const listExitLines = (db: Kysely<DB>) =>
  db
    .selectFrom("own_exit_lines")
    .select(["holding_id", "kind", "happened_on", "shares", "gross_pence", "costs_pence", "paid_on"])
    .orderBy("happened_on")
    .orderBy("exit_id")
    .execute();

const listImportedPayouts = (db: Kysely<DB>) =>
  db
    .selectFrom("own_imported_payouts")
    .select(["holding_id", "paid_on", "gross_pence", "costs_pence"])
    .orderBy("paid_on")
    .orderBy("id")
    .execute();

/** Of the companies whose shares the reader holds, in the order in which they were given. */
const listPrices = (db: Kysely<DB>) =>
  db
    .selectFrom("company_prices")
    .select(["company_id", "share_class", "as_of", "basis", "price", "source", "shares_in_issue", "is_by_two_admins"])
    .select(["id", "has_evidence"])
    .where(sql<boolean>`company_id = any (array(select own_companies()))`)
    .orderBy("as_of")
    .orderBy("recorded_at", (order) => order.asc().nullsFirst())
    .orderBy("id")
    .execute();

/** Splits of the companies whose shares the reader holds, in the order in which they took effect. */
const listShareActions = (db: Kysely<DB>) =>
  db
    .selectFrom("own_share_actions")
    .select(["id", "company_id", "share_class", "new_shares", "old_shares", "effective_on", "source"])
    .select(["has_evidence", "is_by_two_admins", sql<OwnShareAction["lines"]>`lines`.as("lines")])
    .orderBy("effective_on")
    .orderBy("id")
    .execute();

export interface Task {
  kind: NextKind;
  commitment_id: string | null;
  name: string | null;
  until: Date;
  pence: number | null;
}

/** What the reader is asked for now: of their commitments, and of their statement within so many days. */
export async function listTasks(db: Kysely<DB>, statementDays: number): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select 'reconsent' as kind, c.id as commitment_id, c.company_name as name, c.reconsent_until as until, null::bigint as pence
      from own_commitments c where c.state = 'needs_reconsent' and c.reconsent_until > app_now()
    union all
    select 'pay', c.id, c.company_name, c.due_at, f.open_pence
      from own_commitments c cross join lateral own_call(c.id) f
     where c.state in ('called', 'part_paid') and f.open_pence > 0
    union all
    select 'top_up', t.commitment_id, c.company_name, t.closes_at, null
      from own_top_ups t join own_commitments c on c.id = t.commitment_id
     where t.closes_at > app_now() and t.available_shares > 0
    union all
    select 'statement_ends', null, null, (s.valid_through + time '12:00') at time zone 'Europe/London', null
      from (select max(s.valid_through) as valid_through from statements s
              join investor_records r on r.id = s.record_id
             where r.user_id = app_user_id() and s.state = 'live' and s.valid_through >= london_today()) s
     where s.valid_through <= london_today() + ${statementDays}::integer`.execute(db);
  return rows;
}

/** As papers name the reader: by the record, before there is one by the profile; null without both. */
export async function findLegalName(db: Kysely<DB>, userId: string): Promise<string | null> {
  const record = db.selectFrom("investor_records").select("legal_name").where("user_id", "=", userId);
  const profile = db.selectFrom("member_profiles").select("full_name").where("user_id", "=", userId);
  return (await record.executeTakeFirst())?.legal_name ?? (await profile.executeTakeFirst())?.full_name ?? null;
}

/** Of the reader's own, of the club's or typed. */
export async function findLot(tx: Transaction<DB>, id: string) {
  const held = await tx
    .selectFrom("own_holdings")
    .select(["record_id", "id as holding_id", "issued_on", "cost_pence"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (held) return held;
  const typed = await findTypedHolding(tx, id);
  return typed && { typed_holding_id: typed.id, issued_on: typed.issued_on, cost_pence: typed.cost_pence };
}

/** The lock keeps others from recording while what is recorded of a lot is added up. */
export const lockReliefs = (tx: Transaction<DB>, lotId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('reliefs of ' || ${lotId}::text, 0))`.execute(tx);

type Found = NonNullable<Awaited<ReturnType<typeof findLot>>>;

export async function insertRelief(
  tx: Transaction<DB>,
  { issued_on: _issued, cost_pence: _cost, ...lot }: Found,
  { lot_id, ...relief }: z.output<typeof reliefRecordSchema>,
) {
  const inserted = await tx
    .insertInto("relief_records")
    .values({ ...lot, ...relief })
    .returning(["id", "kind", "claimed_on", "pence", "is_carried_back", "lost_on"])
    .executeTakeFirstOrThrow();
  return { ...inserted, lot_id };
}

/** @returns whether there was one of the caller's own. */
export async function deleteRelief(tx: Transaction<DB>, id: string): Promise<boolean> {
  const deleted = await tx.deleteFrom("relief_records").where("id", "=", id).returning("id").executeTakeFirst();
  return deleted !== undefined;
}

/** What the caller holds, with the club's ages of prices. */
export const readOwn = async ({ dependencies, actor }: Pick<Caller, "dependencies" | "actor">): Promise<OwnPortfolio> =>
  readPortfolio(dependencies.readAs(actor), (await dependencies.readClub()).price_ages);
