import { type JobContext, nightly, scheduled } from "../../../platform/jobs/job.ts";
import { makePapers, type PaperContext } from "./make-papers.ts";
import { listWithPapersToDraw } from "./paper-queries.ts";

export const completionJobs = {
  /** The papers are made once, however often it runs: what is kept is left as it is. */
  "deal-papers": scheduled((context: PaperContext, { deal_id }: { deal_id: string }) => makePapers(context, deal_id)),
  /** Where the job was lost, the round was completed before it came here, or papers are drawn in another way now. */
  "missing-papers": nightly(({ asOwner, now }: JobContext) =>
    asOwner(null, async (tx, effects) => {
      for (const { deal_id } of await listWithPapersToDraw(tx)) effects.schedule("deal-papers", { deal_id }, now());
    }),
  ),
};
