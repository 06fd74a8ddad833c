import { sql, type Transaction } from "kysely";
import { settingsMessages, type ToldSetting } from "#shared/settings/settings-messages.ts";
import { changedFields, settingWaitingMs as waitingMs } from "#shared/settings/value-differences.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Actor, Effects } from "../../platform/db/types.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { everyTenMinutes, type JobContext, scheduled } from "../../platform/jobs/job.ts";
import { findSetting, type ProposedKey, type SettingChange } from "./queries.ts";

type Done = "proposed" | "confirmed" | "withdrawn" | "unchanged" | "alone";

/**
 * Proposes a change that a second admin confirms, confirms it by the same value or withdraws it by the one in force.
 * @returns "alone" where its admin saves it without another. @throws HttpError 403 for its author, 409 `revision_conflict`.
 */
export async function proposeSetting(
  tx: Transaction<DB>,
  effects: Effects,
  { userId }: Actor,
  { key, value, expected_revision }: SettingChange<ProposedKey>,
): Promise<Done> {
  const present = await findSetting(tx, key);
  if (present.revision !== expected_revision)
    throw new HttpError("revision_conflict", settingsMessages.conflict.text, { record: present });
  const done = await runCommand<Done>(tx, sql`propose_setting(${key}, ${JSON.stringify(value)}::jsonb)`, "setting");
  if (done === "alone" || done === "unchanged") return done;
  const proposal = await tx
    .selectFrom("setting_proposals")
    .select(["id", "confirmed_at"])
    .where("key", "=", key)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  effects.audit(`setting_${done}`, null, { key, proposal_id: proposal.id });
  if (done === "confirmed" && proposal.confirmed_at)
    effects.schedule(
      "setting-effect",
      { proposal_id: proposal.id },
      new Date(proposal.confirmed_at.getTime() + waitingMs),
    );
  await tellProposal(tx, effects, { userId, proposal_id: proposal.id, news: done });
  return done;
}

export type ProposalNews = "proposed" | "confirmed" | "withdrawn" | "failed";

interface Told {
  /** This person did it and is not told; `null` means the clock did. */
  userId: string | null;
  proposal_id: string;
  news: ProposalNews;
}

async function tellProposal(tx: Transaction<DB>, effects: Effects, { userId, ...news }: Told): Promise<void> {
  for (const { id } of await tx.selectFrom("admins").select("id").execute())
    if (id && id !== userId) effects.mail("setting-proposed", { user_id: id, ...news });
}

/** @param by who is not told. */
export async function tellAdmins(
  tx: Transaction<DB>,
  effects: Effects,
  by: string | null,
  change: { key: ToldSetting; revision: number },
): Promise<void> {
  for (const { id } of await tx.selectFrom("admins").select("id").execute())
    if (id && id !== by) effects.mail("setting-changed", { user_id: id, ...change });
}

export const proposedSettingJobs = {
  "setting-effect": scheduled((context: JobContext, { proposal_id }: { proposal_id: string }) =>
    takeEffect(context, proposal_id),
  ),
  /** Runs the effects that were missed while no process was running. */
  "setting-effects": everyTenMinutes(async (context: JobContext) => {
    const due = await context.asOwner(null, (tx) =>
      tx
        .selectFrom("setting_proposals")
        .select("id")
        .where("ended_at", "is", null)
        .where("confirmed_at", "<=", new Date(context.now().getTime() - waitingMs))
        .execute(),
    );
    for (const { id } of due) await takeEffect(context, id);
  }),
};

const takeEffect = ({ asOwner }: JobContext, proposal_id: string): Promise<void> =>
  asOwner(null, async (tx, effects) => {
    const { key, confirmed_by } = await tx
      .selectFrom("setting_proposals")
      .select(["key", "confirmed_by"])
      .where("id", "=", proposal_id)
      .executeTakeFirstOrThrow();
    const before = await findSetting(tx, key as ProposedKey);
    const { rows } = await sql<{ outcome: "in_force" | "failed" | null }>`
      select take_setting_effect(${proposal_id}) as outcome`.execute(tx);
    const outcome = rows[0]?.outcome ?? null;
    if (outcome === null) return;
    if (outcome === "failed") {
      effects.audit("setting_failed", null, { key, proposal_id }, confirmed_by);
      await tellProposal(tx, effects, { userId: null, proposal_id, news: "failed" });
      return;
    }
    const { revision, value } = await findSetting(tx, key as ProposedKey);
    const fields = changedFields(key as ProposedKey, before.value, value);
    effects.audit("setting_changed", null, { key, revision, fields }, confirmed_by);
    await tellAdmins(tx, effects, null, { key: key as ToldSetting, revision });
  });
