import { z } from "@hono/zod-openapi";
import { type Kysely, sql, type Transaction } from "kysely";
import { allocate } from "#shared/commitments/allocation.ts";
import {
  allocationLineInputSchema,
  allocationLineListSchema,
  allocationLineQuerySchema,
  allocationSchema,
  ownAllocationSchema,
  topUpInputSchema,
  topUpListSchema,
  topUpSchema,
  topUpTakeSchema,
} from "#shared/commitments/commitments.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { withCan } from "../../../platform/http/policy.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { hasDeal } from "../queries.ts";
import { tellOwner } from "../tell-owner.ts";
import { findAllocation, findOwnAllocation, listChanges, listLines, topUpPolicy } from "./allocation-queries.ts";
import { changeByHand } from "./give-out-shares.ts";

/** Finds what one's own commitment is offered now; undefined without an open gate. */
const findOwnTopUp = (db: Kysely<DB>, commitmentId: string) =>
  db
    .selectFrom("own_top_ups")
    .select(["id", "closes_at", "offered_shares", "taken_shares", "least_shares", "available_shares"])
    .where("commitment_id", "=", commitmentId)
    .executeTakeFirst();

const topUps = (db: Kysely<DB>) =>
  db
    .selectFrom("top_ups as t")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("top_up_lines as l")
          .select(({ fn }) => fn.countAll<number>().as("members"))
          .select(sql<number>`sum(l.taken)::bigint`.as("taken_shares"))
          .whereRef("l.top_up_id", "=", "t.id")
          .as("sums"),
      (join) => join.onTrue(),
    )
    .select(["t.id", "t.number", "t.opened_at", "t.closes_at", "t.ended_at", "t.shares", "members", "taken_shares"]);

/** Newest first. @throws HttpError 404 where there is no such deal. */
async function listTopUps(db: Kysely<DB>, dealId: string) {
  const deal = await db.selectFrom("deals").select("id").where("id", "=", dealId).executeTakeFirst();
  if (!deal) throw notFound("deal");
  return topUps(db).where("t.deal_id", "=", dealId).orderBy("t.number", "desc").execute();
}

const getTopUp = (db: Kysely<DB>, id: string) =>
  topUps(db).select("t.deal_id").where("t.id", "=", id).executeTakeFirstOrThrow();

const listUnfilled = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("unfilled_wishes")
    .select(["commitment_id", "user_id", "placed_at", "unfilled", "least"])
    .where("deal_id", "=", dealId)
    .orderBy("placed_at")
    .orderBy("commitment_id")
    .execute();

/** Lists members for whom shares are kept that they have not taken. */
const listKept = (db: Kysely<DB>, topUpId: string) =>
  db
    .selectFrom("top_up_lines as l")
    .innerJoin("top_ups as t", "t.id", "l.top_up_id")
    .innerJoin("unfilled_wishes as u", "u.commitment_id", "l.commitment_id")
    .select(["u.user_id", "u.commitment_id"])
    .where("t.id", "=", topUpId)
    .where("t.ended_at", "is", null)
    .where("t.closes_at", ">", sql<Date>`app_now()`)
    .whereRef("l.offered", ">", "l.taken")
    .execute();

interface Offer {
  commitment_id: string;
  offered: number;
}

/** @returns its id. */
async function insertTopUp(tx: Transaction<DB>, dealId: string, offers: readonly Offer[]): Promise<string> {
  const ids = offers.map(({ commitment_id }) => commitment_id);
  const shares = offers.map(({ offered }) => offered);
  const { rows } = await sql<{ id: string }>`
    select open_top_up(${dealId}, ${ids}::uuid[], ${shares}::bigint[]) as id`.execute(tx);
  return rows[0]?.id ?? "";
}

/** Returns undefined unless the commitment is one's own, and was given shares or waits. */
const findDealOf = (db: Kysely<DB>, commitmentId: string) =>
  db.selectFrom("own_allocations").select("deal_id").where("commitment_id", "=", commitmentId).executeTakeFirst();

const route = routesOf("Commitments");

const read = route("get", "/deals/{id}/allocation", {
  name: "getAllocation",
  summary: "The draft, or what was confirmed, with its sums",
  audience: "admin",
  params: idParameter,
  answer: allocationSchema.nullable(),
});

const lines = route("get", "/deals/{id}/allocation/lines", {
  name: "listAllocationLines",
  summary: "Who gets how many shares, by their places",
  audience: "admin",
  params: idParameter,
  query: allocationLineQuerySchema,
  answer: allocationLineListSchema,
});

const change = route("put", "/deals/{id}/allocation/lines/{commitment_id}", {
  name: "changeAllocationLine",
  summary: "Change a line of the draft by hand",
  audience: "admin",
  params: idParameter.extend({ commitment_id: z.uuid() }),
  body: allocationLineInputSchema,
  answer: allocationSchema,
  refuses: ["allocation_final", "revision_conflict"],
});

const readOwn = route("get", "/commitments/{id}/allocation", {
  name: "getOwnAllocation",
  summary: "How many shares one's own commitment gets, and why",
  audience: "member",
  params: idParameter,
  answer: ownAllocationSchema,
});

const listTopUpsRoute = route("get", "/deals/{id}/top-ups", {
  name: "listTopUps",
  summary: "Offers of freed shares",
  audience: "admin",
  params: idParameter,
  answer: topUpListSchema,
});

