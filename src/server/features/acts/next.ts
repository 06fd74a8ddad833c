import { type Kysely, sql } from "kysely";
import type { ActKind } from "#shared/acts/act-messages.ts";
import { type CannotSign, nobodySecond, oneOf } from "#shared/acts/act-words.ts";
import { adminNameFirst } from "#shared/people/person-name.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { tellNext } from "./next-by-state.ts";
import { findNextOfExit } from "./next-exit.ts";
import { readActs, readFacts, readOpenLines } from "./next-facts.ts";
import { forOthers, forTime, moment, step } from "./next-step.ts";

/** A sentence with the name, the sum and the day, and what its reader does about it. Undefined for no such deal. */
export async function findNext(db: Kysely<DB>, dealId: string, { now, isEnabled }: { now: Date; isEnabled: boolean }) {
  const facts = await readFacts(db, dealId, isEnabled);
  if (!facts) return undefined;
  const acts = await readActs(db, dealId);
  if (facts.state === "completed" || facts.state === "exited") {
    const ofExit = await findNextOfExit(db, dealId, facts.company);
    // A certificate does not wait for what somebody else does about an exit.
    if (ofExit && (ofExit.act || facts.unmatched_certificates === 0)) return ofExit;
  }
  if (facts.cancelling_until && facts.cancelling_refusal === null)
    return step(
      `${adminNameFirst(facts.cancelling_by)} proposes to cancel this deal. Confirm it by ${moment(facts.cancelling_until)}, or leave it. Reason: ${facts.cancelling_reason}`,
      "prepare",
      facts.cancelling_until,
    );
  const lines = await readOpenLines(db, dealId, facts);
  const found = tellNext(
    { ...facts, ...lines },
    { offer: acts.find(({ kind }) => kind === "offer"), closing: acts.find(({ kind }) => kind === "closing") },
    now,
  );
  const isSigned = found.act === "sign_offer" || found.act === "sign_closing";
  const signers = found.act === "sign_closing" ? await findOtherSigners(db, dealId) : [];
  if (signers.length > 0 && signing.test(found.text))
    return forOthers(found.text.replace(signing, `${oneOf(signers)} can sign `));
  if (isSigned && facts.signs_from)
    return forTime(`${found.text} You can sign from ${moment(facts.signs_from)}, if nobody objects.`, facts.signs_from);
  if (isSigned && facts.passkey_from)
    return forTime(
      `${found.text} Your passkey is new: you can sign with it from ${moment(facts.passkey_from)}.`,
      facts.passkey_from,
    );
  const { seconds, ...told } = found;
  const others = seconds && (await readSecondObstacle(db, dealId, seconds));
  const cancelling = facts.cancelling_until
    ? `It is proposed to cancel this deal. Another admin confirms that by ${moment(facts.cancelling_until)}.`
    : "";
  const text = [told.text, others && nobodySecond(others), cancelling].filter(Boolean).join(" ");
  // Who proposed to cancel it waits, and so does whoever would cancel it.
  const isForOthers = cancelling !== "" && (told.waits_for !== "reader" || told.act === "prepare");
  return { ...told, text, ...(isForOthers && { act: null, waits_for: "others" as const }) };
}

/** "Sign the closing list.", "Sign a new one." */
const signing = /\bSign (?=(?:the|a) )/;

/** Who signs the deal's lists; empty where its reader is one of them. */
async function findOtherSigners(db: Kysely<DB>, dealId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select p.name from deal_panel p
     where p.version_id = (select v.id from deal_versions v where v.deal_id = ${dealId} and v.approved_at is not null
                            order by v.number desc limit 1)
       and not is_on_panel(${dealId}, app_user_id())
     order by p.name, p.id`.execute(db);
  return rows.map(({ name }) => name);
}

/** From the first commitment with a fee on, as two admins and a day may come before an account is in the settings. */
export async function lacksFeeAccount(db: Kysely<DB>, dealId: string): Promise<boolean> {
  const { rows } = await sql`
    select from deals d
     where d.id = ${dealId} and d.state in ('released', 'closing')
       and exists (select from asked_sums a where a.deal_id = d.id and a.has_fees)
       and not exists (select from outgoing_payments o
                        where o.deal_id = d.id and o.kind = 'fee' and o.state in ('approved', 'paid'))
       and not exists (select from club_settings s where s.key = 'fee_account' and s.value ->> 'account_number' is not null)
       and not exists (select from setting_proposals p where p.key = 'fee_account' and p.ended_at is null)`.execute(db);
  return rows.length > 0;
}

async function readSecondObstacle(db: Kysely<DB>, dealId: string, kind: ActKind): Promise<CannotSign[] | null> {
  const { rows } = await sql<{ others: CannotSign[] | null }>`
    select second_obstacle(${dealId}, ${kind}) as others`.execute(db);
  return rows[0]?.others ?? null;
}
