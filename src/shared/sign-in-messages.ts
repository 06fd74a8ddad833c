/** Apart from the schemas, so that a page can say these words without loading a validator. */
export const signInMessages = {
  busy: "Signing in...",
  success: { title: "Login successful!" },
  failed: { title: "Login failed" },
  /** Detail of the refusal, and how the page words it. */
  invalidCredentials: "Invalid login credentials",
  invalidCredentialsShown: "Invalid email or password. Please check your credentials and try again.",
  emailNotVerified: "Please verify your email address before signing in. The link is in the email we sent you.",
  verificationSent: { title: "Verification email sent", description: "Please check your inbox for the link." },
  verified: { title: "Your email address is verified.", description: "You can sign in now." },
  linkInvalid: "This link is not valid any more. Sign in to ask for a new one.",
  missingCredentials: "You must provide either an email or phone number and a password",
  google: { title: "Google Sign In Error", fallback: "Unable to sign in with Google. Please try again." },
  unexpected: { title: "Unexpected Error", description: "An unexpected error occurred. Please try again." },
  loadingMembers: "Loading your member area...",
  redirecting: "Redirecting to login...",
} as const;
