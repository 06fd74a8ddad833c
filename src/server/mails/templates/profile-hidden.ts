import { club } from "#shared/club.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";

export function profileHiddenMail({ name, reason }: { name: string | null; reason: string }): MailContent {
  return {
    subject: "Your profile is hidden from the member directory",
    preview: "The reason, and whom to ask.",
    heading: "Your profile is hidden from the member directory",
    name,
    body: [
      `An admin has hidden your profile from the member directory of ${club.product}. You can still see and change it, but members do not see it until an admin shows it again.`,
      "The admin’s reason:",
      { quote: reason },
    ],
    afterword: [`If you think this is a mistake, write to ${club.contactEmail}.`],
    reason: `You get this email because you are a member of ${club.product}.`,
  };
}
