import { type Kysely, sql, type Transaction } from "kysely";
import type { AnnouncedKind } from "#shared/funds/announced-messages.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";

const latest = (db: Kysely<DB>, kind: AnnouncedKind, subjectId: string) =>
  db
    .selectFrom("announced_confirmations")
    .select(["id", "confirmed_by", "takes_effect_at", "outcome"])
    .where("kind", "=", kind)
    .where("subject_id", "=", subjectId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Lists those with an account for whom it changes something. */
export async function listPartOwners(db: Kysely<DB>, kind: AnnouncedKind, subjectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from part_owners(${kind}, ${subjectId}) id order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function tellAnnounced(tx: Transaction<DB>, effects: Effects, kind: AnnouncedKind, subjectId: string) {
  const given = await latest(tx, kind, subjectId);
  if (!given) return;
  const { id, takes_effect_at } = given;
  const details = { announced_id: id, kind, subject_id: subjectId, takes_effect_at: takes_effect_at.toISOString() };
  effects.audit("confirmation_announced", given.confirmed_by, details);
  effects.schedule("announced-confirmation", { announced_id: id }, takes_effect_at);
  await tell(tx, effects, "announced", { id, kind, subjectId });
}

/** Those who were told before, where the subject was announced and then refused, or did not hold at its time. */
export async function tellNotEffective(
  tx: Transaction<DB>,
  effects: Effects,
  kind: AnnouncedKind,
  subjectId: string,
  outcome: "withdrawn" | "failed" = "withdrawn",
) {
  const given = await latest(tx, kind, subjectId);
  if (given?.outcome !== outcome) return;
  await tell(tx, effects, "ended", { id: given.id, kind, subjectId });
}

interface Told {
  id: string;
  kind: AnnouncedKind;
  subjectId: string;
}

async function tell(tx: Transaction<DB>, effects: Effects, news: "announced" | "ended", { id, kind, subjectId }: Told) {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from announced_audience(${kind}, ${subjectId}) user_id order by user_id`.execute(tx);
  for (const { user_id } of rows) {
    effects.notify(user_id, `confirmation_${news}`, id);
    effects.mail(`confirmation-${news}`, { user_id, announced_id: id });
  }
}
