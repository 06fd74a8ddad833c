import { club } from "#shared/club.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";

export function membershipReinstatedMail({
  appUrl,
  name,
  reason,
}: {
  appUrl: string;
  name: string | null;
  reason: string;
}): MailContent {
  return {
    subject: "Your membership is reinstated",
    preview: "The members area is open to you again.",
    heading: "Your membership is reinstated",
    name,
    body: [
      `An admin has reinstated your membership of ${club.product}. The members area is open to you again.`,
      "The admin’s reason:",
      { quote: reason },
    ],
    action: { label: "Open the members area", url: pageUrl(appUrl, paths.members), tone: "act" },
    afterword: [`If you have a question, write to ${club.contactEmail}.`],
    reason: `You get this email because you are a member of ${club.product}.`,
  };
}
