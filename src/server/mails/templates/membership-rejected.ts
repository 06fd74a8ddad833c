import { club } from "#shared/club.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";

export function membershipRejectedMail({ name }: { name: string | null }): MailContent {
  return {
    subject: "Your membership request was not approved",
    preview: "What that means, and whom to ask.",
    heading: "Your membership request was not approved",
    name,
    body: [
      `An admin has decided on your request to be a member of ${club.product} and has not approved it. You can still sign in to your account, but the members area stays closed.`,
    ],
    afterword: [`If you think this is a mistake, or want to know why, write to ${club.contactEmail}.`],
    reason: `You get this email because you asked to be a member of ${club.product}.`,
  };
}
