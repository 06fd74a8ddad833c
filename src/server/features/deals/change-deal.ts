import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { type DealState, dealMessages as messages, needsReason, nextStates } from "#shared/deals/deal-messages.ts";
import type { dealInputSchema, dealUpdateSchema, moveInputSchema } from "#shared/deals/deals.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { transition } from "../../platform/db/transition.ts";
import type { Effects } from "../../platform/db/types.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { refusePast, refuseUnlessPast } from "../../platform/http/typed-days.ts";
import { tellOfCancelledDeal } from "../commitments/follow-terms.ts";
import { listToldOfClosing } from "../commitments/queries.ts";
import { findCompany } from "./company-queries.ts";
import { findDeal } from "./deal-queries.ts";
import { changeDeal, type DealReader, getDealRecord } from "./deal-record.ts";
import { refusedField } from "./refused-field.ts";
import { lockDeal } from "./set-terms.ts";

/** @throws HttpError 422 for an unknown company. */
export const addDeal = (caller: Caller, input: z.output<typeof dealInputSchema>) =>
  changeDeal(caller, async ({ tx, effects }) => {
    refuseUnlessPast("enquired_on", input.enquired_on, caller.dependencies.now());
    if (!(await findCompany(tx, input.company_id))) throw refusedField("company_id", messages.unknownCompany);
    const { id } = await tx.insertInto("deals").values(input).returning("id").executeTakeFirstOrThrow();
    effects.audit("deal_added", id);
    return id;
  });

/** @throws HttpError 409 with the present deal after another change, 422 for an owner who is no admin. */
export const saveDeal = (
  caller: Caller,
  id: string,
  { name, owner_id, page, next_step, expected_version }: z.output<typeof dealUpdateSchema>,
) =>
  changeDeal(caller, async ({ tx, effects, reader }) => {
    const before = await getDeal(tx, id);
    const isNewOwner = owner_id !== null && owner_id !== before.owner_id;
    if (isNewOwner && !(await isAdmin(tx, owner_id))) throw refusedField("owner_id", messages.adminOnly);
    const saved = await tx
      .updateTable("deals")
      .set({ name, owner_id, page: JSON.stringify(page), ...(next_step !== undefined && { next_step }) })
      .where("id", "=", id)
      .where("updated_at", "=", new Date(expected_version))
      .returning("id")
      .executeTakeFirst();
    if (!saved) throw await conflict(tx, reader, id);
    effects.audit("deal_changed", id);
    return id;
  });

/** Moving it to where it is changes nothing. Cancelling it is proposed first, where there is another admin. @throws HttpError 409 with the present deal after another change. */
export const moveDeal = (
  caller: Caller,
  id: string,
  { to, reason, until, expected_version }: z.output<typeof moveInputSchema>,
) =>
  changeDeal(caller, async ({ tx, effects, reader }) => {
    const { dependencies } = caller;
    await lockDeal(tx, id);
    const { state, updated_at } = await getDeal(tx, id);
    const expectedVersion = new Date(expected_version);
    if (state !== to) {
      if (updated_at.getTime() !== expectedVersion.getTime()) throw await conflict(tx, reader, id);
      if (!nextStates(state).includes(to)) throw refusedField("to", messages.unknownMove);
      if (!reason && needsReason(state, to)) throw refusedField("reason", messages.reason);
      if (to === "released" && (await isSharedOut(tx, id))) throw refusedField("to", messages.sharedOut);
      if (!until && to === "parked") throw refusedField("until", messages.parkedUntil);
      if (to === "parked") refusePast("until", until, dependencies.now());
    }
    const told = await listToldOfEnd(tx, id);
    const outcome = await transition(
      tx,
      { table: "deals", id, from: [state], to, expectedVersion, note: reason },
      "deal",
    );
    if (outcome === "unchanged") return id;
    if (outcome === "proposed") {
      effects.audit("deal_cancelling_proposed", id, { reason: reason ?? "" });
      return id;
    }
    if (to === "cancelled") await tellOfCancelledDeal({ tx, effects }, id);
    if (endStates.includes(to))
      for (const userId of told) {
        if (userId === caller.actor.userId) continue;
        effects.notify(userId, "deal_stopped", id);
        effects.mail("deal-stopped", { user_id: userId, deal_id: id });
      }
    if (to === "closing") await tellOfEarlyEnd(tx, effects, id);
    if (to === "parked") await tx.updateTable("deals").set({ parked_until: until }).where("id", "=", id).execute();
    effects.audit("deal_moved", id, { from: state, to, move_id: await findLastMove(tx, id) });
    return id;
  });

