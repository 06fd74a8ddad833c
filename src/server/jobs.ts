import { accountJobs } from "./auth/account/jobs.ts";
import { emailChangeJobs } from "./auth/email-change/jobs.ts";
import { commitmentJobs } from "./features/commitments/jobs.ts";
import { companyUpdateJobs } from "./features/company-updates/jobs.ts";
import { contentJobs } from "./features/content/jobs.ts";
import { dealJobs } from "./features/deals/jobs.ts";
import { eventJobs } from "./features/events/jobs.ts";
import { fundsCallJobs } from "./features/funds/calls/jobs.ts";
import { completionJobs } from "./features/funds/completion/jobs.ts";
import { ledgerJobs } from "./features/funds/ledger/jobs.ts";
import { reliefJobs } from "./features/funds/relief/jobs.ts";
import { investorRecordJobs } from "./features/investor-records/jobs.ts";
import { newsletterJobs } from "./features/newsletter/jobs.ts";
import { noticeJobs } from "./features/notices/jobs.ts";
import { peopleJobs } from "./features/people/ending-tiers.ts";
import { pictureJobs } from "./features/pictures/jobs.ts";
import { adviserSeatJobs } from "./features/portfolio/advisers/jobs.ts";
import { settingJobs } from "./features/settings/jobs.ts";
import { statementJobs } from "./features/statements/jobs.ts";
import { webhookJobs } from "./features/webhooks/jobs.ts";
import { backupJobs } from "./ops/backup/jobs.ts";
import { fileJobs } from "./platform/files/jobs.ts";

/** Every job of the app, nightly and one-off, by its name. */
export const jobs = {
  ...accountJobs,
  ...adviserSeatJobs,
  ...backupJobs,
  ...commitmentJobs,
  ...companyUpdateJobs,
  ...completionJobs,
  ...contentJobs,
  ...dealJobs,
  ...emailChangeJobs,
  ...eventJobs,
  ...fileJobs,
  ...fundsCallJobs,
  ...investorRecordJobs,
  ...ledgerJobs,
  ...newsletterJobs,
  ...noticeJobs,
  ...peopleJobs,
  ...pictureJobs,
  ...reliefJobs,
  ...settingJobs,
  ...statementJobs,
  ...webhookJobs,
};

type JobDataOf<Jobs> = {
  [Name in keyof Jobs as Jobs[Name] extends { when: "scheduled" } ? Name : never]: Jobs[Name] extends {
    run: (context: never, data: infer Data) => unknown;
  }
    ? Data
    : never;
};

declare module "./platform/jobs/job-data.ts" {
  interface JobData extends JobDataOf<typeof jobs> {}
}
