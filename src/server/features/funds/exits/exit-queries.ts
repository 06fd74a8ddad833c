import { type Kysely, sql } from "kysely";
import type { Exit, ExitDetails, OwnExit } from "#shared/funds/funds-exits.ts";
import type { ExitState } from "#shared/funds/funds-exits-messages.ts";
import { groupBy, sumOf } from "#shared/group-by.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../../platform/http/keyset-page.ts";
import type { Policy, PolicyActor } from "../../../platform/http/policy.ts";

const exits = (db: Kysely<DB>) =>
  db
    .selectFrom("exit_list")
    .select(["id", "company_id", "company_name", "kind", "earlier_id", "happened_on", "price", "is_of_all", "members"])
    .select(["shares", "gross_pence", "costs_pence", "paid_pence", "costs_payee", "note", "state", "proposed_at"])
    .select([
      "proposed_by_name",
      "confirmed_at",
      "in_effect_at",
      "confirmed_by_name",
      "withdrawn_at",
      "withdrawn_by_name",
    ])
    .select(["withdrawn_because", "refusal", "has_money", "has_later", "to_propose", "to_approve"])
    .select(["takes_effect_at", "announced_by_name"]);

type Row = Awaited<ReturnType<ReturnType<typeof exits>["executeTakeFirstOrThrow"]>>;

function toExit(actor: PolicyActor, row: Row) {
  const { refusal, has_money, has_later, to_propose, to_approve, ...exit } = row;
  return { ...exit, can: exitPolicy(actor, row) };
}

interface Page {
  limit: number;
  cursor?: string | undefined;
}

/** Newest first. @throws HttpError 404 */
export async function listExits(db: Kysely<DB>, actor: PolicyActor, companyId: string, page: Page) {
  const company = await db.selectFrom("companies").select("id").where("id", "=", companyId).executeTakeFirst();
  if (!company) throw notFound("company");
  const found = exits(db).where("company_id", "=", companyId);
  const { items, next_cursor } = await keysetPage(found, newestFirst("proposed_at"), page);
  return { items: items.map((row) => toExit(actor, row)), next_cursor };
}

/** Finds an exit with every lot. @throws HttpError 404 */
export async function getExit(db: Kysely<DB>, actor: PolicyActor, id: string) {
  const row = await exits(db).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("exit");
  const deals = await listDeals(db, id);
  return {
    ...toExit(actor, row),
    ...(await readPaymentSums(db, id)),
    deals,
    outside: row.state === "confirmed" ? await findOutside(db, actor, id) : null,
    members_paid: await listMembers(db, id, new Map(deals.map(({ deal_id, arrived_on }) => [deal_id, arrived_on]))),
  };
}

/** Once the ledgers agree with the bank, as both actions require. */
async function readPaymentSums(db: Kysely<DB>, id: string) {
  const { rows } = await sql<Record<`${"propose" | "approve"}_${"payments" | "pence"}`, number>>`
    select * from exit_payment_sums(${id})`.execute(db);
  const { propose_payments = 0, propose_pence = 0, approve_payments = 0, approve_pence = 0 } = rows[0] ?? {};
  return {
    to_propose: { payments: propose_payments, pence: propose_pence },
    to_approve: { payments: approve_payments, pence: approve_pence },
  };
}

/** Returns null without imported shares. */
async function findOutside(db: Kysely<DB>, actor: PolicyActor, exitId: string) {
  const row = await db
    .selectFrom("exit_outside")
    .select(["members", ...money, "paid_on", "source", "waiting_id", "waiting_paid_on", "waiting_source"])
    .select(["recorded_at", "recorded_by_name", "refusal", "takes_effect_at", "announced_by_name"])
    .where("exit_id", "=", exitId)
    .executeTakeFirst();
  if (!row) return null;
  const { members, shares, gross_pence, costs_pence, paid_pence, paid_on, source } = row;
  const { waiting_paid_on, waiting_source, recorded_at, recorded_by_name, takes_effect_at, announced_by_name } = row;
  return {
    members,
    shares,
    gross_pence,
    costs_pence,
    paid_pence,
    paid_on,
    source,
    waiting:
      waiting_paid_on === null || waiting_source === null || recorded_at === null
        ? null
        : {
            paid_on: waiting_paid_on,
            source: waiting_source,
            recorded_at,
            recorded_by_name,
            takes_effect_at,
            announced_by_name,
          },
    can: outsidePaymentPolicy(actor, row),
  };
}

const money = ["shares", "gross_pence", "costs_pence", "paid_pence"] as const;

const listDeals = (db: Kysely<DB>, exitId: string) =>
  db
    .selectFrom("exit_deals")
    .select(["deal_id", "deal_name", ...money, "arrived_pence", "arrived_on", "costs_paid_on", "distributed_pence"])
    .where("exit_id", "=", exitId)
    .orderBy("deal_id")
    .execute();

