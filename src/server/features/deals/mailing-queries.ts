import { type Kysely, sql, type Transaction } from "kysely";
import { leftOutLabels, neutralNotice } from "#shared/deal-messages.ts";
import { dealMailStates, type MailAudience } from "#shared/deals.ts";
import type { DB } from "../../platform/db/database.generated.ts";

export async function readMailAudience(tx: Transaction<DB>): Promise<MailAudience> {
  const { rows } = await sql<{ outcome: string; people: number }>`
    select outcome, people from count_deal_mail_audience()`.execute(tx);
  return {
    eligible: rows.find(({ outcome }) => outcome === "open")?.people ?? 0,
    left_out: rows
      .filter(({ outcome }) => outcome !== "open")
      .map(({ outcome, people }) => ({ reason: leftOutLabels[outcome] ?? outcome, people })),
    notice: neutralNotice,
  };
}

/** Of a deal, with what came of its mails; undefined before it is released. */
export async function findMailing(db: Kysely<DB>, dealId: string) {
  const mailing = await db
    .selectFrom("deal_mailing_list")
    .select(["id", "state", "created_at", "started_by_name"])
    .where("deal_id", "=", dealId)
    .executeTakeFirst();
  if (!mailing) return undefined;
  const counts = await db
    .selectFrom("deal_mails")
    .select(["state", "reason"])
    .select(({ fn }) => fn.countAll<number>().as("people"))
    .where("mailing_id", "=", mailing.id)
    .groupBy(["state", "reason"])
    .orderBy("reason")
    .execute();
  const peopleIn = (state: string) =>
    counts.filter((row) => row.state === state).reduce((sum, { people }) => sum + people, 0);
  return {
    ...mailing,
    states: Object.fromEntries(dealMailStates.map((state) => [state, peopleIn(state)])) as Record<
      (typeof dealMailStates)[number],
      number
    >,
    dropped: counts.flatMap(({ reason, people }) =>
      reason ? [{ reason: leftOutLabels[reason] ?? reason, people }] : [],
    ),
  };
}

/** @returns "closed" for one that is stopped, or in that state already; undefined before the release. */
export async function changeMailing(tx: Transaction<DB>, dealId: string, to: "sending" | "paused" | "stopped") {
  const { rows } = await sql<{ outcome: "changed" | "closed" | null }>`
    select change_deal_mailing(${dealId}, ${to}) as outcome`.execute(tx);
  return rows[0]?.outcome ?? undefined;
}

export const findConsents = async (db: Kysely<DB>, userId: string) => {
  const found = await db
    .selectFrom("mail_consents")
    .select("kind")
    .where("user_id", "=", userId)
    .where("withdrawn_at", "is", null)
    .execute();
  return { deal_release: found.some(({ kind }) => kind === "deal_release") };
};

export const setConsent = (tx: Transaction<DB>, kind: "deal_release", agrees: boolean) =>
  sql`select set_mail_consent(${kind}, ${agrees})`.execute(tx);
