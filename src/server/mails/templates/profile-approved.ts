import { club } from "#shared/club.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";

export function profileApprovedMail({ appUrl, name }: { appUrl: string; name: string | null }): MailContent {
  return {
    subject: "Your profile is in the member directory",
    preview: "An admin has approved it, and other members can see it.",
    heading: "Your profile is in the member directory",
    name,
    body: ["An admin has approved the profile you submitted. Other members can now find you in the directory."],
    action: { label: "Open the directory", url: pageUrl(appUrl, `${paths.members}?tab=directory`), tone: "act" },
    afterword: [
      "To change your profile later, go to Member Directory, then Edit Profile. Changes show as soon as you save them.",
    ],
    reason: `You get this email because you submitted a profile to ${club.product}.`,
  };
}
