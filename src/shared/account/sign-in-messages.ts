/** Apart from the schemas, so that a page can say these words without loading a validator. */
export const signInMessages = {
  busy: "Signing in...",
  success: { title: "Login successful!" },
  failed: { title: "Login failed" },
  /** Detail of the refusal, and how the page words it. */
  invalidCredentials: "Invalid login credentials",
  invalidCredentialsShown: "Invalid email or password. Please check your credentials and try again.",
  verificationSent: { title: "Verification email sent", description: "Please check your inbox for the link." },
  verificationNotSent: { title: "The email was not sent" },
  sendAgain: "Send the link again",
  sending: "Sending...",
  verified: { title: "Your email address is verified", description: "You can sign in now." },
  verifiedBefore: {
    title: "Your email address is verified already",
    description: "This link is not needed any more: you can sign in.",
  },
  oauth: {
    title: "Authentication Error",
    unfinished: { title: "Authentication Error", description: "An error occurred during sign in. Please try again." },
    noSession: { title: "Session Error", description: "Failed to establish session. Please try logging in again." },
  },
  google: { title: "Google Sign In Error", fallback: "Unable to sign in with Google. Please try again." },
  unexpected: { title: "Unexpected Error", description: "An unexpected error occurred. Please try again." },
  passkey: "Continue with a passkey",
  linkByMail: "Email me a link to sign in",
  forgotPassword: "Forgot your password?",
  sessionMissing: "Auth session missing!",
  userMissing: "Auth session or user missing",
  sessionEnded: "Your session has ended. Please sign in again.",
  signInFirst: "Please sign in to see this page.",
  loadingMembers: "Loading your member area...",
  redirecting: "Redirecting to login...",
} as const;

/** Details of refusals to sign in, which the server says. */
export const signInRefusals = {
  emailNotVerified: "Please verify your email address before signing in. The link is in the email we sent you.",
  missingContact: "You must provide either an email or phone number.",
  missingCredentials: "You must provide either an email or phone number and a password",
  passwordsBusy: "Many passwords are being checked at this moment. Please try again in a few seconds.",
} as const;
