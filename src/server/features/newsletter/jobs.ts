import { type JobContext, nightly } from "../../platform/jobs/job.ts";
import { eraseUnconfirmed } from "./newsletter.ts";

export const newsletterJobs = {
  "unconfirmed-newsletter-addresses": nightly(async ({ asOwner, now, log }: JobContext) => {
    log.info({ addresses: await eraseUnconfirmed(asOwner, now()) }, "unconfirmed newsletter addresses erased");
  }),
};
