import { minimumPasswordLength } from "./password-rules.ts";

export const mailLinkMessages = {
  invalidTitle: "This link does not work",
  backToLogin: "Back to sign in",
} as const;

/** Separate from the schemas, to keep Zod out of the bundle. */
export const emailVerificationMessages = {
  title: "Verify your email address",
  lead: "Enter the password that you chose when you registered. It signs you in too.",
  passwordLabel: "Password",
  reading: "Reading the link...",
  submit: "Verify email address",
  busy: "Verifying...",
  notVerified: { title: "The email address was not verified" },
  wrongPassword: "This is not the password that the account was registered with.",
  /** Before the recovery link. */
  passwordUnknown: "You did not register, or you do not know the password?",
  choosePassword: "Choose a new one",
  linkInvalid:
    "This link is not valid any more, or not complete. Sign in: if your address is not verified yet, you can ask for a new link there.",
} as const;

export const emailChangeMessages = {
  title: "Change of email address",
  lead: "Confirm that this email address and your account belong together. The address of the account changes once both the old address and the new one have confirmed it; you are then signed out everywhere else.",
  submit: "Confirm the change",
  busy: "Confirming...",
  warning: "You did not ask for this? Close this page: nothing changes unless you confirm.",
  notConfirmed: { title: "The change was not confirmed" },
  linkInvalid: "This link is not valid any more: it was used, or the change was cancelled, replaced or too long ago.",
  takenTitle: "The address stays as it is",
  /** On the sign-in page. */
  confirmed: {
    title: "Confirmed",
    description: "Please open the link in the email to the other address too.",
  },
  changed: {
    title: "Your email address has changed",
    description: "Please sign in with the new one from now on.",
  },
} as const;

export const recoveryMessages = {
  forgotTitle: "Reset your password",
  forgotText: "Enter the email address of your account.",
  send: "Send the link",
  sending: "Sending...",
  sentTitle: "Check your email",
  tryAnother: "Try another address",
  notSent: { title: "The email was not sent" },
  sent: "If there is an account with this email address, a link to choose a new password is on its way.",
  resetTitle: "Choose a new password",
  resetText:
    "It signs you out on all devices, removes your passkeys and disconnects Google, if that is connected. You can add them again.",
  passwordLabel: "New password",
  passwordHint: `At least ${minimumPasswordLength} characters`,
  save: "Save the password",
  saving: "Saving...",
  notSaved: { title: "The password was not changed" },
  askAgain: "Ask for a new link",
  done: { title: "Your password has changed", description: "Please sign in with the new one." },
  linkInvalid: "This link is not valid any more. Please ask for a new one.",
} as const;
