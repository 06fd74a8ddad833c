import { club } from "#shared/club.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";
import type { WayInTemplate } from "../../platform/mail/mail-request.ts";

interface WayInChangedMail {
  appUrl: string;
  name: string | null;
  change: WayInTemplate;
  /** Of the Google account that is connected. */
  googleEmail?: string | null;
}

/** Tells a person that a way to sign in has changed, and what to do when it was not them. */
export function wayInChangedMail({ appUrl, name, change, googleEmail = null }: WayInChangedMail): MailContent {
  const { heading, text } = words[change](googleEmail);
  return {
    subject: `${heading} at ${club.product}`,
    preview: "If this was not you, somebody else can get into your account.",
    heading,
    name,
    body: [text],
    action: { label: "Open your account page", url: pageUrl(appUrl, `${paths.members}?tab=account`), tone: "act" },
    afterword: [
      `If this was not you, choose a new password at once: ${pageUrl(appUrl, paths.forgotPassword)} sends you a link. It signs out everybody else and disconnects Google. Then write to ${club.contactEmail}.`,
    ],
    reason: `You get this email because a way to sign in to your ${club.product} account has changed.`,
  };
}

const words: Record<WayInTemplate, (googleEmail: string | null) => { heading: string; text: string }> = {
  "google-connected": (googleEmail) => ({
    heading: "Google signs you in",
    text: `The Google account ${googleEmail ?? "that you chose"} is now connected to your account, and signs in to it as your password does.`,
  }),
  "google-disconnected": () => ({
    heading: "Google is disconnected",
    text: "Your Google account does not sign in to your account any more. Your password does.",
  }),
  "password-changed": () => ({
    heading: "Your password has changed",
    text: "The password of your account was changed on the account page. All other devices and programs are signed out.",
  }),
  "password-replaced": () => ({
    heading: "You have a new password",
    text: "A new password was chosen with the link of a recovery email. All devices and programs are signed out. A Google account that was connected is disconnected: sign in with the new password to connect it again.",
  }),
  "recovery-codes-renewed": () => ({
    heading: "You have new recovery codes",
    text: "New recovery codes were made on the account page, and the earlier ones do not work any more. All other devices and programs are signed out.",
  }),
  "two-factor-disabled": () => ({
    heading: "Two-factor sign-in is off",
    text: "Your account does not ask for a code any more: the password alone signs you in. All other devices and programs are signed out.",
  }),
  "two-factor-enabled": () => ({
    heading: "Two-factor sign-in is on",
    text: "From now on signing in also asks for a code of your authenticator app. All other devices and programs are signed out.",
  }),
};
