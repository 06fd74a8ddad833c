import { sql } from "kysely";
import { pageUrl, paths } from "#shared/paths.ts";
import { nameWithoutArticle } from "#shared/settings/name-without-article.ts";
import { settingPath } from "#shared/settings/setting-parts.ts";
import type { OwnerMailContext } from "../../context.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";
import { findRecipient, type MailContext, type WriteMail } from "../../platform/mail/mail-writer.ts";
import {
  type EmailChangeEnd,
  emailChangeLifetimeHours,
  emailChangeToken,
  emailChangeTokenHash,
} from "./email-change.ts";

type WriteAboutChange = WriteMail<{ email_change_id: string }, OwnerMailContext>;

const oldAddress: WriteAboutChange = async (context, { email_change_id: id }) => {
  const { club } = context;
  const change = await findChange(context, id);
  const url = change?.isOpen && (await makeLink(context, id, "old"));
  if (!url) return undefined;
  const { old_email: to, new_email: newEmail } = change;
  const content: MailContent = {
    subject: `Confirm the new email address of your ${nameWithoutArticle(club.identity.name)} account`,
    preview: "The address changes once both ends have confirmed it.",
    heading: "Change your email address?",
    name: await findName(context, change),
    body: [
      `You asked to sign in to ${club.identity.name} with ${newEmail} instead of this address. Please confirm it here. Another email has gone to ${newEmail}: the change happens once you have confirmed it at both.`,
    ],
    action: { label: "Confirm the change", url, tone: "act" },
    afterword: [
      `The link works once, within ${emailChangeLifetimeHours} hours of your request.`,
      `If you did not ask for this, somebody knows your password. Do not confirm it. Sign in, cancel the change and choose another password on your account page, then write to ${club.identity.contact_email}.`,
    ],
    reason: `You get this email because this is the address of your ${nameWithoutArticle(club.identity.name)} account.`,
  };
  return { to, content };
};

const newAddress: WriteAboutChange = async (context, { email_change_id: id }) => {
  const change = await findChange(context, id);
  if (!change?.isOpen) return undefined;
  if (change.isTaken) return { to: change.new_email, content: takenAddress(context) };
  const url = await makeLink(context, id, "new");
  return url === undefined ? undefined : { to: change.new_email, content: confirmNewAddress(url, context) };
};

const changed: WriteAboutChange = async (context, { email_change_id: id }) => {
  const { club } = context;
  const change = await findChange(context, id);
  if (!change?.changed_at) return undefined;
  const content: MailContent = {
    subject: `The email address of your ${nameWithoutArticle(club.identity.name)} account has changed`,
    preview: "You cannot sign in with this address any more.",
    heading: "Your email address has changed",
    name: await findName(context, change),
    body: [
      `Both addresses have confirmed it: from now on you sign in to ${club.identity.name} with ${change.new_email}. This address has no account any more, and your other devices are signed out.`,
      ...contactWords(context, change),
    ],
    afterword: [`If this was not you, write to ${club.identity.contact_email} at once.`],
    reason: `You get this email because this was the address of your ${nameWithoutArticle(club.identity.name)} account until now.`,
  };
  return { to: change.old_email, content };
};

const adminChanged: WriteMail<{ user_id: string; email_change_id: string }, OwnerMailContext> = async (
  context,
  { user_id, email_change_id },
) => {
  const { appUrl, club } = context;
  const recipient = await findRecipient(context, user_id);
  const change = await findChange(context, email_change_id);
  if (!recipient || !change?.changed_at) return undefined;
  const who = (await findName(context, change)) ?? change.old_email;
  const content: MailContent = {
    subject: `${who}, an admin of ${nameWithoutArticle(club.identity.name)}, has another email address`,
    preview: "Nothing else has changed.",
    heading: "An admin has another email address",
    name: recipient.name,
    body: [
      `${who} now signs in to ${club.identity.name} with ${change.new_email} instead of ${change.old_email}. Both addresses confirmed it. It is the same account, with the same rights.`,
      ...contactWords(context, change),
    ],
    action: { label: "See who the admins are", url: pageUrl(appUrl, paths.signatories), tone: "act" },
    afterword: ["If you did not expect this, call them on a number that you already had."],
    reason: `You get this email because you are an admin of ${club.identity.name}.`,
  };
  return { to: recipient.email, content };
};

