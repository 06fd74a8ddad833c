import { club } from "#shared/club.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";

export interface EmailChangeOldMail {
  name: string | null;
  newEmail: string;
  url: string;
  lifetimeHours: number;
}

export function emailChangeOldMail({ name, newEmail, url, lifetimeHours }: EmailChangeOldMail): MailContent {
  return {
    subject: `Confirm the new email address of your ${club.product} account`,
    preview: "The address changes once both ends have confirmed it.",
    heading: "Change your email address?",
    name,
    body: [
      `You asked to sign in to ${club.product} with ${newEmail} instead of this address. Please confirm it here. Another email has gone to ${newEmail}: the change happens once you have confirmed it at both.`,
    ],
    action: { label: "Confirm the change", url, tone: "act" },
    afterword: [
      `The link works once, within ${lifetimeHours} hours of your request.`,
      `If you did not ask for this, somebody knows your password. Do not confirm it. Sign in, cancel the change and choose another password on your account page, then write to ${club.contactEmail}.`,
    ],
    reason: `You get this email because this is the address of your ${club.product} account.`,
  };
}
