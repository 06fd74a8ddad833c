import type { Logger } from "pino";
import type { MailJob } from "../platform/jobs/mail-job.ts";
import type { SendMail } from "../platform/mail/send-mail.ts";
import { composeMail } from "./compose-mail.ts";
import type { ComposeOptions } from "./compose-options.ts";

export interface MailWorkerOptions extends ComposeOptions {
  sendMail: SendMail;
  log: Logger;
}

/** What the queue does with a mail when its turn comes. */
export function createMailWorker({ sendMail, log, ...options }: MailWorkerOptions) {
  return async ({ id, request, signal }: MailJob): Promise<void> => {
    const mail = await composeMail(options, request);
    if (mail) await sendMail({ id, ...mail }, signal);
    else log.debug({ mail_id: id, template: request.template }, "Mail not needed any more");
  };
}
