import { type Kysely, sql, type Transaction } from "kysely";
import type { ActPart, PartRefusal } from "#shared/acts/act-messages.ts";
import { checklistLabels } from "#shared/deals/deal-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { everyTenMinutes, type JobContext, scheduled } from "../../platform/jobs/job.ts";
import { confirmShares, draftShares } from "../commitments/allocation/give-out-shares.ts";
import { approveVersion, mayShow, releaseDeal } from "../deals/show-deal.ts";
import { confirmAccount } from "../funds/accounts/confirm-account.ts";
import { callFunds } from "../funds/calls/call-funds.ts";
import { nextSlot } from "../funds/calls/next-slot.ts";
import { completeDeal } from "../funds/completion/complete-deal.ts";
import type { ReadClub } from "../settings/club-settings.ts";
import { listPanel } from "./act-queries.ts";

interface ClockContext extends JobContext {
  readClub: ReadClub;
  isSampleClub: boolean;
}

export const dealClockJobs = {
  /** Carries out what two have signed and what follows from time, and nothing a second time. */
  "deal-clock": scheduled((context: ClockContext, { deal_id }: { deal_id: string }) => runDealClock(context, deal_id)),
  /** Does what a process that was not running has missed. */
  "deal-clocks": everyTenMinutes(async (context: ClockContext) => {
    const deals = await context.asOwner(null, (tx) =>
      tx
        .selectFrom("deals")
        .select("id")
        .where("state", "in", ["preparing", "approved", "released", "closing"])
        .orderBy("id")
        .execute(),
    );
    for (const { id } of deals) await runDealClock(context, id);
  }),
};

interface Step {
  tx: Transaction<DB>;
  effects: Effects;
  dealId: string;
  context: ClockContext;
}

/** Each in a transaction of its own, in the order of a deal's life. */
const steps = [expire, offer, release, close, shareOut, closing, call, pay, complete, tellVoid];

export async function runDealClock(context: ClockContext, dealId: string): Promise<void> {
  for (const step of steps) {
    await context.asOwner(null, async (tx, effects) => {
      // Locked: of two processes the second finds it done.
      await tx.selectFrom("deals").select("id").where("id", "=", dealId).forUpdate().execute();
      await step({ tx, effects, dealId, context });
    });
  }
}

async function expire({ tx, effects, dealId, context }: Step): Promise<void> {
  const { rows } = await sql<{ id: string }>`select expire_acts(${dealId}) as id`.execute(tx);
  for (const { id } of rows) {
    effects.audit("act_ended", dealId, { act_id: id, state: "expired" });
    effects.schedule("act-news", { act_id: id, news: "ended" }, context.now());
  }
}

interface SignedAct {
  id: string;
  number: number;
  version_id: string;
  sha256: string;
  signer_id: string | null;
  ticks: string[];
  signed_at: Date;
}

async function findSigned(tx: Kysely<DB>, dealId: string, kind: "offer" | "closing"): Promise<SignedAct | undefined> {
  const { rows } = await sql<SignedAct>`
    select a.id, a.number, a.version_id, a.content_sha256 as sha256, s.user_id as signer_id, s.ticks, a.signed_at
      from acts a
      join lateral (select * from act_signatures x where x.act_id = a.id order by x.signed_at desc, x.id desc limit 1) s on true
     where a.deal_id = ${dealId} and a.kind = ${kind} and a.state = 'signed'`.execute(tx);
  return rows[0];
}

const refusalOf = async (tx: Kysely<DB>, actId: string, part: ActPart): Promise<PartRefusal | null> =>
  (await sql<{ refusal: PartRefusal | null }>`select part_refusal(${actId}, ${part}) as refusal`.execute(tx)).rows[0]
    ?.refusal ?? null;

/** @returns whether it is carried out now, and marked as such. */
async function begins(tx: Transaction<DB>, actId: string, part: ActPart): Promise<boolean> {
  if ((await refusalOf(tx, actId, part)) !== null) return false;
  await sql`select execute_part(${actId}, ${part})`.execute(tx);
  return true;
}

