import { yourDataMessages } from "#shared/deletion-requests/deletion-request-messages.ts";
import { formatDay, formatMoment, londonDate } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { nameWithoutArticle } from "#shared/settings/name-without-article.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";
import { type MailContext, type Recipient, toPerson } from "../../platform/mail/mail-writer.ts";
import { recordKeptUntil } from "./seal-investor-record.ts";

/** Never skipped: they report what already happened. */
export const accountMails = {
  "deletion-requested": toPerson(async (person, { read, now, appUrl, club }) => {
    const request = await read
      .selectFrom("deletion_requests")
      .select(["requested_at", "due_at"])
      .where("user_id", "=", person.id)
      .executeTakeFirst();
    if (!request) return undefined;
    const holding = await read
      .selectFrom("holdings as h")
      .innerJoin("investor_records as r", "r.id", "h.record_id")
      .select("h.id")
      .where("r.user_id", "=", person.id)
      .limit(1)
      .executeTakeFirst();
    const keptUntil = await recordKeptUntil({ deals: club.deals, now: now() }, read, person.id);
    const due = formatDay(londonDate(request.due_at));
    const { name, contact_email } = club.identity;
    return {
      subject: `You asked ${name} to delete your account`,
      preview: `It is deleted by ${due}. Until then you can withdraw the request.`,
      heading: "You asked us to delete your account",
      name: person.name,
      body: [
        `On ${formatMoment(request.requested_at)}, in London, you asked for the deletion of your account. It is deleted by ${due}. Until then you can withdraw the request on your account page. No email follows once it is deleted.`,
        ...(keptUntil ? [yourDataMessages.keptText(formatDay(keptUntil))] : []),
        ...(holding
          ? [
              `The shares that you hold stay yours. Before the account is deleted, please export your certificates and documents. After that, write to ${contact_email} for a certificate or a payment.`,
              { label: "Export everything, to keep", url: pageUrl(appUrl, paths.export) },
            ]
          : []),
      ],
      action: { label: "Open your account page", url: pageUrl(appUrl, paths.accountPart("your-data")), tone: "act" },
      afterword: [
        `If you did not ask for this, withdraw the request and choose a new password at once: ${pageUrl(appUrl, paths.forgotPassword)} sends you a link. Then write to ${contact_email}.`,
      ],
      reason: `You get this email because a request was made with your ${nameWithoutArticle(name)} account.`,
    };
  }),
  "deletion-withdrawn": toPerson(async ({ name }, { appUrl, club }) => ({
    subject: `Your account at ${club.identity.name} stays`,
    preview: "The request to delete it is withdrawn.",
    heading: "The request to delete your account is withdrawn",
    name,
    body: ["The request was withdrawn on the account page. Your account stays as it is."],
    action: { label: "Open your account page", url: pageUrl(appUrl, paths.accountPart("your-data")), tone: "act" },
    afterword: [
      `If you did not withdraw it, choose a new password at once: ${pageUrl(appUrl, paths.forgotPassword)} sends you a link. Then ask for the deletion again.`,
    ],
    reason: `You get this email because a request was made with your ${nameWithoutArticle(club.identity.name)} account.`,
  })),
  "google-connected": toPerson(async (person, context) => {
    const googleEmail = await findGoogleEmail(context, person.id);
    return signInChanged(
      person,
      context,
      "Google signs you in",
      `The Google account ${googleEmail ?? "that you chose"} is now connected to your account, and signs in to it as your password does.`,
    );
  }),
  "google-disconnected": signInChangedMail(
    "Google is disconnected",
    "Your Google account does not sign in to your account any more. Your password does.",
  ),
  "passkey-added": signInChangedMail(
    "You have a new passkey",
    "A passkey was added on the account page. It signs in to your account without your password.",
  ),
  "passkey-removed": signInChangedMail(
    "A passkey was removed",
    "A passkey was removed on the account page and does not sign in any more. All other devices and programs are signed out.",
  ),
  "password-changed": signInChangedMail(
    "Your password has changed",
    "The password of your account was changed on the account page. All other devices and programs are signed out.",
  ),
  "password-replaced": signInChangedMail(
    "You have a new password",
    "A new password was chosen with the link of a recovery email. All devices and programs are signed out. A Google account that was connected is disconnected, and passkeys are removed: sign in with the new password to add them again.",
  ),
  "recovery-code-used": signInChangedMail(
    "A recovery code was used",
    "Somebody signed in to your account with one of its recovery codes, in place of a code of the authenticator app. That recovery code does not work again. You can make new ones on the account page.",
  ),
  "recovery-codes-renewed": signInChangedMail(
    "You have new recovery codes",
    "New recovery codes were made on the account page, and the earlier ones do not work any more. All other devices and programs are signed out.",
  ),
  "two-factor-disabled": signInChangedMail(
    "Two-factor sign-in is off",
    "Your account does not ask for a code any more: the password alone signs you in. All other devices and programs are signed out.",
  ),
  "two-factor-enabled": signInChangedMail(
    "Two-factor sign-in is on",
    "From now on signing in also asks for a code of your authenticator app. All other devices and programs are signed out.",
  ),
};

function signInChangedMail(heading: string, text: string) {
  return toPerson((person, context) => signInChanged(person, context, heading, text));
}

function signInChanged({ name }: Recipient, { appUrl, club }: MailContext, heading: string, text: string): MailContent {
  return {
    subject: `${heading} at ${club.identity.name}`,
    preview: "If this was not you, somebody else can get into your account.",
    heading,
    name,
    body: [text],
    action: { label: "Open your account page", url: pageUrl(appUrl, paths.security), tone: "act" },
    afterword: [
      `If this was not you, choose a new password at once: ${pageUrl(appUrl, paths.forgotPassword)} sends you a link. It signs out everybody else, removes passkeys and disconnects Google. Then write to ${club.identity.contact_email}.`,
    ],
    reason: `You get this email because a way to sign in to your ${nameWithoutArticle(club.identity.name)} account has changed.`,
  };
}

async function findGoogleEmail({ read }: MailContext, userId: string): Promise<string | null | undefined> {
  const account = read.selectFrom("auth.accounts").select("email").where("user_id", "=", userId);
  return (await account.where("provider_id", "=", "google").executeTakeFirst())?.email;
}
