import { everyTenMinutes } from "../../platform/jobs/job.ts";
import { type NoticeJobContext, startNoticeMails } from "./notice-mails.ts";

export const noticeJobs = {
  "notice-mails": everyTenMinutes((context: NoticeJobContext) => startNoticeMails(context)),
};