async function offer({ tx, effects, dealId, context }: Step): Promise<void> {
  const waiting = await tx
    .selectFrom("acts")
    .select("id")
    .where("deal_id", "=", dealId)
    .where("kind", "=", "offer")
    .where("state", "=", "waiting")
    .executeTakeFirst();
  if (waiting) await sql`select sign_alone(${waiting.id})`.execute(tx);
  const act = await findSigned(tx, dealId, "offer");
  if (!act) return;
  if (await begins(tx, act.id, "offer")) {
    const ticks = act.ticks.length > 0 ? act.ticks : Object.values(checklistLabels);
    await approveVersion(
      { tx, effects },
      { dealId, versionId: act.version_id, by: act.signer_id, ticks, now: context.now() },
    );
    const terms = await tx
      .selectFrom("deal_versions as v")
      .innerJoin("deal_terms as t", "t.id", "v.terms_id")
      .select(["t.opens_at", "t.closes_at"])
      .where("v.id", "=", act.version_id)
      .executeTakeFirstOrThrow();
    for (const at of [terms.opens_at, terms.closes_at]) effects.schedule("deal-clock", { deal_id: dealId }, at);
  }
  await beginAccount({ tx, effects, dealId, context }, act.id, "collection");
}

/** Confirmed by the signer who called it back. Of a known account nobody did, and it was signed last by one who did not enter it. */
async function beginAccount({ tx, effects, dealId, context }: Step, actId: string, kind: "collection" | "company") {
  const part = `${kind}_account` as const;
  const { rows } = await sql<{ by: string | null; note: string | null; is_new: boolean }>`
    select s.user_id as by, s.call_backs ->> ${part} as note, coalesce((a.content::jsonb #>> array[${part}, 'is_new'])::boolean, false) as is_new
      from acts a join act_signatures s on s.act_id = a.id
     where a.id = ${actId}
     order by s.call_backs ? ${part} desc, made_account(a.deal_id, ${part}, s.user_id), s.signed_at desc, s.id desc
     limit 1`.execute(tx);
  const [found] = rows;
  if (!found || !(await begins(tx, actId, part))) return;
  const { by, note, is_new: isNew } = found;
  await confirmAccount({ tx, effects }, { dealId, kind, by, note, isNew, now: context.now() });
}

async function release({ tx, effects, dealId, context }: Step): Promise<void> {
  const deal = await tx.selectFrom("deals").select("state").where("id", "=", dealId).executeTakeFirst();
  if (deal?.state !== "approved") return;
  const terms = await findTerms(tx, dealId);
  if (!terms || terms.opens_at > context.now()) return;
  if (!(await mayShow(tx, context, dealId))) return;
  await releaseDeal({ tx, effects }, { dealId, now: context.now() });
  effects.schedule("deal-clock", { deal_id: dealId }, terms.closes_at);
}

const findTerms = async (tx: Kysely<DB>, dealId: string) =>
  (
    await sql<{ opens_at: Date; closes_at: Date }>`
      select t.opens_at, end_of_commitments(${dealId}) as closes_at from approved_terms(${dealId}) t where t.id is not null`.execute(
      tx,
    )
  ).rows[0];

