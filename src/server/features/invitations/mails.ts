import { sql } from "kysely";
import { registrationUrl, setupUrl } from "#shared/paths.ts";
import { type Tier, tierLabels } from "#shared/people/people-messages.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import { isUsableInvitation } from "../../auth/registration/usable-invitation.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";
import type { MailContext, WriteMail } from "../../platform/mail/mail-writer.ts";

export const invitationMails = {
  invitation: toInvited(({ name, email, code, expires_at, inviter, is_imported, tier, note }, { appUrl, club }) => ({
    subject: invitedBy(inviter, club),
    preview: `Register by ${londonDeadline(expires_at)}.`,
    heading: invitedBy(inviter, club),
    name,
    body: [
      ...(note ? [`${inviter ?? club.identity.name} writes:`, { quote: note }] : []),
      ...ownMission(club),
      club.warnings.risk_warning,
    ],
    action: { label: "Accept the invitation", url: registrationUrl(appUrl, { code, email }), tone: "join" },
    afterword: [
      "The link opens the registration form and fills in your email address and this code:",
      { label: "Invitation code", code },
      `The invitation is for ${email} alone and works once, until ${londonDeadline(expires_at)}.`,
      ...(is_imported ? [] : ["An admin approves your membership after you register."]),
      ...(tier
        ? [`Your plan is ${tierLabels[tier]} from the day you ${is_imported ? "register" : "are approved"}.`]
        : []),
    ],
    reason: `You get this email because ${club.identity.name} invited this address. If you do not want to join, ignore it: nothing happens unless you register.`,
  })),
  /** The mail goes to addresses of ADMIN_EMAILS without an account. */
  "first-admin": toInvited(({ name, email, code, expires_at }, { appUrl, club }) => ({
    subject: `Register as an admin of ${club.identity.name}`,
    preview: `Register by ${londonDeadline(expires_at)}.`,
    heading: `You are an admin of ${club.identity.name}`,
    name,
    body: [
      "Whoever runs this club named your email address as one of its admins. The link opens a page where you choose your password. The first admin to do so then says what the club is called and what its site starts with. Set up two-factor sign-in on your Account page after that.",
    ],
    action: { label: "Register as an admin", url: setupUrl(appUrl, { code, email }), tone: "act" },
    afterword: [
      `The link is for ${email} alone and works once, until ${londonDeadline(expires_at)}. Do not pass it on: who registers with it becomes an admin.`,
    ],
    reason: `You get this email because ${club.identity.name} was set up with this address as an admin's. If you do not expect it, ignore it: nothing happens unless you register.`,
  })),
};

/** Nothing where a club has not written it yet. */
const ownMission = ({ identity, is_sample }: MailContext["club"]): string[] =>
  is_sample || identity.mission !== defaultSettings.identity.mission ? [identity.mission] : [];

const invitedBy = (inviter: string | null, { identity }: MailContext["club"]): string =>
  inviter ? `${inviter} invites you to ${identity.name}` : `You are invited to ${identity.name}`;

interface Invitation {
  email: string;
  code: string;
  expires_at: Date;
  name: string | null;
  tier: Tier | null;
  note: string | null;
  /** They are approved as they register. */
  is_imported: boolean;
  /** The admin, if they have given a name. */
  inviter: string | null;
}

function toInvited(
  write: (invitation: Invitation, context: MailContext) => MailContent,
): WriteMail<{ invitation_id: string }> {
  return async (context, { invitation_id }) => {
    const invitation = await findUsable(context, invitation_id);
    return invitation && { to: invitation.email, content: write(invitation, context) };
  };
}

const findUsable = ({ read }: MailContext, id: string): Promise<Invitation | undefined> =>
  read
    .selectFrom("invitations")
    .leftJoin("pending_members as p", "p.email", "invitations.email")
    .leftJoin("people as u", "u.id", "invitations.created_by")
    .select(["invitations.email", "invitations.code", "invitations.expires_at", "invitations.note"])
    .select((eb) => eb.fn.coalesce("invitations.full_name", "p.full_name").as("name"))
    .select((eb) => eb.fn.coalesce("invitations.tier", "p.tier").as("tier"))
    .select(sql<string | null>`nullif(u.full_name, '')`.as("inviter"))
    .select(sql<boolean>`p.email is not null`.as("is_imported"))
    .where("invitations.id", "=", id)
    .where(isUsableInvitation(sql`now()`))
    .executeTakeFirst();

const londonDeadline = (expiresAt: Date): string => `${londonTime.format(expiresAt)} (London time)`;

const londonTime = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Europe/London",
});
