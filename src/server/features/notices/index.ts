import { everyTenMinutes } from "../../platform/jobs/job.ts";
import { noticeMails } from "./mails.ts";
import { type NoticeJobContext, startNoticeMails } from "./notice-mails.ts";
import { noticeRoutes } from "./routes.ts";

export const routes = [noticeRoutes];
export const jobs = { "notice-mails": everyTenMinutes((context: NoticeJobContext) => startNoticeMails(context)) };
export const mails = noticeMails;