const openTopUpRoute = route("post", "/deals/{id}/top-ups", {
  name: "openTopUp",
  summary: "Offer freed shares to everybody whose wish is not filled",
  audience: "admin",
  params: idParameter,
  body: topUpInputSchema,
  status: 201,
  answer: topUpSchema,
  refuses: ["deal_not_open", "payment_closed", "top_up_closed"],
});

const endTopUpRoute = route("post", "/top-ups/{id}/end", {
  name: "endTopUp",
  summary: "End an offer of freed shares",
  audience: "admin",
  params: idParameter,
  answer: topUpSchema,
  refuses: ["top_up_closed"],
});

const takeTopUpRoute = route("post", "/commitments/{id}/top-up", {
  name: "takeTopUp",
  summary: "Take freed shares for one's own commitment",
  audience: "investor",
  params: idParameter,
  body: topUpTakeSchema,
  answer: ownAllocationSchema,
  refuses: ["payment_closed", "top_up_closed"],
});

export const allocationRoutes = createRouter()
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const db = dependencies.readAs(actor);
    const allocation = await findAllocation(db, actor, id);
    if (!allocation && !(await hasDeal(db, id))) throw notFound("deal");
    return c.json(allocation ?? null, 200);
  })
  .openapi(lines, async (c) => {
    const { dependencies, actor } = c.var;
    const found = await listLines(dependencies.readAs(actor), c.req.valid("param").id, c.req.valid("query"));
    if (!found) throw notFound("allocation");
    return c.json(found, 200);
  })
  .openapi(change, async (c) => c.json(await changeByHand(c.var, c.req.valid("param"), c.req.valid("json")), 200))
  .openapi(readOwn, async (c) => {
    const { dependencies, actor } = c.var;
    const own = await readOwnAllocation(dependencies.readAs(actor), actor, c.req.valid("param").id);
    if (!own) throw notFound("allocation");
    return c.json(own, 200);
  })
  .openapi(listTopUpsRoute, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json({ items: await listTopUps(dependencies.readAs(actor), c.req.valid("param").id) }, 200);
  })
  .openapi(openTopUpRoute, async (c) => c.json(await openTopUp(c.var, c.req.valid("param").id), 201))
  .openapi(endTopUpRoute, async (c) => c.json(await closeTopUp(c.var, c.req.valid("param").id), 200))
  .openapi(takeTopUpRoute, async (c) =>
    c.json(await takeTopUp(c.var, c.req.valid("param").id, c.req.valid("json")), 200),
  );

/** @returns undefined for somebody else's commitment, and before the allocation is final. */
async function readOwnAllocation(db: Kysely<DB>, actor: Caller["actor"], commitmentId: string) {
  const own = await findOwnAllocation(db, commitmentId);
  if (!own) return undefined;
  const offer = await findOwnTopUp(db, commitmentId);
  return {
    ...own,
    changes: await listChanges(db, commitmentId),
    top_up: offer ? withCan(topUpPolicy, actor, offer) : null,
  };
}

/** Everything that is free, in proportion, to everybody whose wish is not filled. @throws HttpError 409 */
const openTopUp = ({ dependencies, actor }: Caller, dealId: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const free = await runCommand<number>(tx, sql`prepare_top_up(${dealId})`, "deal");
    const unfilled = await listUnfilled(tx, dealId);
    const offers = allocate({
      capacity: free,
      minimumShares: 0,
      prioritySharePercent: 0,
      method: "pro_rata",
      wishes: unfilled.map(({ commitment_id, unfilled: shares, least, placed_at }) => ({
        id: commitment_id,
        shares,
        least,
        placedAt: placed_at.toISOString(),
        isPriority: false,
      })),
    });
    const id = await insertTopUp(
      tx,
      dealId,
      offers.map(({ id: commitment_id, shares: offered }) => ({ commitment_id, offered })),
    );
    const { deal_id: _deal, ...topUp } = await getTopUp(tx, id);
    effects.audit("top_up_opened", dealId, { number: topUp.number, shares: topUp.shares });
    for (const { user_id, commitment_id } of unfilled) {
      if (!user_id) continue;
      effects.notify(user_id, "shares_offered", commitment_id);
      effects.mail("shares-offered", { user_id, commitment_id, top_up_id: id });
    }
    return topUp;
  });

/** Before its time, those who have not taken their part are told. @throws HttpError 409 once it has ended. */
const closeTopUp = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const cut = await listKept(tx, id);
    await runCommand(tx, sql`end_top_up(${id})`, "offer");
    for (const { user_id, commitment_id } of cut)
      if (user_id) effects.notify(user_id, "shares_offer_ended", commitment_id);
    const { deal_id, ...topUp } = await getTopUp(tx, id);
    effects.audit("top_up_ended", deal_id, { number: topUp.number, taken: topUp.taken_shares });
    return topUp;
  });

/**
 * Takes shares for one's own commitment. @throws HttpError 404, 409 once it is over, 422 for more or fewer shares than can be
 * taken.
 */
const takeTopUp = (
  { dependencies, actor }: Caller,
  commitmentId: string,
  { top_up_id, shares }: z.output<typeof topUpTakeSchema>,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const deal = await findDealOf(tx, commitmentId);
    if (!deal) throw notFound("commitment");
    await runCommand(tx, sql`take_top_up(${commitmentId}, ${top_up_id}, ${shares})`, "offer");
    const own = await readOwnAllocation(tx, actor, commitmentId);
    if (!own) throw notFound("allocation");
    effects.audit("top_up_taken", deal.deal_id, { commitment_id: commitmentId, shares });
    await tellOwner(tx, effects, { userId: actor.userId, commitmentId, kind: "commitment_changed" });
    return own;
  });