async function close({ tx, effects, dealId, context }: Step): Promise<void> {
  const deal = await tx.selectFrom("deals").select("state").where("id", "=", dealId).executeTakeFirst();
  const terms = await findTerms(tx, dealId);
  if (deal?.state !== "released" || !terms || terms.closes_at > context.now()) return;
  await sql`select move_deal(d, 'closing', null) from deals d where d.id = ${dealId}`.execute(tx);
  const { id } = await tx
    .selectFrom("deal_moves")
    .select("id")
    .where("deal_id", "=", dealId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  effects.audit("deal_moved", dealId, { from: "released", to: "closing", move_id: id, automatic: true });
}

async function shareOut({ tx, effects, dealId, context }: Step): Promise<void> {
  const { rows } = await sql<{ is_due: boolean; asked_until: Date | null }>`
    select d.state = 'closing' and allocation_obstacle(d.id) is null
             and not exists (select from allocation_list a
                              where a.deal_id = d.id and (a.state = 'final' or not a.is_stale and a.method = a.published_method)) as is_due,
           (select max(c.reconsent_until) from commitments c where c.deal_id = d.id and c.state = 'needs_reconsent') as asked_until
      from deals d where d.id = ${dealId}`.execute(tx);
  const [found] = rows;
  if (found?.asked_until && found.asked_until > context.now())
    effects.schedule("deal-clock", { deal_id: dealId }, found.asked_until);
  if (!found?.is_due) return;
  await draftShares({ tx, effects }, dealId);
  await tellPanel(tx, effects, dealId);
}

async function closing({ tx, effects, dealId, context }: Step): Promise<void> {
  const act = await findSigned(tx, dealId, "closing");
  if (!act) return;
  const now = context.now();
  if (await begins(tx, act.id, "shares")) await confirmShares({ tx, effects }, { dealId, by: act.signer_id });
  await beginAccount({ tx, effects, dealId, context }, act.id, "collection");
  await beginAccount({ tx, effects, dealId, context }, act.id, "company");
  const parts = await tx
    .selectFrom("act_parts")
    .select("not_before")
    .where("act_id", "=", act.id)
    .where("not_before", ">", now)
    .execute();
  for (const { not_before } of parts) if (not_before) effects.schedule("deal-clock", { deal_id: dealId }, not_before);
}

/** At the next slot after the shares, or what changed them, and the account are there. */
async function call({ tx, effects, dealId, context }: Step): Promise<void> {
  const { rows } = await sql<{ since: Date; is_stopped: boolean }>`
    select greatest(a.confirmed_at, account.frozen_until, account.confirmed_at,
                    (select max(e.happened_at) from commitment_events e join commitments c on c.id = e.commitment_id
                      where c.deal_id = d.id and e.kind = 'topped_up')) as since,
           exists (select from acts x where x.deal_id = d.id and x.state = 'signed' and is_stopped(x.id)) as is_stopped
      from deals d
      join allocations a on a.deal_id = d.id and a.state = 'final'
      join collection_accounts account on account.deal_id = d.id and account.confirmed_at is not null and account.replaced_at is null
     where d.id = ${dealId} and d.state in ('released', 'closing') and exists (select from uncalled_funds(d.id))
       and not exists (select from collection_accounts w where w.deal_id = d.id and w.confirmed_at is null and w.replaced_at is null)
       and shares_kept_until(d.id) is null
       and ledger_difference(d.id) = 0`.execute(tx);
  const [due] = rows;
  if (!due || due.is_stopped) return;
  const now = context.now();
  const slot = nextSlot(due.since, now);
  if (slot > now) effects.schedule("deal-clock", { deal_id: dealId }, slot);
  else await callFunds({ tx, effects }, dealId);
}

async function pay({ tx, effects, dealId, context }: Step): Promise<void> {
  const act = await findSigned(tx, dealId, "closing");
  if (!act) return;
  const { identity } = await context.readClub({ isFresh: true });
  let armed = 0;
  for (const [part, kind, payee] of [
    ["wire", "wire", null],
    ["fees", "fee", identity.operator],
  ] as const) {
    if (!(await begins(tx, act.id, part))) continue;
    const { rows } = await sql<{ id: string | null }>`select arm_payment(${act.id}, ${kind}, ${payee}) as id`.execute(
      tx,
    );
    const id = rows[0]?.id;
    if (!id) continue;
    const { amount_pence: pence } = await tx
      .selectFrom("outgoing_payments")
      .select("amount_pence")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    effects.audit("payment_approved", dealId, { payment_id: id, kind, pence, act_id: act.id });
    armed += 1;
  }
  if (armed > 0) await tellPanel(tx, effects, dealId);
}

async function complete({ tx, effects, dealId, context }: Step): Promise<void> {
  const act = await findSigned(tx, dealId, "closing");
  if (!act) return;
  const proposal = await tx
    .selectFrom("deal_completions")
    .select(["id", "proposed_at"])
    .where("deal_id", "=", dealId)
    .where("replaced_at", "is", null)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  if (!proposal) return;
  if (await begins(tx, act.id, "completion"))
    await completeDeal({ tx, effects }, { dealId, id: proposal.id, by: act.signer_id, now: context.now() });
}

async function tellVoid({ tx, effects, dealId, context }: Step): Promise<void> {
  const { rows } = await sql<{ id: string }>`select void_acts(${dealId}) as id`.execute(tx);
  for (const { id } of rows) effects.schedule("act-news", { act_id: id, news: "void" }, context.now());
}

/** That something waits on the page of the deal. */
async function tellPanel(tx: Kysely<DB>, effects: Effects, dealId: string): Promise<void> {
  for (const { user_id, capacity } of await listPanel(tx, dealId))
    if (user_id && capacity === "admin") effects.notify(user_id, "deal_next", dealId);
}
