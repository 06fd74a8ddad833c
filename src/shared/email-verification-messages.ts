/** Separate from the schemas, to keep Zod out of the bundle. */
export const emailVerificationMessages = {
  title: "Verify your email address",
  lead: "Enter the password that you chose when you registered. You can sign in afterwards.",
  passwordLabel: "Password",
  submit: "Verify email address",
  busy: "Verifying...",
  notVerified: { title: "The email address was not verified" },
  wrongPassword: "This is not the password that the account was registered with.",
  /** Before the recovery link. */
  passwordUnknown: "You did not register, or you do not know the password?",
  choosePassword: "Choose a new one",
  linkInvalid:
    "This link was used, or is not valid any more. Sign in: if your address is not verified yet, you can ask for a new link there.",
} as const;
