import { club } from "#shared/club.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";

export function membershipSuspendedMail({ name, reason }: { name: string | null; reason: string }): MailContent {
  return {
    subject: "Your membership is suspended",
    preview: "What that means, and whom to ask.",
    heading: "Your membership is suspended",
    name,
    body: [
      `An admin of ${club.product} has suspended your membership. You are signed out everywhere and your profile is not in the member directory. You can still sign in to your account, but the members area stays closed until an admin reinstates you.`,
      "The admin’s reason:",
      { quote: reason },
    ],
    afterword: [`If you think this is a mistake, write to ${club.contactEmail}.`],
    reason: `You get this email because you are a member of ${club.product}.`,
  };
}
