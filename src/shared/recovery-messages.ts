import { minimumPasswordLength } from "./registration-messages.ts";

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
  resetText: "It signs you out on all devices and disconnects Google, if that is connected. You can connect it again.",
  passwordLabel: "New password",
  passwordHint: `At least ${minimumPasswordLength} characters`,
  save: "Save the password",
  saving: "Saving...",
  notSaved: { title: "The password was not changed" },
  askAgain: "Ask for a new link",
  done: { title: "Your password has changed", description: "Please sign in with the new one." },
  linkInvalid: "This link is not valid any more. Please ask for a new one.",
} as const;
