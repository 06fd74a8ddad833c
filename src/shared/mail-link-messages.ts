export const mailLinkMessages = {
  invalidTitle: "This link does not work",
  backToLogin: "Back to sign in",
} as const;