/** The club's contact address stays where the account of an admin leaves it. */
const contactWords = (
  { club, appUrl }: MailContext,
  { old_email, is_admin }: { old_email: string; is_admin: boolean },
) =>
  is_admin && club.identity.contact_email.toLowerCase() === old_email.toLowerCase()
    ? [
        `The contact email of ${club.identity.name} is still ${old_email}. If answers should go to another address, change it:`,
        { label: "Settings of the club", url: pageUrl(appUrl, settingPath("identity")) },
      ]
    : [];

/** Skipped when the change was cancelled, replaced or has expired. */
export const emailChangeMails = {
  "email-change-old": oldAddress,
  "email-change-new": newAddress,
  "email-changed": changed,
  "admin-email-changed": adminChanged,
};

/** No name: a mistyped address belongs to a stranger. */
const confirmNewAddress = (url: string, { club }: MailContext): MailContent => ({
  subject: `Confirm your new email address for ${club.identity.name}`,
  preview: "The address changes once both ends have confirmed it.",
  heading: "Is this your new email address?",
  name: null,
  body: [
    `You asked to sign in to ${club.identity.name} with this address from now on. Please confirm that it is yours. Another email has gone to the address you have used so far: the change happens once you have confirmed it at both. You are then signed out everywhere else.`,
  ],
  action: { label: "Confirm this address", url, tone: "act" },
  afterword: [`The link works once, within ${emailChangeLifetimeHours} hours of your request.`],
  reason: `You get this email because somebody with an account at ${club.identity.name} entered this address as their new one. If that was not you, ignore it: nothing happens unless it is confirmed.`,
});

/** Only the mailbox learns that the account exists, not the requester. */
const takenAddress = ({ appUrl, club }: MailContext): MailContent => ({
  subject: `Somebody tried to use your email address at ${club.identity.name}`,
  preview: "Nothing has changed.",
  heading: "Somebody tried to use your email address",
  name: null,
  body: [
    `Somebody with another account at ${club.identity.name} entered this address as their new one. Because it already has an account, another account is being moved to it, or the club keeps it for an admin, nothing has changed and nobody else can sign in with it.`,
  ],
  action: { label: "Sign in", url: pageUrl(appUrl, paths.login), tone: "act" },
  afterword: [
    `If it was you, sign in with this address. If you cannot, write to ${club.identity.contact_email}.`,
    "If it was not you, there is nothing to do.",
  ],
  reason: `You get this email because this address was entered at ${club.identity.name}.`,
});

/** The new address is taken if it has an account, is kept for another first admin, or was requested earlier. */
function findChange({ read }: MailContext, id: string) {
  return read
    .selectFrom("auth.email_changes as c")
    .select(["c.user_id", "c.old_email", "c.new_email", "c.changed_at"])
    .select(sql<boolean>`is_admin_person(c.user_id)`.as("is_admin"))
    .select(sql<boolean>`c.changed_at is null and c.expires_at > now()`.as("isOpen"))
    .select(
      sql<boolean>`exists (select from auth.users u where u.email = c.new_email)
        or exists (select from admin_emails a where a.email = c.new_email and a.user_id is distinct from c.user_id)
        or exists (select from auth.email_changes o
                    where o.new_email = c.new_email and o.user_id <> c.user_id
                      and o.changed_at is null and o.expires_at > now()
                      and (o.created_at, o.id) < (c.created_at, c.id))`.as("isTaken"),
    )
    .where("c.id", "=", id)
    .executeTakeFirst();
}

const findName = async (context: MailContext, { user_id }: { user_id: string }): Promise<string | null> =>
  (await findRecipient(context, user_id))?.name ?? null;

/** @returns undefined when this end is already confirmed. */
async function makeLink({ db, appUrl, keys }: OwnerMailContext, id: string, end: EmailChangeEnd) {
  const token = emailChangeToken(keys.emailChangeLinks, id, end);
  const kept = await db
    .updateTable("auth.email_changes")
    .set({ [`${end}_token_hash` as const]: emailChangeTokenHash(token) })
    .where("id", "=", id)
    .where(`${end}_confirmed_at`, "is", null)
    .returning("id")
    .executeTakeFirst();
  return kept && pageUrl(appUrl, `${paths.confirmEmailChange}?${new URLSearchParams({ token })}`);
}
