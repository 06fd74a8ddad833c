import { club } from "#shared/club.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";

export interface PasswordResetMail {
  name: string | null;
  url: string;
  lifetimeMinutes: number;
}

export function passwordResetMail({ name, url, lifetimeMinutes }: PasswordResetMail): MailContent {
  return {
    subject: `Choose a new password for ${club.product}`,
    preview: `The link works for ${lifetimeMinutes} minutes.`,
    heading: "Choose a new password",
    name,
    body: [`Somebody asked for a new password for the ${club.product} account with this email address.`],
    action: { label: "Choose a new password", url, tone: "act" },
    afterword: [
      `The link works once, for ${lifetimeMinutes} minutes. The new password signs you out on all devices and disconnects Google, if that is connected.`,
    ],
    reason: `You get this email because a new password was asked for at ${club.product}. If that was not you, ignore it: your password stays as it is.`,
  };
}