const lotColumns = [
  ...(["id", "deal_id", "deal_name", "commitment_id", "certificate_number", "issued_on"] as const),
  ...money,
  "paid_on",
] as const;

const ownLotColumns = [...lotColumns, "arrived_on", "returned_on"] as const;

/** Lists members by name; those whose account is gone come last. */
async function listMembers(db: Kysely<DB>, exitId: string, arrivedOn: ReadonlyMap<string | null, string | null>) {
  const lots = await db
    .selectFrom("exit_line_list")
    .select(["owner_id", "user_id", "full_name"])
    .select(lotColumns)
    .where("exit_id", "=", exitId)
    .orderBy("full_name")
    .orderBy("owner_id")
    .orderBy("issued_on")
    .orderBy("holding_id")
    .execute();
  return [...groupBy(lots, ({ owner_id }) => owner_id).values()].map((own) => ({
    user_id: own[0].user_id,
    full_name: own[0].full_name,
    ...sumMoney(own),
    lots: own.map(({ owner_id: _owner, user_id: _user, full_name: _name, ...lot }) => ({
      ...lot,
      arrived_on: arrivedOn.get(lot.deal_id) ?? null,
    })),
  }));
}

export interface Moments {
  confirmed_at: Date;
  in_effect_at: Date;
}

/** The reader's own part of each that is confirmed, newest first. */
export async function listOwnExits(db: Kysely<DB>): Promise<(Omit<OwnExit, keyof Moments> & Moments)[]> {
  const lots = await db
    .selectFrom("own_exit_lines")
    .select([
      "exit_id",
      "company_id",
      "company_name",
      "kind",
      "happened_on",
      "price",
      "note",
      "confirmed_at",
      "in_effect_at",
    ])
    .select(ownLotColumns)
    .orderBy("confirmed_at", "desc")
    .orderBy("exit_id", "desc")
    .orderBy("issued_on")
    .orderBy("id")
    .execute();
  return [...groupBy(lots, ({ exit_id }) => exit_id).values()].map((own) => {
    const { exit_id: id, company_id, company_name, kind, happened_on, price, note } = own[0];
    const { confirmed_at, in_effect_at } = own[0];
    const days = own.filter(({ paid_pence }) => paid_pence > 0).map(({ paid_on }) => paid_on);
    return {
      id,
      company_id,
      company_name,
      kind,
      happened_on,
      price,
      note,
      confirmed_at,
      in_effect_at,
      ...sumMoney(own),
      paid_on: days.includes(null) ? null : (days.toSorted().at(-1) ?? null),
      lots: own.map(
        (lot) => Object.fromEntries(ownLotColumns.map((name) => [name, lot[name]])) as OwnExit["lots"][number],
      ),
    };
  });
}

export async function findOwnName(db: Kysely<DB>): Promise<string> {
  const record = await db
    .selectFrom("investor_records")
    .select("legal_name")
    .where("user_id", "=", sql<string>`app_user_id()`)
    .executeTakeFirst();
  return record?.legal_name ?? "a member";
}

type Money = Record<(typeof money)[number], number>;

const sumMoney = (lots: readonly Money[]) =>
  Object.fromEntries(money.map((name) => [name, sumOf(lots, (lot) => lot[name])])) as Money;

interface ExitRow {
  state: ExitState;
  /** Says why this reader is no second person for it; null where they are. */
  refusal: string | null;
  /** Booked, or on its way out. */
  has_money: boolean;
  /** A holdback of it. */
  has_later: boolean;
  to_propose: number;
  /** This reader can approve this many payments. */
  to_approve: number;
}

interface OutsideRow {
  waiting_id: string | null;
  /** Says why this reader is no second person for it; null where they are. */
  refusal: string | null;
}

export const outsidePaymentPolicy: Policy<OutsideRow, keyof NonNullable<ExitDetails["outside"]>["can"]> = (
  { isAdmin },
  { waiting_id, refusal },
) => ({
  record: isAdmin && waiting_id === null,
  confirm: isAdmin && waiting_id !== null && refusal === null,
  refuse: isAdmin && waiting_id !== null,
});

export const exitPolicy: Policy<ExitRow, keyof Exit["can"]> = ({ isAdmin }, exit) => ({
  confirm: isAdmin && exit.state === "proposed" && exit.refusal === null,
  withdraw: isAdmin && exit.state !== "withdrawn" && !exit.has_money && !exit.has_later,
  propose_payments: isAdmin && exit.to_propose > 0,
  approve_payments: isAdmin && exit.to_approve > 0,
});
