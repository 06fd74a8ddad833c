import { pageUrl, paths } from "#shared/paths.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { MailBlock } from "../../../platform/mail/mail-content.ts";
import { type MailContext, toPerson } from "../../../platform/mail/mail-writer.ts";

export const submissionMails = {
  "profile-approved": toPerson(async ({ id, name }, context) => {
    const { club } = context;
    if ((await findSubmission(context, id))?.status !== "approved") return undefined;
    return {
      subject: "Your profile is in the member directory",
      preview: "An admin has approved it, and other members can see it.",
      heading: "Your profile is in the member directory",
      name,
      body: ["An admin has approved the profile you submitted. Other members can now find you in the directory."],
      action: {
        label: "Open the directory",
        url: pageUrl(context.appUrl, paths.directory),
        tone: "act",
      },
      afterword: [
        "To change your profile later, go to Member Directory, then Edit Profile. Changes show as soon as you save them.",
      ],
      reason: `You get this email because you submitted a profile to ${club.identity.name}.`,
    };
  }),
  "profile-rejected": toPerson(async ({ id, name }, context) => {
    const { club } = context;
    const submission = await findSubmission(context, id);
    if (submission?.status !== "rejected") return undefined;
    return {
      subject: "Your profile was not approved",
      preview: "You can revise it and submit it again.",
      heading: "Your profile was not approved",
      name,
      body: [
        "An admin has looked at the profile you submitted and has not approved it. It is not in the member directory.",
        ...notes(submission.admin_notes?.trim(), club),
      ],
      action: {
        label: "Revise your profile",
        url: pageUrl(context.appUrl, paths.submitProfile),
        tone: "act",
      },
      afterword: [
        "What you wrote is still there: go to Member Directory, then Submit Profile, change it and submit it again. An admin will then look at it once more.",
      ],
      reason: `You get this email because you submitted a profile to ${club.identity.name}.`,
    };
  }),
};

const findSubmission = ({ read }: MailContext, userId: string) =>
  read
    .selectFrom("member_profile_submissions")
    .select(["status", "admin_notes"])
    .where("user_id", "=", userId)
    .executeTakeFirst();

function notes(adminNotes: string | undefined, { identity }: Club): MailBlock[] {
  if (adminNotes) return ["The admin’s notes:", { quote: adminNotes }];
  return [`The admin left no notes. To ask what to change, write to ${identity.contact_email}.`];
}
