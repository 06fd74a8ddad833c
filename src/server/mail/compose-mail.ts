import type { Database } from "../db/connect.ts";
import type { Keys } from "../derive-keys.ts";
import { findInvitation } from "./find-invitation.ts";
import { findPerson } from "./find-person.ts";
import type { RenderedMail } from "./mail-content.ts";
import type { InvitationRequest, MailRequest } from "./mail-request.ts";
import { personMails } from "./person-mails.ts";
import { renderMail } from "./render-mail.tsx";
import { firstAdminMail } from "./templates/first-admin.ts";
import { invitationMail } from "./templates/invitation.ts";
import { writeEmailChange } from "./write-email-change.ts";

export interface ComposedMail extends RenderedMail {
  template: MailRequest["template"];
  to: string;
  /** Where its button leads. */
  link: string | undefined;
}

export interface ComposeOptions {
  /** As the owner: a mail may say what its recipient could not read for themselves. */
  db: Database;
  appUrl: string;
  keys: Keys;
}

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
