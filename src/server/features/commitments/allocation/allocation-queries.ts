import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { Allocation, allocationLineQuerySchema, OwnAllocation } from "#shared/commitments/commitments.ts";
import { costPence } from "#shared/commitments/share-costs.ts";
import type { AllocationMethod } from "#shared/deals/deal-messages.ts";
import { withTwoDecimals } from "#shared/pence.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { keysetPage } from "../../../platform/http/keyset-page.ts";
import type { Policy } from "../../../platform/http/policy.ts";

/** The draft, or the final one. */
export async function findAllocation(db: Kysely<DB>, actor: Caller["actor"], dealId: string) {
  const row = await db
    .selectFrom("allocation_list as a")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("allocation_lines as l")
          .select(({ fn }) => [
            fn.countAll<number>().filterWhere("l.shares", ">", 0).as("members"),
            fn.countAll<number>().filterWhere("l.shares", "=", 0).as("waiting"),
            fn.countAll<number>().filterWhere("l.reason", "is not", null).as("changed_lines"),
          ])
          .select([total("wish"), total("base"), total("priority"), total("rest"), total("shares")])
          .select([total("cost_pence"), total("fee_pence")])
          .whereRef("l.allocation_id", "=", "a.id")
          .as("sums"),
      (join) => join.onTrue(),
    )
    .selectAll()
    .where("a.deal_id", "=", dealId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { wish, base, priority, rest, shares, cost_pence, fee_pence, club_minimum_pence: _least, ...more } = row;
  const { is_blocked: _blocked, ...allocation } = more;
  const price = withTwoDecimals(row.price);
  return {
    ...allocation,
    price,
    capacity_pence: costPence(price, row.capacity_shares),
    totals: { wish, base, priority, rest, shares, cost_pence, fee_pence, due_pence: cost_pence + fee_pence },
    can: allocationPolicy(actor, row),
  };
}

const total = <Column extends string>(column: Column) =>
  sql<number>`coalesce(sum(${sql.ref(`l.${column}`)}), 0)::bigint`.as(column);

const byPlace = [
  { name: "l.placed_at", type: "timestamptz", direction: "asc" },
  { name: "l.id", type: "uuid", direction: "asc" },
] as const;

/** Lists lines by their places. @returns undefined where there is no allocation. */
export async function listLines(db: Kysely<DB>, dealId: string, page: z.output<typeof allocationLineQuerySchema>) {
  const allocation = await db
    .selectFrom("allocations")
    .select("id")
    .where("deal_id", "=", dealId)
    .where("state", "<>", "replaced")
    .executeTakeFirst();
  if (!allocation) return undefined;
  const found = db
    .selectFrom("allocation_lines as l")
    .innerJoin("commitments as c", "c.id", "l.commitment_id")
    .select(["l.id", "l.commitment_id", "c.number", "l.tier", "l.band", "l.placed_at", "l.wish", "l.least", "l.base"])
    .select(["l.priority", "l.rest", "l.shares", "l.cost_pence", "l.fee_pence", "l.reason"])
    // Per row: a join would evaluate the views for every person.
    .select(({ selectFrom }) => [
      selectFrom("investor_record_list as r")
        .select((by) => by.fn.coalesce("r.full_name", "r.email").as("full_name"))
        .whereRef("r.id", "=", "c.record_id")
        .as("full_name"),
      selectFrom("audit_people as p")
        .select((by) => by.fn.coalesce("p.full_name", "p.email").as("name"))
        .whereRef("p.id", "=", "l.changed_by")
        .as("changed_by_name"),
    ])
    .where("l.allocation_id", "=", allocation.id);
  const { items, next_cursor } = await keysetPage(found, byPlace, page);
  return {
    items: items.map(({ placed_at: _placed, ...line }) => ({
      ...line,
      due_pence: line.cost_pence + line.fee_pence,
      is_waiting: line.shares === 0,
    })),
    next_cursor,
  };
}

