import { club } from "#shared/club.ts";
import { registrationUrl } from "#shared/paths.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";

export interface InvitationMail {
  appUrl: string;
  name: string | null;
  email: string;
  code: string;
  expiresAt: Date;
}

export function invitationMail({ appUrl, name, email, code, expiresAt }: InvitationMail): MailContent {
  const deadline = invitationDeadline(expiresAt);
  return {
    subject: `Your invitation to join ${club.product}`,
    preview: `Register by ${deadline}.`,
    heading: `You are invited to join ${club.product}`,
    name,
    body: [club.mission, club.riskWarning],
    action: { label: `Join ${club.product}`, url: registrationUrl(appUrl, { code, email }), tone: "join" },
    afterword: [
      "The link opens the registration form and fills in your email address and this code:",
      { label: "Invitation code", code },
      `The invitation is for ${email} alone and works once, until ${deadline}.`,
    ],
    reason: `You get this email because ${club.product} invited this address. If you do not want to join, ignore it: nothing happens unless you register.`,
  };
}

export const invitationDeadline = (expiresAt: Date): string => `${londonTime.format(expiresAt)} (London time)`;

const londonTime = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Europe/London",
});
