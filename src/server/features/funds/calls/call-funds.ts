import { randomInt } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { paymentReference, referenceAlphabet } from "#shared/funds/payment-reference.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { runCommand } from "../../../platform/http/run-command.ts";

const hour = 60 * 60 * 1000;
const firstReminderHours = 24;
const secondReminderHours = 42;

/** Calls money from everybody who has shares that were not called: the clock does this at the next slot. */
export async function callFunds(
  { tx, effects }: { tx: Transaction<DB>; effects: Effects },
  dealId: string,
): Promise<void> {
  // A better tier counts until money is called.
  await sql`select lower_commitment_fees(${dealId})`.execute(tx);
  const { dealCode, ids, references } = await prepareReferences(tx, dealId);
  const call = await runCommand<Called>(
    tx,
    sql`call_funds(${dealId}, ${dealCode}, ${ids}::uuid[], ${references}::text[])`,
    "deal",
  );
  effects.audit("funds_called", dealId, {
    number: call.number,
    members: call.members,
    due_pence: call.due_pence,
  });
  const calledAt = new Date(call.called_at);
  const moments = [
    calledAt,
    new Date(calledAt.getTime() + firstReminderHours * hour),
    new Date(calledAt.getTime() + secondReminderHours * hour),
    new Date(call.due_at),
    new Date(call.grace_until),
  ];
  scheduleClock(effects, dealId, moments);
}

/** With the deal locked, so that nobody else gives out references meanwhile. */
async function prepareReferences(tx: Transaction<DB>, dealId: string) {
  const deal = await tx
    .selectFrom("deals")
    .select("reference_code")
    .where("id", "=", dealId)
    .forUpdate()
    .executeTakeFirst();
  if (!deal) throw notFound("deal");
  const dealCode = deal.reference_code ?? createDealCode(await listDealCodes(tx));
  const commitments = await tx
    .selectFrom("commitments")
    .select(["id", "reference", "state"])
    .where("deal_id", "=", dealId)
    .execute();
  const ids = commitments
    .filter(({ state, reference }) => state === "allocated" && reference === null)
    .map(({ id }) => id);
  const used = commitments.flatMap(({ reference }) => reference ?? []);
  return { dealCode, ids, references: createReferences(dealCode, ids.length, used) };
}

const dealLength = 3;
const memberLength = 4;

const randomCode = (length: number) =>
  Array.from({ length }, () => referenceAlphabet.charAt(randomInt(referenceAlphabet.length))).join("");

/** Of a deal, which is none of those that are used. */
function createDealCode(used: ReadonlySet<string>): string {
  for (;;) {
    const code = randomCode(dealLength);
    if (!used.has(code)) return code;
  }
}

/** Different from each other and from those that are used. */
function createReferences(dealCode: string, count: number, used: readonly string[]): string[] {
  const taken = new Set(used);
  const references: string[] = [];
  while (references.length < count) {
    const reference = paymentReference(dealCode, randomCode(memberLength));
    if (taken.has(reference)) continue;
    taken.add(reference);
    references.push(reference);
  }
  return references;
}

async function listDealCodes(tx: Transaction<DB>): Promise<Set<string>> {
  const rows = await tx.selectFrom("deals").select("reference_code").where("reference_code", "is not", null).execute();
  return new Set(rows.flatMap(({ reference_code }) => reference_code ?? []));
}

interface Called {
  id: string;
  number: number;
  members: number;
  due_pence: number;
  called_at: string;
  due_at: string;
  grace_until: string;
}

/** Looks at a deal's clock at each of these moments; once more than needed does no harm. */
export function scheduleClock(effects: Effects, dealId: string, moments: readonly Date[]): void {
  const times = new Set(moments.map((moment) => moment.getTime()));
  for (const time of times) effects.schedule("funds-clock", { deal_id: dealId }, new Date(time));
}
