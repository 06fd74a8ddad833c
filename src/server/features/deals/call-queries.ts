import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { dealCallMessages } from "#shared/deals/deal-call-messages.ts";
import type { callInputSchema } from "#shared/deals/deal-calls.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { runCommand } from "../../platform/http/run-command.ts";

const openCalls = (tx: Transaction<DB>, dealId: string) =>
  tx
    .selectFrom("open_deal_calls")
    .select(["id", "starts_at", "ends_at", "about", "cancelled_reason", "requested_at", "joined_at", "is_joinable"])
    .where("deal_id", "=", dealId);

/** As the caller sees them, by their time. */
export const listOpenCalls = (tx: Transaction<DB>, dealId: string) =>
  openCalls(tx, dealId).orderBy("starts_at").orderBy("id").execute();

export const findOpenCall = (tx: Transaction<DB>, dealId: string, id: string) =>
  openCalls(tx, dealId).select("sequence").where("id", "=", id).executeTakeFirst();

export const requestCall = (tx: Transaction<DB>, id: string, asks: boolean) =>
  runCommand(tx, sql`ask_for_deal_call(${id}, ${asks ? dealCallMessages.request : null})`, "call");

/** Records that the caller joins. @returns the address, or null while there is none for them. */
export async function joinCall(tx: Transaction<DB>, id: string): Promise<string | null> {
  const { rows } = await sql<{ address: string | null }>`select join_deal_call(${id}) as address`.execute(tx);
  return rows[0]?.address ?? null;
}

type CallRow = Awaited<ReturnType<ReturnType<typeof deskCalls>["executeTakeFirstOrThrow"]>>;

const deskCalls = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("deal_calls")
    .select(["id", "starts_at", "ends_at", "about", "cancelled_reason", "updated_at", "join_url"])
    .where("deal_id", "=", dealId);

/** By their time, with who asked for them. */
export async function listDeskCalls(db: Kysely<DB>, dealId: string) {
  const calls = await deskCalls(db, dealId).orderBy("starts_at").orderBy("id").execute();
  return withPeople(db, dealId, calls);
}

/** Locked until the end of the transaction. */
export async function lockCall(tx: Transaction<DB>, dealId: string, id: string) {
  const call = await deskCalls(tx, dealId).where("id", "=", id).forUpdate().executeTakeFirst();
  return call && (await withPeople(tx, dealId, [call]))[0];
}

async function withPeople(db: Kysely<DB>, dealId: string, calls: CallRow[]) {
  const people = await db
    .selectFrom("deal_call_people")
    .select(["id", "call_id", "full_name", "requested_at", "withdrawn_at", "joined_at"])
    .where("deal_id", "=", dealId)
    .orderBy("requested_at")
    .orderBy("id")
    .execute();
  return calls.map((call) => ({
    ...call,
    people: people.filter(({ call_id }) => call_id === call.id).map(({ call_id: _call, ...person }) => person),
  }));
}

/** The accounts of who asks to join. */
export async function listCallers(tx: Transaction<DB>, id: string): Promise<string[]> {
  const people = await tx
    .selectFrom("deal_call_people")
    .select("user_id")
    .where("call_id", "=", id)
    .where("withdrawn_at", "is", null)
    .execute();
  return people.flatMap(({ user_id }) => (user_id ? [user_id] : []));
}

type CallInput = z.output<typeof callInputSchema>;

export const insertCall = (tx: Transaction<DB>, call: CallInput & { deal_id: string; author_id: string | null }) =>
  tx.insertInto("deal_calls").values(call).returning("id").executeTakeFirstOrThrow();

export async function updateCall(tx: Transaction<DB>, id: string, change: CallInput | { cancelled_reason: string }) {
  await tx
    .updateTable("deal_calls")
    .set({ ...change, sequence: sql<number>`sequence + 1` })
    .where("id", "=", id)
    .execute();
}
