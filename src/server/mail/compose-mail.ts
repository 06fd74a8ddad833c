import type { Database } from "../db/connect.ts";
import { findInvitation } from "./find-invitation.ts";
import { findPerson } from "./find-person.ts";
import type { RenderedMail } from "./mail-content.ts";
import type { MailRequest } from "./mail-request.ts";
import { personMails } from "./person-mails.ts";
import { renderMail } from "./render-mail.tsx";
import { invitationMail } from "./templates/invitation.ts";

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
  secret: string;
}

/**
 * Writes a mail as things stand now; nothing when they have moved on: the person or invitation is gone, the invitation
 * was used, or what it would say is not true any more.
 */
export async function composeMail(options: ComposeOptions, request: MailRequest): Promise<ComposedMail | undefined> {
  const written = await (request.template === "invitation"
    ? writeInvitation(options, request.invitation_id)
    : writeToPerson(options, request.template, request.user_id));
  if (!written) return undefined;
  const { to, content } = written;
  return { template: request.template, to, link: content.action?.url, ...renderMail(content) };
}

async function writeInvitation({ db, appUrl }: ComposeOptions, id: string) {
  const invitation = await findInvitation(db, id);
  return invitation && { to: invitation.email, content: invitationMail({ appUrl, ...invitation }) };
}

async function writeToPerson(options: ComposeOptions, template: keyof typeof personMails, userId: string) {
  const person = await findPerson(options.db, userId);
  const content = person && (await personMails[template](person, options));
  return content && { to: person.email, content };
}
