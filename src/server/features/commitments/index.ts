import { everyTenMinutes, type JobContext, scheduled } from "../../platform/jobs/job.ts";
import { allocationRoutes } from "./allocation/routes.ts";
import { allocationMails, commitmentMails } from "./mails.ts";
import { lapseUnanswered } from "./queries.ts";
import { commitmentRoutes, openCommitmentRoutes } from "./routes.ts";

export const routes = [openCommitmentRoutes, commitmentRoutes, allocationRoutes];

export const commitmentJobs = {
  /** Silence is no consent: what was not answered ends, and what was sent for it is to go back. */
  "terms-change-ends": scheduled((context: JobContext, { deal_id }: { deal_id: string }) => lapse(context, deal_id)),
  /** Does what a process that was not running has missed. */
  "terms-changes-end": everyTenMinutes(async (context: JobContext) => {
    const deals = await context.asOwner(null, (tx) =>
      tx
        .selectFrom("commitments")
        .select("deal_id")
        .distinct()
        .where("state", "=", "needs_reconsent")
        .where("reconsent_until", "<=", context.now())
        .execute(),
    );
    for (const { deal_id } of deals) await lapse(context, deal_id);
  }),
};

async function lapse({ asOwner, now, log }: JobContext, dealId: string): Promise<void> {
  const lapsed = await asOwner(null, async (tx, effects) => {
    const ended = await lapseUnanswered(tx, dealId, now());
    for (const { commitment_id, user_id } of ended) {
      if (!user_id) continue;
      effects.mail("commitment-ended", { user_id, commitment_id });
      effects.notify(user_id, "commitment_lapsed", commitment_id);
    }
    if (ended.length > 0) effects.audit("commitments_lapsed", dealId, { members: ended.length });
    return ended.length;
  });
  log.info({ deal_id: dealId, commitments: lapsed }, "commitments without an answer ended");
}

export const jobs = commitmentJobs;
export const mails = { ...allocationMails, ...commitmentMails };
