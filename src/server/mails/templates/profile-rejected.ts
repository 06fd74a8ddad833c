import { club } from "#shared/club.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import type { MailBlock, MailContent } from "../../platform/mail/mail-content.ts";

export interface ProfileRejectedMail {
  appUrl: string;
  name: string | null;
  adminNotes: string | null;
}

export function profileRejectedMail({ appUrl, name, adminNotes }: ProfileRejectedMail): MailContent {
  return {
    subject: "Your profile was not approved",
    preview: "You can revise it and submit it again.",
    heading: "Your profile was not approved",
    name,
    body: [
      "An admin has looked at the profile you submitted and has not approved it. It is not in the member directory.",
      ...notes(adminNotes?.trim()),
    ],
    action: {
      label: "Revise your profile",
      url: pageUrl(appUrl, `${paths.members}?tab=directory&view=submit`),
      tone: "act",
    },
    afterword: [
      "What you wrote is still there: go to Member Directory, then Submit Profile, change it and submit it again. An admin will then look at it once more.",
    ],
    reason: `You get this email because you submitted a profile to ${club.product}.`,
  };
}

function notes(adminNotes: string | undefined): MailBlock[] {
  if (adminNotes) return ["The admin’s notes:", { quote: adminNotes }];
  return [`The admin left no notes. To ask what to change, write to ${club.contactEmail}.`];
}
