export const mailLinkMessages = {
  backToLogin: "Back to sign in",
} as const;

/** Separate from the schemas, to keep Zod out of the bundle. */
export const emailVerificationMessages = {
  title: "Verify your email address",
  wrongPassword: "This is not the password that the account was registered with.",
  linkInvalid:
    "This link is not valid any more, or not complete. Sign in: if your address is not verified yet, you can ask for a new link there.",
} as const;

export const emailChangeMessages = {
  title: "Change of email address",
  linkInvalid: "This link is not valid any more: it was used, or the change was cancelled, replaced or too long ago.",
  confirmed: {
    title: "Confirmed",
    description: "Please open the link in the email to the other address too.",
  },
} as const;

export const recoveryMessages = {
  forgotTitle: "Reset your password",
  resetTitle: "Choose a new password",
  linkInvalid: "This link is not valid any more. Please ask for a new one.",
} as const;
