/** Details of refusals to sign in, which the server says. */
export const signInRefusals = {
  emailNotVerified: "Please verify your email address before signing in. The link is in the email we sent you.",
  missingContact: "You must provide either an email or phone number.",
  missingCredentials: "You must provide either an email or phone number and a password",
  passwordsBusy: "Many passwords are being checked at this moment. Please try again in a few seconds.",
} as const;
