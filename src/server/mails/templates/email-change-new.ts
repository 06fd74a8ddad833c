import { club } from "#shared/club.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";

export interface EmailChangeNewMail {
  url: string;
  lifetimeHours: number;
}

/** Greets nobody by name: the address may have been mistyped, and is then a stranger's. */
export function emailChangeNewMail({ url, lifetimeHours }: EmailChangeNewMail): MailContent {
  return {
    subject: `Confirm your new email address for ${club.product}`,
    preview: "The address changes once both ends have confirmed it.",
    heading: "Is this your new email address?",
    name: null,
    body: [
      `You asked to sign in to ${club.product} with this address from now on. Please confirm that it is yours. Another email has gone to the address you have used so far: the change happens once you have confirmed it at both. You are then signed out everywhere else.`,
    ],
    action: { label: "Confirm this address", url, tone: "act" },
    afterword: [`The link works once, within ${lifetimeHours} hours of your request.`],
    reason: `You get this email because somebody with an account at ${club.product} entered this address as their new one. If that was not you, ignore it: nothing happens unless it is confirmed.`,
  };
}