export const getTerms = (db: Kysely<DB>, dealId: string) =>
  db.selectFrom("allocation_terms").selectAll().where("deal_id", "=", dealId).executeTakeFirstOrThrow();

export const listWishes = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("commitments")
    .select(["id", "shares", "least_shares", "placed_at", "band"])
    .where("deal_id", "=", dealId)
    .where("state", "=", "committed")
    .orderBy("placed_at")
    .orderBy("id")
    .execute();

interface DraftLine {
  id: string;
  base: number;
  priority: number;
  rest: number;
  cost: number;
}

export async function insertDraft(
  tx: Transaction<DB>,
  dealId: string,
  method: AllocationMethod,
  lines: readonly DraftLine[],
): Promise<void> {
  const each = <Value>(of: (line: DraftLine) => Value) => lines.map(of);
  await sql`select draft_allocation(${dealId}, ${method}, ${each(({ id }) => id)}::uuid[], ${each(({ base }) => base)}::bigint[],
    ${each(({ priority }) => priority)}::bigint[], ${each(({ rest }) => rest)}::bigint[],
    ${each(({ cost }) => cost)}::bigint[])`.execute(tx);
}

export const listShares = (db: Kysely<DB>, allocationId: string) =>
  db
    .selectFrom("allocation_lines")
    .select(["commitment_id", "shares"])
    .where("allocation_id", "=", allocationId)
    .orderBy("placed_at")
    .orderBy("commitment_id")
    .execute();

export async function setCosts(
  tx: Transaction<DB>,
  allocationId: string,
  commitments: readonly string[],
  costs: readonly number[],
): Promise<void> {
  await sql`select set_allocation_costs(${allocationId}, ${commitments}::uuid[], ${costs}::bigint[])`.execute(tx);
}

/** Lists participants whose accounts are still there to be told. */
export async function listParticipants(db: Kysely<DB>, allocationId: string) {
  const rows = await db
    .selectFrom("allocation_lines as l")
    .innerJoin("commitments as c", "c.id", "l.commitment_id")
    .innerJoin("investor_record_list as r", "r.id", "c.record_id")
    .select(["l.commitment_id", "r.user_id"])
    .where("l.allocation_id", "=", allocationId)
    .execute();
  return rows.flatMap(({ commitment_id, user_id }) => (user_id ? [{ commitment_id, user_id }] : []));
}

/** Of one's own commitment, once it is final. */
export async function findOwnAllocation(db: Kysely<DB>, commitmentId: string) {
  const row = await db
    .selectFrom("own_allocations")
    .selectAll()
    .where("commitment_id", "=", commitmentId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { commitment_id: _id, deal_id: _deal, round_asked_shares, members, base_shares, priority_shares, ...own } = row;
  const { rest_shares, capacity_shares, minimum_shares, priority_share_percent, ...mine } = own;
  return {
    ...mine,
    unfilled_shares: mine.asked_shares - mine.shares,
    round: {
      capacity_shares,
      minimum_shares,
      priority_share_percent,
      members,
      base_shares,
      priority_shares,
      rest_shares,
      asked_shares: round_asked_shares,
    },
  };
}

/** What admins changed by hand, by their numbers in the deal. */
export const listChanges = (db: Kysely<DB>, commitmentId: string) =>
  db
    .selectFrom("own_allocation_changes")
    .select(["number", "is_own", "from_shares", "to_shares", "reason"])
    .where("commitment_id", "=", commitmentId)
    .orderBy("number")
    .execute();

export const allocationPolicy: Policy<{ state: "draft" | "final" }, keyof Allocation["can"]> = (
  { isAdmin },
  { state },
) => ({
  change: isAdmin && state === "draft",
});

export const topUpPolicy: Policy<{ available_shares: number }, keyof NonNullable<OwnAllocation["top_up"]>["can"]> = (
  _actor,
  { available_shares },
) => ({ take: available_shares > 0 });
