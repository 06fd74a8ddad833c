import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";

/** What one's own commitment is offered now; undefined without an open gate. */
export const findOwnTopUp = (db: Kysely<DB>, commitmentId: string) =>
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
export async function listTopUps(db: Kysely<DB>, dealId: string) {
  const deal = await db.selectFrom("deals").select("id").where("id", "=", dealId).executeTakeFirst();
  if (!deal) throw notFound("deal");
  return topUps(db).where("t.deal_id", "=", dealId).orderBy("t.number", "desc").execute();
}

export const getTopUp = (db: Kysely<DB>, id: string) =>
  topUps(db).select("t.deal_id").where("t.id", "=", id).executeTakeFirstOrThrow();

/** By their places. */
export const listUnfilled = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("unfilled_wishes")
    .select(["commitment_id", "user_id", "placed_at", "unfilled", "least"])
    .where("deal_id", "=", dealId)
    .orderBy("placed_at")
    .orderBy("commitment_id")
    .execute();

/** Those for whom shares are kept that they have not taken. */
export const listKept = (db: Kysely<DB>, topUpId: string) =>
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
export async function insertTopUp(tx: Transaction<DB>, dealId: string, offers: readonly Offer[]): Promise<string> {
  const ids = offers.map(({ commitment_id }) => commitment_id);
  const shares = offers.map(({ offered }) => offered);
  const { rows } = await sql<{ id: string }>`
    select open_top_up(${dealId}, ${ids}::uuid[], ${shares}::bigint[]) as id`.execute(tx);
  return rows[0]?.id ?? "";
}

/** Undefined unless one's own, and given shares or waiting. */
export const findDealOf = (db: Kysely<DB>, commitmentId: string) =>
  db.selectFrom("own_allocations").select("deal_id").where("commitment_id", "=", commitmentId).executeTakeFirst();
