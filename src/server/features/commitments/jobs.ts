import { type JobContext, scheduled } from "../../platform/jobs/job.ts";
import { lapseUnanswered } from "./queries.ts";

export const commitmentJobs = {
  /** Silence is no consent: what was not answered ends, and what was sent for it is to go back. */
  "terms-change-ends": scheduled(async ({ asOwner, now, log }: JobContext, { deal_id }: { deal_id: string }) => {
    const lapsed = await asOwner(null, async (tx, effects) => {
      const ended = await lapseUnanswered(tx, deal_id, now());
      for (const { commitment_id, user_id } of ended) {
        if (!user_id) continue;
        effects.mail("commitment-ended", { user_id, commitment_id });
        effects.notify(user_id, "commitment_lapsed", commitment_id);
      }
      if (ended.length > 0) effects.audit("commitments_lapsed", deal_id, { members: ended.length });
      return ended.length;
    });
    log.info({ deal_id, commitments: lapsed }, "commitments without an answer ended");
  }),
};
