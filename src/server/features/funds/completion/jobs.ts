import { scheduled } from "../../../platform/jobs/job.ts";
import { makePapers, type PaperContext } from "./make-papers.ts";

export const completionJobs = {
  /** Once however often it runs: what is kept is left as it is. */
  "deal-papers": scheduled((context: PaperContext, { deal_id }: { deal_id: string }) => makePapers(context, deal_id)),
};
