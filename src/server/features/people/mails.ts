import { sql } from "kysely";
import { formatDay } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { type Tier, tierLabels } from "#shared/people-messages.ts";
import type { Club } from "#shared/settings.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";
import {
  findRecipient,
  type MailContext,
  type Recipient,
  toPerson,
  type WriteMail,
} from "../../platform/mail/mail-writer.ts";

export const peopleMails = {
  "membership-suspended": standingMail("suspended", ({ name }, reason, { club }) => ({
    subject: "Your membership is suspended",
    preview: "What that means, and whom to ask.",
    heading: "Your membership is suspended",
    name,
    body: [
      `An admin of ${club.identity.name} has suspended your membership. You are signed out everywhere and your profile is not in the member directory. You can still sign in to your account, but the members area stays closed until an admin reinstates you.`,
      "The admin’s reason:",
      { quote: reason },
    ],
    afterword: [`If you think this is a mistake, write to ${club.identity.contact_email}.`],
    reason: `You get this email because you are a member of ${club.identity.name}.`,
  })),
  "membership-ended": standingMail("ended", ({ name }, reason, { club }) => ({
    subject: "Your membership has ended",
    preview: "What that means, and whom to ask.",
    heading: "Your membership has ended",
    name,
    body: [
      `An admin has ended your membership of ${club.identity.name}. You are signed out everywhere and your profile is not in the member directory. You can still sign in to your account to download your data. Your account is deleted within three months.`,
      "The admin’s reason:",
      { quote: reason },
    ],
    afterword: [`If you think this is a mistake, write to ${club.identity.contact_email}.`],
    reason: `You get this email because you were a member of ${club.identity.name}.`,
  })),
  "membership-reinstated": standingMail("reinstated", ({ name }, reason, { appUrl, club }) => ({
    subject: "Your membership is reinstated",
    preview: "The members area is open to you again.",
    heading: "Your membership is reinstated",
    name,
    body: [
      `An admin has reinstated your membership of ${club.identity.name}. The members area is open to you again.`,
      "The admin’s reason:",
      { quote: reason },
    ],
    action: { label: "Open the members area", url: pageUrl(appUrl, paths.members), tone: "act" },
    afterword: [`If you have a question, write to ${club.identity.contact_email}.`],
    reason: `You get this email because you are a member of ${club.identity.name}.`,
  })),
  "signed-out-everywhere": actionMail(({ name }, reason, { appUrl, club }) => ({
    subject: `You are signed out everywhere at ${club.identity.name}`,
    preview: "An admin ended the sessions of your account. You can sign in again.",
    heading: "You are signed out everywhere",
    name,
    body: [
      `An admin of ${club.identity.name} has signed you out on all devices and programs. You can sign in again as before.`,
      "The admin’s reason:",
      { quote: reason },
    ],
    action: { label: "Sign in", url: pageUrl(appUrl, paths.login), tone: "act" },
    afterword: [`If you have a question, write to ${club.identity.contact_email}.`],
    reason: accountReason(club),
  })),
  "tier-changed": tierMail(),
  "two-factor-reset": actionMail(({ name }, reason, { appUrl, club }) => ({
    subject: `Two-factor sign-in is off at ${club.identity.name}`,
    preview: "If you did not ask for this, write to us at once.",
    heading: "Two-factor sign-in is off",
    name,
    body: [
      `An admin of ${club.identity.name} has reset the second factor of your account. Your authenticator app and your recovery codes do not work any more, and you are signed out on all devices and programs. Your password alone signs you in until you set up two-factor sign-in again, on your account page.`,
      "The admin’s reason:",
      { quote: reason },
    ],
    action: { label: "Open your account page", url: pageUrl(appUrl, paths.account), tone: "act" },
    afterword: [
      `If you did not ask for this, choose a new password at once: ${pageUrl(appUrl, paths.forgotPassword)} sends you a link. Then write to ${club.identity.contact_email}.`,
    ],
    reason: accountReason(club),
  })),
  "profile-hidden": toPerson(async ({ id, name }, { read, club }) => {
    const profile = read.selectFrom("member_profiles").select("hidden_reason").where("user_id", "=", id);
    const reason = (await profile.executeTakeFirst())?.hidden_reason;
    if (reason === undefined || reason === null) return undefined;
    return {
      subject: "Your profile is hidden from the member directory",
      preview: "The reason, and whom to ask.",
      heading: "Your profile is hidden from the member directory",
      name,
      body: [
        `An admin has hidden your profile from the member directory of ${club.identity.name}. You can still see and change it, but members do not see it until an admin shows it again.`,
        "The admin’s reason:",
        { quote: reason },
      ],
      afterword: [`If you think this is a mistake, write to ${club.identity.contact_email}.`],
      reason: `You get this email because you are a member of ${club.identity.name}.`,
    };
  }),
};

const accountReason = ({ identity }: Club) =>
  `You get this email because an admin changed something about your ${identity.name} account.`;

/** About what an admin did to the account, with the reason that was stored with it. */
function actionMail(
  write: (person: Recipient, reason: string, context: MailContext) => MailContent,
): WriteMail<{ user_id: string; action_id: string }> {
  return async (context, { user_id, action_id }) => {
    const person = await findRecipient(context, user_id);
    const action = context.read.selectFrom("admin_actions").select("reason").where("id", "=", action_id);
    const reason = (await action.executeTakeFirst())?.reason;
    return person && reason ? { to: person.email, content: write(person, reason, context) } : undefined;
  };
}

function tierMail(): WriteMail<{ user_id: string; membership_id: string }> {
  return async (context, { user_id, membership_id }) => {
    const person = await findRecipient(context, user_id);
    const membership = await context.read
      .selectFrom("memberships")
      .select(["tier", "reason", "from_date as from", "until_date as until"])
      .where("id", "=", membership_id)
      .executeTakeFirst();
    return person && membership && { to: person.email, content: writeTier(person, membership, context) };
  };
}

function writeTier(
  { name }: Recipient,
  { tier, from, until, reason }: { tier: Tier; from: string; until: string | null; reason: string },
  { club }: MailContext,
): MailContent {
  const label = tierLabels[tier];
  const end = until ? ` until ${formatDay(until)}. After that day you are on ${tierLabels.trial}.` : ".";
  return {
    subject: `Your ${club.identity.name} tier is ${label}`,
    preview: `From ${formatDay(from)}.`,
    heading: `Your tier is ${label}`,
    name,
    body: [
      `An admin of ${club.identity.name} has set the tier of your membership: ${label}, from ${formatDay(from)}${end}`,
      "The admin’s reason:",
      { quote: reason },
    ],
    afterword: [`If you have a question, write to ${club.identity.contact_email}.`],
    reason: `You get this email because you are a member of ${club.identity.name}.`,
  };
}

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
