import { everyQuarterHour, type JobContext } from "../../../platform/jobs/job.ts";
import type { BankFeeds } from "./bank-feed.ts";

interface Context extends JobContext {
  bankFeeds: BankFeeds;
}

export const bankFeedJobs = {
  "bank-feeds": everyQuarterHour(({ bankFeeds }: Context) => bankFeeds.readDue()),
};
