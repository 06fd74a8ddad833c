import { club } from "#shared/club.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";

export interface EmailChangedMail {
  name: string | null;
  newEmail: string;
}

export function emailChangedMail({ name, newEmail }: EmailChangedMail): MailContent {
  return {
    subject: `The email address of your ${club.product} account has changed`,
    preview: "You cannot sign in with this address any more.",
    heading: "Your email address has changed",
    name,
    body: [
      `Both addresses have confirmed it: from now on you sign in to ${club.product} with ${newEmail}. This address has no account any more, and your other devices are signed out.`,
    ],
    afterword: [`If this was not you, write to ${club.contactEmail} at once.`],
    reason: `You get this email because this was the address of your ${club.product} account until now.`,
  };
}
