import { sql } from "kysely";
import { formatDay, formatMoment, londonDate } from "#shared/london-time.ts";
import { namedCommitments } from "#shared/membership-requests/membership-messages.ts";
import type { RunningCommitment } from "#shared/membership-requests/membership-requests.ts";
import { shareWords } from "#shared/notices/own-notices.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { type Tier, tierLabels } from "#shared/people/people-messages.ts";
import { capacityLabels, roleWords, type SignatoryNews, standsFrom } from "#shared/people/signatory-messages.ts";
import { nameWithoutArticle } from "#shared/settings/name-without-article.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";
import {
  findRecipient,
  type MailContext,
  type Recipient,
  toPerson,
  type WriteMail,
  type WrittenMail,
} from "../../platform/mail/mail-writer.ts";

export const peopleMails = {
  "membership-suspended": closingMail("suspended", ({ name }, reason, { club }, ended) => ({
    subject: "Your membership is suspended",
    preview: "What that means, and whom to ask.",
    heading: "Your membership is suspended",
    name,
    body: [
      `An admin of ${club.identity.name} has suspended your membership. You are signed out everywhere and your profile is not in the member directory. You can still sign in to your account, but the members area stays closed until an admin reinstates you.`,
      ...endedWords(ended),
      "The admin’s reason:",
      { quote: reason },
    ],
    afterword: [`If you think this is a mistake, write to ${club.identity.contact_email}.`],
    reason: `You get this email because you are a member of ${club.identity.name}.`,
  })),
  "membership-ended": closingMail("ended", async ({ id, name }, reason, { club, read }, ended) => ({
    subject: "Your membership has ended",
    preview: "What that means, and whom to ask.",
    heading: "Your membership has ended",
    name,
    body: [
      `An admin has ended your membership of ${club.identity.name}. You are signed out everywhere and your profile is not in the member directory. You can still sign in to your account to download your data. Your account is deleted within three months.`,
      ...endedWords(ended),
      ...heldWords(await countShares(read, id), club),
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
  "membership-admitted": standingMail("reinstated", ({ name }, reason, { appUrl, club }) => ({
    subject: "Your membership is approved after all",
    preview: "The members area is open to you.",
    heading: "Your membership is approved after all",
    name,
    body: [
      `An admin of ${club.identity.name} has taken back the decision not to approve your membership. The members area is open to you.`,
      "The admin’s reason:",
      { quote: reason },
      club.warnings.risk_warning,
    ],
    action: { label: "Open the members area", url: pageUrl(appUrl, paths.members), tone: "act" },
    afterword: [`If you have a question, write to ${club.identity.contact_email}.`],
    reason: `You get this email because you asked to be a member of ${club.identity.name}.`,
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
  "signatory-news": writeSignatoryNews,
  "tier-changed": tierMail(writeTier),
  "tier-ending": tierMail(writeEnding),
  "tier-ended": tierMail(writeEnded),
  "two-factor-reset": actionMail(({ name }, reason, { appUrl, club }) => ({
    subject: `Two-factor sign-in is off at ${club.identity.name}`,
    preview: "If you did not ask for this, write to us at once.",
    heading: "Two-factor sign-in is off",
    name,
    body: [
      `An admin of ${club.identity.name} has reset the second factor of your account. Your authenticator app, your recovery codes and your passkeys do not work any more, and you are signed out on all devices and programs. Your password alone signs you in until you set up two-factor sign-in again, on your account page.`,
      "The admin’s reason:",
      { quote: reason },
    ],
    action: { label: "Open your account page", url: pageUrl(appUrl, paths.accountPart("two-factor")), tone: "act" },
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
  `You get this email because an admin changed something about your ${nameWithoutArticle(identity.name)} account.`;

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

async function writeSignatoryNews(
  context: MailContext,
  { user_id, signatory_id, news }: { user_id: string; signatory_id: string; news: SignatoryNews },
): Promise<WrittenMail | undefined> {
  const { read, appUrl, club } = context;
  const person = await findRecipient(context, user_id);
  const signatory = await read
    .selectFrom("signatories as s")
    .innerJoin("people as p", "p.id", "s.user_id")
    .leftJoin("people as by", "by.id", "s.proposed_by")
    .leftJoin("people as with", "with.id", "s.confirmed_by")
    .select([
      "p.name",
      "s.user_id",
      "s.capacity",
      "s.origin",
      "s.how_known",
      "s.end_reason",
      "s.announced_at",
      "s.ended_at",
    ])
    .select(["by.name as proposed_by_name", "with.name as confirmed_by_name"])
    .where("s.id", "=", signatory_id)
    .executeTakeFirst();
  if (!person || !signatory?.announced_at || (news !== "ended" && signatory.ended_at)) return undefined;
  const { name, capacity, how_known, proposed_by_name, confirmed_by_name, end_reason, announced_at } = signatory;
  const role = capacityLabels[capacity].toLowerCase();
  const until = formatMoment(standsFrom(announced_at));
  const isOwn = signatory.user_id === user_id;
  const objection = await read
    .selectFrom("signatory_objections as o")
    .innerJoin("people as p", "p.id", "o.user_id")
    .select(["o.reason", "p.name"])
    .where("o.signatory_id", "=", signatory_id)
    .where("o.withdrawn_at", "is", null)
    .orderBy("o.id", "desc")
    .executeTakeFirst();
  const own = {
    announced: {
      heading: `You are announced as ${roleWords(capacity)}`,
      preview: `If nobody objects, you can sign for the club’s money from ${until}.`,
      body: [
        proposed_by_name
          ? `${proposed_by_name} proposed you as ${roleWords(capacity)}, and ${confirmed_by_name ?? "others"} confirmed it.`
          : `You are ${roleWords(capacity)} by the club’s own setting.`,
        `All who have to know are told. If nobody objects, you can be one of the two persons who sign for the club’s money from ${until}.`,
      ],
    },
    objected: {
      heading: `${objection?.name ?? "Somebody"} objects to you as ${roleWords(capacity)}`,
      preview: "Until it is withdrawn you do not sign for the club’s money.",
      body: ["The reason:", { quote: objection?.reason ?? "" }],
    },
    ended: {
      heading: `You are not ${roleWords(capacity)} any more`,
      preview: "Two persons have decided it.",
      body: ["Two persons have taken this role from you. The reason:", { quote: end_reason ?? "" }],
    },
  };
  const ofOther = {
    announced: {
      heading: `${name} is announced as ${roleWords(capacity)}`,
      preview: `If nobody objects by ${until}, they sign for the club’s money.`,
      body: [
        proposed_by_name
          ? `${proposed_by_name} proposed ${name} as ${roleWords(capacity)}, and ${confirmed_by_name ?? "others"} confirmed it. How they know each other:`
          : `${name} is ${roleWords(capacity)} by the club’s own setting.`,
        ...(how_known ? [{ quote: how_known }] : []),
        `If nobody objects by ${until}, ${name} can be one of the two persons who sign for the club’s money. If you do not know this person, or doubt that they are who they say, object.`,
      ],
    },
    objected: {
      heading: `${objection?.name ?? "Somebody"} objects to ${name} as ${roleWords(capacity)}`,
      preview: "Until it is withdrawn they do not sign for the club’s money.",
      body: ["The reason:", { quote: objection?.reason ?? "" }],
    },
    ended: {
      heading: `${name} is no ${role} any more`,
      preview: "Two persons have decided it.",
      body: [`Two persons have taken this role from ${name}. The reason:`, { quote: end_reason ?? "" }],
    },
  };
  const written = (isOwn ? own : ofOther)[news];
  if (news === "objected" && !objection) return undefined;
  return {
    to: person.email,
    content: {
      ...written,
      subject: `${club.identity.name}: ${written.heading}`,
      name: person.name,
      action: { label: "Look at it", url: pageUrl(appUrl, paths.signatories), tone: "act" },
      afterword: [`If you have a question, write to ${club.identity.contact_email}.`],
      reason: isOwn
        ? `You get this email because it is about your role at ${club.identity.name}.`
        : `You get this email because you are an admin of ${club.identity.name}, sign for its money, or have a commitment under way.`,
    },
  };
}

interface TierEntry {
  tier: Tier;
  from: string;
  until: string | null;
  reason: string;
}

function tierMail(
  write: (person: Recipient, entry: TierEntry, context: MailContext) => MailContent | undefined,
): WriteMail<{ user_id: string; membership_id: string }> {
  return async (context, { user_id, membership_id }) => {
    const person = await findRecipient(context, user_id);
    const membership = await context.read
      .selectFrom("memberships")
      .select(["tier", "reason", "from_date as from", "until_date as until"])
      .where("id", "=", membership_id)
      .executeTakeFirst();
    const content = person && membership && write(person, membership, context);
    return content && { to: person.email, content };
  };
}

function writeTier(
  { name }: Recipient,
  { tier, from, until, reason }: TierEntry,
  { club, now }: MailContext,
): MailContent {
  const label = tierLabels[tier];
  const later = from > londonDate(now());
  const heading = later ? `Your plan will be ${label} from ${formatDay(from)}` : `Your plan is ${label}`;
  const end = until ? ` until ${formatDay(until)}. After that day you are on ${tierLabels.trial}.` : ".";
  return {
    subject: later ? heading : `Your ${nameWithoutArticle(club.identity.name)} plan is ${label}`,
    preview: `From ${formatDay(from)}.`,
    heading,
    name,
    body: [
      `An admin of ${club.identity.name} has set the plan of your membership: ${label}, from ${formatDay(from)}${end}`,
      "The admin’s reason:",
      { quote: reason },
    ],
    afterword: [`If you have a question, write to ${club.identity.contact_email}.`],
    reason: `You get this email because you are a member of ${club.identity.name}.`,
  };
}

function writeEnding({ name }: Recipient, { tier, until }: TierEntry, { club, appUrl }: MailContext) {
  if (until === null) return undefined;
  const label = tierLabels[tier];
  const { fees, ...rest } = endOf(tier, club, appUrl);
  return {
    subject: `Your ${label} plan ends on ${formatDay(until)}`,
    preview: `After that day you are on ${tierLabels.trial}.`,
    heading: `Your ${label} plan ends on ${formatDay(until)}`,
    name,
    body: [
      `The ${label} plan of your membership of ${club.identity.name} is valid until ${formatDay(until)}. From ${formatDay(dayAfter(until))} you are on ${tierLabels.trial}, unless an admin renews it. ${fees}`,
    ],
    ...rest,
  };
}

function writeEnded({ name }: Recipient, { tier, until }: TierEntry, { club, appUrl }: MailContext) {
  if (until === null) return undefined;
  const label = tierLabels[tier];
  const { fees, ...rest } = endOf(tier, club, appUrl);
  return {
    subject: `Your ${label} plan has ended`,
    preview: `You are on ${tierLabels.trial}.`,
    heading: `Your ${label} plan has ended`,
    name,
    body: [
      `The ${label} plan of your membership of ${club.identity.name} ended on ${formatDay(until)}. You are on ${tierLabels.trial} now. ${fees}`,
    ],
    ...rest,
  };
}

function endOf(tier: Tier, { identity, plans }: Club, appUrl: string) {
  const feeOf = (of: Tier) => `${plans.find(({ name }) => name === tierLabels[of])?.investment_fee_percent ?? 0}%`;
  return {
    fees: `On ${tierLabels.trial} the fee of your next commitments is ${feeOf("trial")} instead of ${feeOf(tier)}. What you have committed already keeps its fee.`,
    action: { label: "Open your account page", url: pageUrl(appUrl, paths.accountPart("tier")), tone: "act" as const },
    afterword: [`If you have a question, write to ${identity.contact_email}.`],
    reason: `You get this email because you are a member of ${identity.name}.`,
  };
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

type Standing = "suspended" | "ended" | "reinstated";

interface HeldShares {
  shares: number;
  /** Bought in rounds of the club, for which the nominee is recorded. */
  of_rounds: number;
}

async function countShares(read: MailContext["read"], userId: string): Promise<HeldShares> {
  const { rows } = await sql<HeldShares>`
    select coalesce(sum(l.shares), 0)::bigint as shares, coalesce(sum(l.shares) filter (where h.commitment_id is not null), 0)::bigint as of_rounds
      from holdings h join investor_records r on r.id = h.record_id
      cross join lateral (select holding_shares_left(h.id) as shares) l where r.user_id = ${userId}`.execute(read);
  return rows[0] ?? { shares: 0, of_rounds: 0 };
}

/** The words are for somebody who is not a member any more: owning ends with no membership. */
export const heldWords = ({ shares, of_rounds }: HeldShares, { nominee, identity }: MailContext["club"]): string[] =>
  shares > 0
    ? [
        `Your ${shareWords(shares)} stay yours. ${holderWords({ shares, of_rounds }, nominee.name ?? "The nominee")} Your investor record and the documents of your shares are kept as long as you hold them; ${identity.contact_email} sends them to you.`,
      ]
    : [];

/** Nobody has said who holds shares that were bought before the club kept its rounds here. */
function holderWords({ shares, of_rounds }: HeldShares, nominee: string): string {
  if (of_rounds === 0) return "They are held as they were, and the club’s list goes on naming you as their owner.";
  const held = of_rounds === shares ? "them" : `the ${of_rounds.toLocaleString("en-GB")} of the club’s rounds`;
  const rest = of_rounds === shares ? "" : " The others are held as they were.";
  return `${nominee} holds ${held} for you as before, and what they bring is paid to you.${rest}`;
}

function standingMail(
  expected: Standing,
  write: (person: Recipient, reason: string, context: MailContext) => MailContent | Promise<MailContent>,
) {
  return toPerson(async (person, context) => {
    const membership = await findStanding(context, person.id);
    if (membership?.standing !== expected || membership.reason === null) return undefined;
    return write(person, membership.reason, context);
  });
}

/** What ends a membership, for a while or for good, ends the commitments that are given. */
function closingMail(
  expected: Standing,
  write: (
    person: Recipient,
    reason: string,
    context: MailContext,
    ended: EndedCommitment[],
  ) => MailContent | Promise<MailContent>,
): WriteMail<{ user_id: string; commitment_ids: readonly string[] }> {
  return async (context, { user_id, commitment_ids }) => {
    const ended = await findEnded(context, commitment_ids);
    return standingMail(expected, (person, reason) => write(person, reason, context, ended))(context, { user_id });
  };
}

type EndedCommitment = Pick<RunningCommitment, "company_name" | "pence">;

async function findEnded({ read }: MailContext, ids: readonly string[]): Promise<EndedCommitment[]> {
  const { rows } = await sql<EndedCommitment>`
    select company.name as company_name, most_due(c.shares, t.price, c.fee_bp) as pence
      from commitments c join deal_terms t on t.id = c.terms_id join deals d on d.id = c.deal_id join companies company on company.id = d.company_id
     where c.id = any(${ids}::uuid[]) and c.state = 'withdrawn' order by company.name, c.id`.execute(read);
  return rows;
}

const endedWords = (ended: EndedCommitment[]): string[] =>
  ended.length > 0 ? [`What you committed ends too: ${namedCommitments(ended)}. You owe nothing.`] : [];

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
