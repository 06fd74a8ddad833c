import { type JobContext, nightly } from "../../platform/jobs/job.ts";
import { newsletterMails } from "./mails.ts";
import { eraseUnconfirmed } from "./newsletter.ts";
import { newsletterRoutes } from "./routes.ts";

export const routes = [newsletterRoutes];
export const jobs = {
  "unconfirmed-newsletter-addresses": nightly(async ({ asOwner, now, log }: JobContext) => {
    log.info({ addresses: await eraseUnconfirmed(asOwner, now()) }, "unconfirmed newsletter addresses erased");
  }),
};
export const mails = newsletterMails;
