import { type Kysely, sql } from "kysely";
import type { RoundCosts } from "#shared/funds/difference-words.ts";
import {
  type ClosingBoard,
  closingBoardSchema,
  closingMemberListSchema,
  closingQuerySchema,
  nudgedSchema,
} from "#shared/funds/funds.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { keysetPage } from "../../../platform/http/keyset-page.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { gradeOpenLines, listProceeds, readOwnMoney } from "../bank-lines/line-queries.ts";
import { listPayments, readFundsState } from "../payments/payment-routes.ts";
import { closingMemberPolicy, closingPolicy } from "./policy.ts";

type Actor = Caller["actor"];

async function readClosingSums(db: Kysely<DB>, dealId: string) {
  const sums = await db
    .selectFrom("closing_sums as s")
    .selectAll()
    .select((deal) =>
      deal
        .selectFrom("deal_versions as v")
        .innerJoin("deal_terms as t", "t.id", "v.terms_id")
        .select("t.scheme")
        .whereRef("v.deal_id", "=", "s.deal_id")
        .where("v.approved_at", "is not", null)
        .orderBy("v.number", "desc")
        .limit(1)
        .as("scheme"),
    )
    .select(sql<number>`(hours_of_deal(s.deal_id) ->> 'top_up_hours')::int`.as("top_up_hours"))
    .where("s.deal_id", "=", dealId)
    .executeTakeFirst();
  if (!sums) throw notFound("deal");
  return sums;
}

/** All sums come from one statement. */
export async function readClosingBoard(db: Kysely<DB>, actor: Actor, dealId: string, now: Date) {
  const sums = await readClosingSums(db, dealId);
  const { called_members, paid_members, part_paid_members, held_members, late_members, ...rest } = sums;
  const { paid_pence, part_paid_pence, held_pence, late_pence, ...board } = rest;
  const fee_owed_pence = board.to_club_pence - board.borne_pence - board.fee_paid_pence;
  return {
    ...board,
    checked_at: now,
    to_call: await sumToCall(db, dealId),
    counts: {
      called: { members: called_members, pence: board.due_pence },
      paid: { members: paid_members, pence: paid_pence },
      part_paid: { members: part_paid_members, pence: part_paid_pence },
      held: { members: held_members, pence: held_pence },
      late: { members: late_members, pence: late_pence },
    },
    payments: await listPayments(db, actor, dealId),
    returned_pence: board.difference_pence < 0 ? await sumReturned(db, dealId) : 0,
    other_deals: await listOtherDeals(db, dealId),
    proceeds: await listProceeds(db, dealId),
    costs: await readRoundCosts(db, dealId),
    can: closingPolicy(actor, { ...board, fee_owed_pence }),
  };
}

async function sumReturned(db: Kysely<DB>, dealId: string): Promise<number> {
  const lines = await gradeOpenLines(db, dealId);
  return lines.reduce((sum, { returns, open_pence }) => sum + (returns.length > 0 ? -Number(open_pence) : 0), 0);
}

async function listOtherDeals(db: Kysely<DB>, dealId: string) {
  const { rows } = await sql<ClosingBoard["other_deals"][number]>`
    select deal_id, company_name from listed_deals_on_account(${dealId})`.execute(db);
  return rows;
}

async function readRoundCosts(db: Kysely<DB>, dealId: string): Promise<RoundCosts> {
  const { rows } = await sql<RoundCosts>`select * from round_costs(${dealId})`.execute(db);
  const [costs] = rows;
  if (!costs) throw notFound("deal");
  return costs;
}

const sumToCall = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("closing_members as m")
    .innerJoin("commitments as c", "c.id", "m.commitment_id")
    .select(({ fn }) => fn.countAll<number>().as("members"))
    .select(sql<number>`coalesce(sum(c.due_pence - m.due_pence), 0)::bigint`.as("pence"))
    .where("m.deal_id", "=", dealId)
    .where("m.is_to_call", "=", true)
    .executeTakeFirstOrThrow();

const byNumber = [{ name: "m.number", type: "integer", direction: "asc" }] as const;

