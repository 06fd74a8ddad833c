import { sql, type Transaction } from "kysely";
import type { SignatoryNews } from "#shared/people/signatory-messages.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { everyTenMinutes, type JobContext, scheduled } from "../../../platform/jobs/job.ts";

interface Told {
  signatory_id: string;
  news: SignatoryNews;
}

export const signatoryJobs = {
  "signatory-news": scheduled(({ asOwner }: JobContext, told: Told) =>
    asOwner(null, (tx, effects) => tellOfSignatory(tx, effects, told)),
  ),
  /** Those of ADMIN_EMAILS, who become admins without a request. */
  "announce-first-admins": everyTenMinutes(({ asOwner, now }: JobContext) =>
    asOwner(null, async (tx, effects) => {
      const untold = await tx
        .updateTable("signatories")
        .set({ told_at: now() })
        .where("announced_at", "is not", null)
        .where("ended_at", "is", null)
        .where("told_at", "is", null)
        .returning("id")
        .execute();
      for (const { id } of untold) await tellOfSignatory(tx, effects, { signatory_id: id, news: "announced" });
    }),
  ),
};

/** Admins, second signatories, members whose money is under way, and the person. */
async function tellOfSignatory(tx: Transaction<DB>, effects: Effects, { signatory_id, news }: Told): Promise<void> {
  const { rows } = await sql<{ user_id: string; is_own: boolean }>`
    select told.user_id, exists (select from signatories s where s.id = ${signatory_id} and s.user_id = told.user_id) as is_own
      from (select signatory_audience() as user_id
            union select user_id from signatories where id = ${signatory_id} and user_id is not null) told`.execute(tx);
  for (const { user_id, is_own } of rows) {
    effects.notify(user_id, is_own ? `own_signatory_${news}` : `signatory_${news}`, signatory_id);
    effects.mail("signatory-news", { user_id, signatory_id, news });
  }
}
