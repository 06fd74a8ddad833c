import { adminPaths } from "#shared/admin-paths.ts";
import { apiKeyScopeWords } from "#shared/api-keys/api-key-messages.ts";
import { formatDay, formatMoment, londonDate } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { personName } from "#shared/people/person-name.ts";
import { nameWithoutArticle } from "#shared/settings/name-without-article.ts";
import type { OwnerMailContext } from "../context.ts";
import { findRecipient, toPerson, type WriteMail } from "../platform/mail/mail-writer.ts";
import { deviceName } from "./account/device-name.ts";
import { wrongCodesPerDay } from "./limits.ts";
import { createPasswordResetToken, passwordResetLifetimeMinutes } from "./passwords/routes.ts";
import { createVerificationToken, verificationLifetimeHours } from "./registration/routes.ts";
import { createSignInToken, signInLinkLifetimeMinutes } from "./sign-in-links/sign-in-link.ts";

const apiKeyCreated: WriteMail<{ user_id: string; key_id: string }> = async (context, { user_id, key_id }) => {
  const { read, appUrl, club } = context;
  const person = await findRecipient(context, user_id);
  const key = await read
    .selectFrom("auth.api_keys as k")
    .innerJoin("people as p", "p.id", "k.user_id")
    .select(["k.name", "k.scope", "k.expires_at", "p.full_name", "p.email", "k.user_id"])
    .where("k.id", "=", key_id)
    .executeTakeFirst();
  if (!person || !key) return undefined;
  const maker = key.user_id === user_id ? "You" : personName(key);
  return {
    to: person.email,
    content: {
      subject: `New API key at ${club.identity.name}`,
      preview: "A program can call the club with it.",
      heading: "An API key was made",
      name: person.name,
      body: [
        `${maker} made an API key for a program: ${key.name}. Its scope is ${apiKeyScopeWords[key.scope].toLowerCase()}, and it expires on ${formatDay(londonDate(key.expires_at))}.`,
      ],
      action: { label: "See the API keys", url: pageUrl(appUrl, adminPaths.apiKeys), tone: "act" },
      afterword: [
        `If nobody of you should have made it, revoke it there at once. Then write to ${club.identity.contact_email}.`,
      ],
      reason: `You get this email because you are an admin of ${club.identity.name}.`,
    },
  };
};

export const apiKeyMails = { "api-key-created": apiKeyCreated };

export const passwordMails = {
  "password-reset": toPerson(async (person, { db, appUrl, club }: OwnerMailContext) => {
    const token = await createPasswordResetToken(db, person);
    if (!token) return undefined;
    const url = pageUrl(appUrl, `${paths.resetPassword}?${new URLSearchParams({ token })}`);
    return {
      subject: `Choose a new password for ${club.identity.name}`,
      preview: `The link works for ${passwordResetLifetimeMinutes} minutes.`,
      heading: "Choose a new password",
      name: person.name,
      body: [
        `Somebody asked for a new password for the ${nameWithoutArticle(club.identity.name)} account with this email address.`,
      ],
      action: { label: "Choose a new password", url, tone: "act" },
      afterword: [
        `The link works once, for ${passwordResetLifetimeMinutes} minutes. The new password signs you out on all devices, removes your passkeys and disconnects Google, if that is connected.`,
      ],
      reason: `You get this email because a new password was asked for at ${club.identity.name}. If that was not you, ignore it: your password stays as it is.`,
    };
  }),
};

export const registrationMails = {
  verification: toPerson(async (person, { db, appUrl, club }: OwnerMailContext) => {
    const token = await createVerificationToken(db, person);
    if (!token) return undefined;
    const membership = await db
      .selectFrom("user_roles")
      .select("status")
      .where("user_id", "=", person.id)
      .where("role", "=", "member")
      .executeTakeFirst();
    const url = pageUrl(appUrl, `${paths.verifyEmail}?${new URLSearchParams({ token })}`);
    return {
      subject: `Verify your email address for ${club.identity.name}`,
      preview: "One step is left before you can sign in.",
      heading: "Verify your email address",
      name: person.name,
      body: [
        `Your ${nameWithoutArticle(club.identity.name)} account has been created. One step is left: verify that this email address is yours. Then you can sign in.${membership?.status === "pending" ? " An admin still has to approve your membership." : ""}`,
      ],
      action: { label: "Verify email address", url, tone: "act" },
      afterword: [
        `The link works once, for ${verificationLifetimeHours} hours. It asks for the password that you chose when you registered.`,
      ],
      reason: `You get this email because this address was registered at ${club.identity.name}. If that was not you, somebody used an invitation for this address. Nobody can sign in to the account until the address is verified; "Forgot your password?" on the sign-in page makes the account yours.`,
    };
  }),
};

