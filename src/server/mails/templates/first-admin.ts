import { club } from "#shared/club.ts";
import { registrationUrl } from "#shared/paths.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";
import { type InvitationMail, invitationDeadline } from "./invitation.ts";

/** To an address of ADMIN_EMAILS without an account. */
export function firstAdminMail({ appUrl, name, email, code, expiresAt }: InvitationMail): MailContent {
  const deadline = invitationDeadline(expiresAt);
  return {
    subject: `Register as an admin of ${club.product}`,
    preview: `Register by ${deadline}.`,
    heading: `You are an admin of ${club.product}`,
    name,
    body: [
      "Whoever runs this club named your email address as one of its admins. Register to choose your password; then verify your email address, sign in and set up two-factor sign-in on your Account page.",
    ],
    action: { label: "Register as an admin", url: registrationUrl(appUrl, { code, email }), tone: "join" },
    afterword: [
      `The link is for ${email} alone and works once, until ${deadline}. Do not pass it on: who registers with it becomes an admin.`,
    ],
    reason: `You get this email because ${club.product} was set up with this address as an admin's. If you do not expect it, ignore it: nothing happens unless you register.`,
  };
}