/** The author of a proposal takes it back. @throws HttpError 404 where nothing of theirs is proposed. */
export const withdrawCancelling = (caller: Caller, id: string) =>
  changeDeal(caller, async ({ tx, effects }) => {
    await runCommand(tx, sql`withdraw_cancelling(${id})`, "deal");
    effects.audit("deal_cancelling_withdrawn", id);
    return id;
  });

export const addNote = (caller: Caller, id: string, text: string) =>
  changeDeal(caller, async ({ tx, effects }) => {
    await getDeal(tx, id);
    await tx.insertInto("deal_notes").values({ deal_id: id, author_id: caller.actor.userId, text }).execute();
    effects.audit("deal_note_added", id);
    return id;
  });

async function getDeal(tx: Transaction<DB>, id: string) {
  const deal = await findDeal(tx, id);
  if (!deal) throw notFound("deal");
  return deal;
}

const isSharedOut = async (tx: Transaction<DB>, id: string): Promise<boolean> =>
  (await tx
    .selectFrom("allocations")
    .select("id")
    .where("deal_id", "=", id)
    .where("state", "=", "final")
    .executeTakeFirst()) !== undefined;

/** Open lists of a deal in these states are void. */
const endStates: readonly DealState[] = ["cancelled", "declined", "withdrawn"];

/** Who signed or made a list that is open, and who proposed to cancel the deal. */
async function listToldOfEnd(tx: Transaction<DB>, dealId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select s.user_id from act_list a join act_signatures s on s.act_id = a.id
     where a.deal_id = ${dealId} and a.state in ('waiting', 'signed') and s.user_id is not null
    union
    select a.prepared_by from act_list a
     where a.deal_id = ${dealId} and a.state in ('prepared', 'waiting', 'signed') and a.prepared_by is not null
    union
    select p.author_id from cancelling_proposals p where p.deal_id = ${dealId} and p.author_id is not null`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** Tells those who committed; nobody else has anything to keep. */
async function tellOfEarlyEnd(tx: Transaction<DB>, effects: Effects, dealId: string): Promise<void> {
  const { closes_at, instead_of } = await tx
    .selectFrom("desk_deal_ends")
    .select(["closes_at", "instead_of"])
    .where("deal_id", "=", dealId)
    .executeTakeFirstOrThrow();
  if (!closes_at || !instead_of || closes_at >= instead_of) return;
  for (const { user_id, commitment_id } of await listToldOfClosing(tx, dealId))
    if (commitment_id) effects.notify(user_id, "commitment_closed_early", commitment_id);
}

const isAdmin = async (tx: Transaction<DB>, id: string): Promise<boolean> =>
  (await tx.selectFrom("admins").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

const conflict = async (tx: Transaction<DB>, reader: DealReader, id: string) =>
  new HttpError("revision_conflict", messages.changedMeanwhile, { record: await getDealRecord(tx, reader, id) });

async function findLastMove(tx: Transaction<DB>, dealId: string): Promise<string> {
  const moves = tx.selectFrom("deal_moves").select("id").where("deal_id", "=", dealId);
  return (await moves.orderBy("id", "desc").limit(1).executeTakeFirstOrThrow()).id;
}
