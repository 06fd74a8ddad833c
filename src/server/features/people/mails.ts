import { sql } from "kysely";
import { club } from "#shared/club.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";
import { type MailContext, type Recipient, toPerson } from "../../platform/mail/mail-writer.ts";

export const peopleMails = {
  "membership-suspended": standingMail("suspended", ({ name }, reason) => ({
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
  })),
  "membership-ended": standingMail("ended", ({ name }, reason) => ({
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
  })),
  "membership-reinstated": standingMail("reinstated", ({ name }, reason, { appUrl }) => ({
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
  })),
  "profile-hidden": toPerson(async ({ id, name }, { read }) => {
    const profile = read.selectFrom("member_profiles").select("hidden_reason").where("user_id", "=", id);
    const reason = (await profile.executeTakeFirst())?.hidden_reason;
    if (reason === undefined || reason === null) return undefined;
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
  }),
};

type Standing = "suspended" | "ended" | "reinstated";

function standingMail(
  expected: Standing,
  write: (person: Recipient, reason: string, context: MailContext) => MailContent,
) {
  return toPerson(async (person, context) => {
    const membership = await findStanding(context, person.id);
    if (membership?.standing !== expected || membership.reason === null) return undefined;
    return write(person, membership.reason, context);
  });
}

const findStanding = ({ read }: MailContext, userId: string) =>
  read
    .selectFrom("user_roles")
    .select([
      "standing_reason as reason",
      sql<Standing>`case when ended_at is not null then 'ended'
        when suspended_at is not null then 'suspended' else 'reinstated' end`.as("standing"),
    ])
    .where("user_id", "=", userId)
    .where("role", "=", "member")
    .executeTakeFirst();
