import { club } from "#shared/club.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";

export function membershipApprovedMail({ appUrl, name }: { appUrl: string; name: string | null }): MailContent {
  return {
    subject: `Welcome to ${club.product}: your membership is approved`,
    preview: "The members area is open to you.",
    heading: "Your membership is approved",
    name,
    body: [
      `Welcome to ${club.product}. The members area is open to you: the club’s investments, the member directory and the events. You choose which deals to back.`,
      club.riskWarning,
    ],
    action: { label: "Open the members area", url: pageUrl(appUrl, paths.members), tone: "act" },
    afterword: [
      "Not in the directory yet? Go to Member Directory, then Submit Profile. Once an admin has approved your profile, other members can find you.",
    ],
    reason: `You get this email because you asked to be a member of ${club.product}.`,
  };
}
