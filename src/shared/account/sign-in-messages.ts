/** A sign-in may take so long between the password and the code. */
export const twoFactorMinutes = 10;

/** Apart from the schemas, so that a page can say these words without loading a validator. */
export const signInMessages = {
  busy: "Signing in...",
  success: { title: "Login successful!" },
  /** Detail of the refusal, and how the page words it. */
  invalidCredentials: "Invalid login credentials",
  sendAgain: "Send the link again",
  sending: "Sending...",
  verified: { title: "Your email address is verified", description: "You can sign in now." },
  verifiedBefore: {
    title: "Your email address is verified already",
    description: "This link is not needed any more: you can sign in.",
  },
  oauth: {
    unfinished: { title: "Authentication Error", description: "An error occurred during sign in. Please try again." },
    noSession: { title: "Session Error", description: "Failed to establish session. Please try logging in again." },
  },
  google: { fallback: "Unable to sign in with Google. Please try again." },
  unexpected: { title: "Unexpected Error", description: "An unexpected error occurred. Please try again." },
  sessionMissing: "Auth session missing!",
  sessionEnded: "Your session has ended. Please sign in again.",
} as const;

/** Details of refusals to sign in, which the server says. */
export const signInRefusals = {
  emailNotVerified: "Please verify your email address before signing in. The link is in the email we sent you.",
  missingContact: "You must provide either an email or phone number.",
  missingCredentials: "You must provide either an email or phone number and a password",
  passwordsBusy: "Many passwords are being checked at this moment. Please try again in a few seconds.",
} as const;
