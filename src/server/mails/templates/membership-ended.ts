import { club } from "#shared/club.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";

export function membershipEndedMail({ name, reason }: { name: string | null; reason: string }): MailContent {
  return {
    subject: "Your membership has ended",
    preview: "What that means, and whom to ask.",
    heading: "Your membership has ended",
    name,
    body: [
      `An admin has ended your membership of ${club.product}. You are signed out everywhere and your profile is not in the member directory. You can still sign in to your account to download your data. Your account is deleted within three months.`,
      "The admin’s reason:",
      { quote: reason },
    ],
    afterword: [`If you think this is a mistake, write to ${club.contactEmail}.`],
    reason: `You get this email because you were a member of ${club.product}.`,
  };
}