export async function listClosingMembers(
  db: Kysely<DB>,
  actor: Actor,
  dealId: string,
  page: { limit: number; cursor?: string | undefined },
  now: Date,
) {
  const deal = await db.selectFrom("deals").select("id").where("id", "=", dealId).executeTakeFirst();
  if (!deal) throw notFound("deal");
  const { difference_pence, sendable_pence, payable_pence } = await readFundsState(db, dealId);
  const query = db
    .selectFrom("closing_members as m")
    .select(["m.commitment_id", "m.number", "m.state", "m.shares", "m.due_pence", "m.applied_pence"])
    .select([
      "m.open_pence",
      "m.refund_pence",
      "m.free_refund_pence",
      "m.refunded_pence",
      "m.refunded_on",
      "m.bank_days",
      "m.due_at",
      "m.grace_until",
    ])
    .select((columns) => columns.ref("m.tier").$notNull().as("tier"))
    .select(["m.held_at", "m.extended_at", "m.is_past_due", "m.is_paid_late", "m.is_release_waiting"])
    .select(["m.proposed_pence", "m.approved_pence"])
    .select(sql<boolean>`coalesce(m.is_of_admin, false)`.as("is_of_admin"))
    .where("m.deal_id", "=", dealId);
  const { items, next_cursor } = await keysetPage(query, byNumber, page);
  const names = await readMemberNames(db, dealId, items);
  const funds = { differs: difference_pence !== 0, sendable_pence, payable_pence };
  const own = await readOwnMoney(
    db,
    items.map(({ commitment_id }) => commitment_id),
  );
  const members = items.map((member) => {
    const { held_at, extended_at: _extended, is_past_due, is_paid_late, free_refund_pence: _free, ...row } = member;
    const isGraceOver = row.grace_until !== null && row.grace_until <= now;
    return {
      ...row,
      full_name: names.get(row.commitment_id) ?? null,
      is_held: held_at !== null && row.open_pence > 0 && !is_past_due,
      is_late: is_paid_late || (row.open_pence > 0 && is_past_due),
      can: closingMemberPolicy(actor, { ...member, ...funds, isGraceOver, isOwn: own.has(row.commitment_id) }),
    };
  });
  return { items: members, next_cursor };
}

async function readMemberNames(db: Kysely<DB>, dealId: string, members: readonly { number: number }[]) {
  const people = await db
    .selectFrom("commitment_people")
    .select(["commitment_id", "full_name"])
    .where("deal_id", "=", dealId)
    .where("number", ">=", members[0]?.number ?? 0)
    .where("number", "<=", members.at(-1)?.number ?? 0)
    .execute();
  return new Map(people.map(({ commitment_id, full_name }) => [commitment_id, full_name]));
}

const route = routesOf("Funds");

const read = route("get", "/deals/{id}/closing", {
  name: "getClosing",
  summary: "What was called, what has arrived and where it goes",
  audience: "admin",
  params: idParameter,
  answer: closingBoardSchema,
});

const members = route("get", "/deals/{id}/closing/members", {
  name: "listClosingMembers",
  summary: "Who takes part, what they owe and what has arrived",
  audience: "admin",
  params: idParameter,
  query: closingQuerySchema,
  answer: closingMemberListSchema,
});

const nudge = route("post", "/deals/{id}/nudge", {
  name: "sendReminders",
  summary: "Remind everybody who has something to do, once a day",
  audience: "admin",
  params: idParameter,
  answer: nudgedSchema,
});

export const closingRoutes = createRouter()
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    return c.json(await readClosingBoard(dependencies.readAs(actor), actor, id, dependencies.now()), 200);
  })
  .openapi(members, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const page = c.req.valid("query");
    return c.json(await listClosingMembers(dependencies.readAs(actor), actor, id, page, dependencies.now()), 200);
  })
  .openapi(nudge, async (c) => c.json(await nudgeMembers(c.var, c.req.valid("param").id), 200));

/** A mail and a notice to each, who was not reminded on this day. */
const nudgeMembers = ({ dependencies, actor }: Caller, dealId: string): Promise<{ members: number }> =>
  dependencies.asActor(actor, async (tx, effects) => {
    await readClosingSums(tx, dealId);
    const { rows } = await sql<{ commitment_id: string; user_id: string }>`
      select commitment_id, user_id from nudge_members(${dealId})`.execute(tx);
    for (const { commitment_id, user_id } of rows) {
      effects.notify(user_id, "funds_nudge", commitment_id);
      effects.mail("funds-nudge", { commitment_id });
    }
    if (rows.length > 0) effects.audit("members_reminded", dealId, { members: rows.length });
    return { members: rows.length };
  });