const newDevice: WriteMail<{ user_id: string; session_id: string }> = async (context, { user_id, session_id }) => {
  const person = await findRecipient(context, user_id);
  if (!person) return undefined;
  const { read, appUrl, club } = context;
  const session = await read
    .selectFrom("auth.sessions")
    .select(["user_agent", "created_at"])
    .where("id", "=", session_id)
    .executeTakeFirst();
  const device = deviceName(session?.user_agent ?? null) ?? "a device or program without a name";
  const when = session ? `, ${formatMoment(session.created_at)}` : "";
  return {
    to: person.email,
    content: {
      subject: `New sign-in: ${device}${when}. Was it you?`,
      preview: "If this was you, there is nothing to do.",
      heading: "New sign-in: was it you?",
      name: person.name,
      body: [
        `Somebody signed in to your account from a device that was not used before: ${device}${when}. If this was you, there is nothing to do.`,
      ],
      action: {
        label: "See where you are signed in",
        url: pageUrl(appUrl, paths.accountPart("sessions")),
        tone: "act",
      },
      afterword: [
        `If this was not you, choose a new password at once: ${pageUrl(appUrl, paths.forgotPassword)} sends you a link. It signs out everybody else, removes passkeys and disconnects Google. Then write to ${club.identity.contact_email}.`,
      ],
      reason: `You get this email because somebody signed in to your ${nameWithoutArticle(club.identity.name)} account.`,
    },
  };
};

/** Sent however the sign-in was made. */
export const sessionMails = { "new-device": newDevice };

export const signInLinkMails = {
  "sign-in-link": toPerson(async (person, context: OwnerMailContext) => {
    const { appUrl, club } = context;
    const token = await createSignInToken(context, person);
    if (!token) return undefined;
    const url = pageUrl(appUrl, `${paths.useSignInLink}?${new URLSearchParams({ token })}`);
    return {
      subject: `Your link to sign in to ${club.identity.name}`,
      preview: `The link works for ${signInLinkLifetimeMinutes} minutes.`,
      heading: "Sign in",
      name: person.name,
      body: [
        `Somebody asked for a link to sign in to ${club.identity.name} with this email address. It opens a page with a button, and the button signs you in.`,
      ],
      action: { label: "Go on to sign in", url, tone: "act" },
      afterword: [
        `The link works once, for ${signInLinkLifetimeMinutes} minutes. Do not forward it: whoever has it can sign in, unless your account asks for a code too.`,
      ],
      reason: `You get this email because a link to sign in was asked for at ${club.identity.name}. If that was not you, ignore it: nobody is signed in without the link.`,
    };
  }),
};

export const twoFactorMails = {
  "two-factor-guessed": toPerson(({ name }, { appUrl, club }) => ({
    subject: `Somebody is guessing the codes of your ${nameWithoutArticle(club.identity.name)} account`,
    preview: "They know your password: please choose another one.",
    heading: "Somebody is guessing your codes",
    name,
    body: [
      `Within a day, ${wrongCodesPerDay} wrong codes were entered for your account. Whoever did that knows your password, but not the code of your authenticator app, so they are not signed in.`,
      "Until tomorrow no code is taken, yours included. Choose a new password, and yours works at once, while theirs are of no use.",
    ],
    action: { label: "Choose a new password", url: pageUrl(appUrl, paths.forgotPassword), tone: "act" },
    afterword: [
      `Were those codes yours? Then there is nothing to do. If not, please tell us: ${club.identity.contact_email}.`,
    ],
    reason: `You get this email because wrong codes were entered for your ${nameWithoutArticle(club.identity.name)} account.`,
  })),
};
