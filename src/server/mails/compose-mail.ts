import type { ComposedMail } from "../platform/mail/mail-content.ts";
import type { InvitationRequest, MailRequest } from "../platform/mail/mail-request.ts";
import { renderMail } from "../platform/mail/render-mail.tsx";
import type { ComposeOptions } from "./compose-options.ts";
import { findInvitation } from "./find-invitation.ts";
import { findPerson } from "./find-person.ts";
import { personMails } from "./person-mails.ts";
import { firstAdminMail } from "./templates/first-admin.ts";
import { invitationMail } from "./templates/invitation.ts";
import { writeEmailChange } from "./write-email-change.ts";

/**
 * Writes a mail as things stand now; nothing when they have moved on: the person or invitation is gone, the invitation
 * was used, or what it would say is not true any more. Links that need a token get it here.
 */
export async function composeMail(options: ComposeOptions, request: MailRequest): Promise<ComposedMail | undefined> {
  const written = await write(options, request);
  if (!written) return undefined;
  const { to, content } = written;
  return { template: request.template, to, link: content.action?.url, ...renderMail(content) };
}

function write(options: ComposeOptions, request: MailRequest) {
  if ("invitation_id" in request) return writeInvitation(options, request);
  if ("email_change_id" in request) return writeEmailChange(options, request);
  return writeToPerson(options, request.template, request.user_id);
}

const invitationMails = { invitation: invitationMail, "first-admin": firstAdminMail };

async function writeInvitation({ db, appUrl }: ComposeOptions, { template, invitation_id }: InvitationRequest) {
  const invitation = await findInvitation(db, invitation_id);
  return invitation && { to: invitation.email, content: invitationMails[template]({ appUrl, ...invitation }) };
}

async function writeToPerson(options: ComposeOptions, template: keyof typeof personMails, userId: string) {
  const person = await findPerson(options.db, userId);
  const content = person && (await personMails[template](person, options));
  return content && { to: person.email, content };
}
