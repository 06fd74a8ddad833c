import { type Kysely, sql, type Transaction } from "kysely";
import { dealMailStates } from "#shared/deals/deal-mailings.ts";
import { leftOutWords, neutralNotice } from "#shared/deals/deal-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { findDeal } from "./deal-queries.ts";

export async function readMailings(tx: Transaction<DB>, dealId: string, now: Date) {
  const deal = await findDeal(tx, dealId);
  if (!deal) return undefined;
  const items = await listMailings(tx, dealId);
  const next = [];
  for (const mailing of await nextMailings(tx, { id: dealId, state: deal.state, now, sent: items })) {
    next.push({ ...mailing, ...(await readAudience(tx, dealId, mailing.kind)) });
  }
  return { items, next, notice: neutralNotice };
}

type NextKind = "release" | "reminder" | "call";
interface Given {
  id: string;
  state: string;
  now: Date;
  sent: readonly { kind: string; call_id: string | null }[];
}

async function nextMailings(tx: Transaction<DB>, { id, state, now, sent }: Given) {
  const alone = (kind: NextKind) => ({ kind, call_id: null, call_starts_at: null });
  const wasSent = (kind: NextKind, call_id: string | null) =>
    sent.some((mailing) => mailing.kind === kind && mailing.call_id === call_id);
  if (!wasSent("release", null) && state !== "completed" && state !== "exited") return [alone("release")];
  if (state !== "released") return [];
  const calls = await tx
    .selectFrom("deal_calls")
    .select(["id as call_id", "starts_at as call_starts_at"])
    .where("deal_id", "=", id)
    .where("cancelled_reason", "is", null)
    .where("starts_at", ">", now)
    .orderBy("starts_at")
    .execute();
  const invitations = calls.map((call) => ({ kind: "call" as const, ...call }));
  return [alone("reminder"), ...invitations].filter(({ kind, call_id }) => !wasSent(kind, call_id));
}

async function readAudience(tx: Transaction<DB>, dealId: string, kind: NextKind) {
  const { rows } = await sql<{ outcome: string; people: number }>`
    select outcome, people from count_deal_mail_audience(${dealId}, ${kind})`.execute(tx);
  return {
    eligible: rows.find(({ outcome }) => outcome === "open")?.people ?? 0,
    left_out: rows
      .filter(({ outcome }) => outcome !== "open")
      .map(({ outcome, people }) => ({ reason: leftOutWords(outcome, people), people })),
  };
}

/** Newest first, with what came of their mails. */
async function listMailings(db: Kysely<DB>, dealId: string) {
  const mailings = await db
    .selectFrom("deal_mailing_list")
    .select(["id", "kind", "call_id", "call_starts_at", "state", "created_at", "started_by_name"])
    .where("deal_id", "=", dealId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const counts = await db
    .selectFrom("deal_mails as m")
    .innerJoin("deal_mailing_list as l", "l.id", "m.mailing_id")
    .select(["m.mailing_id", "m.state", "m.reason"])
    .select(({ fn }) => fn.countAll<number>().as("people"))
    .where("l.deal_id", "=", dealId)
    .groupBy(["m.mailing_id", "m.state", "m.reason"])
    .orderBy("m.reason")
    .execute();
  return mailings.map((mailing) => {
    const own = counts.filter(({ mailing_id }) => mailing_id === mailing.id);
    const peopleIn = (state: string) =>
      own.filter((row) => row.state === state).reduce((sum, { people }) => sum + people, 0);
    return {
      ...mailing,
      states: Object.fromEntries(dealMailStates.map((state) => [state, peopleIn(state)])) as Record<
        (typeof dealMailStates)[number],
        number
      >,
      dropped: own.flatMap(({ reason, people }) => (reason ? [{ reason: leftOutWords(reason, people), people }] : [])),
      can: {
        pause: mailing.state === "sending",
        resume: mailing.state === "paused",
        stop: mailing.state !== "stopped",
      },
    };
  });
}

/** @returns its id; undefined before the release. */
export async function findReleaseMailing(tx: Transaction<DB>, dealId: string): Promise<string | undefined> {
  const mailing = await tx
    .selectFrom("deal_mailing_list")
    .select("id")
    .where("deal_id", "=", dealId)
    .where("kind", "=", "release")
    .executeTakeFirst();
  return mailing?.id;
}

export const startMailing = (tx: Transaction<DB>, dealId: string, callId: string | null) =>
  runCommand(tx, sql`start_deal_mailing(${dealId}, ${callId})`, "deal");

interface Change {
  id: string;
  mailing_id: string;
  to: "sending" | "paused" | "stopped";
}

export const changeMailing = (tx: Transaction<DB>, { id, mailing_id, to }: Change) =>
  runCommand(tx, sql`change_deal_mailing(${id}, ${mailing_id}, ${to})`, "mailing");
