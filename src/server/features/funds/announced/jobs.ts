import { sql, type Transaction } from "kysely";
import type { AnnouncedKind } from "#shared/funds/announced-messages.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { everyTenMinutes, type JobContext, scheduled } from "../../../platform/jobs/job.ts";
import { tellImportConfirmed, tellImportUndone } from "../../portfolio/imports/import-routes.ts";
import { tellPriceConfirmed } from "../../portfolio/valuation-routes.ts";
import { tellExitConfirmed, tellOutsideConfirmed } from "../exits/tell-exit.ts";
import { tellNotEffective } from "./announce.ts";

export const announcedJobs = {
  "announced-confirmation": scheduled((context: JobContext, { announced_id }: { announced_id: string }) =>
    takeEffect(context, announced_id),
  ),
  /** Does what a process that was not running has missed. */
  "announced-confirmations": everyTenMinutes(async (context: JobContext) => {
    const due = await context.asOwner(null, (tx) =>
      tx
        .selectFrom("announced_confirmations")
        .select("id")
        .where("ended_at", "is", null)
        .where("takes_effect_at", "<=", context.now())
        .orderBy("id")
        .execute(),
    );
    for (const { id } of due) await takeEffect(context, id);
  }),
};

interface Confirmed {
  tx: Transaction<DB>;
  effects: Effects;
  id: string;
  by: string | null;
}

const tellConfirmed: Record<AnnouncedKind, (confirmed: Confirmed) => Promise<void>> = {
  exit: tellExitConfirmed,
  price: tellPriceConfirmed,
  outside_payment: tellOutsideConfirmed,
  import: tellImportConfirmed,
  import_undo: tellImportUndone,
};

const takeEffect = ({ asOwner }: JobContext, id: string): Promise<void> =>
  asOwner(null, async (tx, effects) => {
    const { rows } = await sql<{ outcome: string | null }>`select take_effect(${id}) as outcome`.execute(tx);
    const outcome = rows[0]?.outcome ?? null;
    if (outcome === null) return;
    const given = await tx
      .selectFrom("announced_confirmations")
      .select(["kind", "subject_id", "confirmed_by", "because"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const kind = given.kind as AnnouncedKind;
    if (outcome === "effective") {
      await tellConfirmed[kind]({ tx, effects, id: given.subject_id, by: given.confirmed_by });
      return;
    }
    effects.audit("confirmation_failed", given.confirmed_by, {
      announced_id: id,
      kind,
      subject_id: given.subject_id,
      reason: given.because,
    });
    await tellNotEffective(tx, effects, kind, given.subject_id, "failed");
  });
