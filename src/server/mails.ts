import type { Logger } from "pino";
import { accountMails } from "./auth/account/mails.ts";
import { emailChangeMails } from "./auth/email-change/mails.ts";
import { passwordMails } from "./auth/passwords/mails.ts";
import { registrationMails } from "./auth/registration/mails.ts";
import { twoFactorMails } from "./auth/two-factor/mails.ts";
import type { OwnerContext, OwnerMailContext } from "./context.ts";
import { allocationMails } from "./features/commitments/allocation/mails.ts";
import { commitmentMails } from "./features/commitments/mails.ts";
import { companyUpdateMails } from "./features/company-updates/mails.ts";
import { dealMails } from "./features/deals/mails.ts";
import { fundsCallMails } from "./features/funds/calls/mails.ts";
import { completionMails } from "./features/funds/completion/mails.ts";
import { exitMails } from "./features/funds/exits/mails.ts";
import { ledgerMails } from "./features/funds/ledger/mails.ts";
import { reliefMails } from "./features/funds/relief/mails.ts";
import { invitationMails } from "./features/invitations/mails.ts";
import { membershipRequestMails } from "./features/membership-requests/mails.ts";
import { newsletterMails } from "./features/newsletter/mails.ts";
import { peopleMails } from "./features/people/mails.ts";
import { submissionMails } from "./features/profiles/submissions/mails.ts";
import { statementMails } from "./features/statements/mails.ts";
import { systemMails } from "./features/system/mails.ts";
import type { MailJob } from "./platform/jobs/mail-queue.ts";
import type { ComposedMail, MailRequest } from "./platform/mail/mail-content.ts";
import type { WriteMail, WrittenMail } from "./platform/mail/mail-writer.ts";
import { renderMail } from "./platform/mail/render-mail.tsx";
import type { SendMail } from "./platform/mail/send-mail.ts";

const mails = {
  ...accountMails,
  ...allocationMails,
  ...commitmentMails,
  ...companyUpdateMails,
  ...completionMails,
  ...dealMails,
  ...emailChangeMails,
  ...exitMails,
  ...fundsCallMails,
  ...invitationMails,
  ...ledgerMails,
  ...membershipRequestMails,
  ...newsletterMails,
  ...passwordMails,
  ...peopleMails,
  ...registrationMails,
  ...reliefMails,
  ...statementMails,
  ...submissionMails,
  ...systemMails,
  ...twoFactorMails,
};

type MailDataOf<Writers> = {
  [Template in keyof Writers]: Writers[Template] extends WriteMail<infer Data, OwnerMailContext> ? Data : never;
};

declare module "./platform/mail/mail-content.ts" {
  interface MailData extends MailDataOf<typeof mails> {}
}

export type ComposeOptions = Pick<OwnerContext, "db" | "readAs" | "asOwner" | "readClub" | "appUrl" | "keys" | "now">;

/** Rendered from current state; undefined when obsolete. Links get their tokens here. */
export async function composeMail(
  { readAs, readClub, ...options }: ComposeOptions,
  { template, ...data }: MailRequest,
): Promise<(ComposedMail & Pick<WrittenMail, "settle">) | undefined> {
  const write = mails[template] as WriteMail<typeof data, OwnerMailContext>;
  const club = await readClub();
  const written = await write({ ...options, club, read: readAs("owner") }, data);
  if (!written) return undefined;
  const { to, content, unsubscribeUrl, settle } = written;
  const { name, info_email } = club.identity;
  return {
    template,
    to,
    sender: { name, address: info_email },
    link: content.action?.url,
    unsubscribeUrl,
    ...(settle && { settle }),
    ...renderMail(content, club, options.appUrl),
  };
}

export function createMailWorker({ sendMail, log, ...options }: ComposeOptions & { sendMail: SendMail; log: Logger }) {
  return async ({ id, request, signal }: MailJob): Promise<void> => {
    const mail = await composeMail(options, request);
    if (!mail) return log.debug({ mail_id: id, template: request.template }, "mail skipped: obsolete");
    const { settle, ...composed } = mail;
    try {
      await sendMail({ id, ...composed }, signal);
    } catch (error) {
      await settle?.("failed");
      throw error;
    }
    await settle?.("sent");
  };
}
