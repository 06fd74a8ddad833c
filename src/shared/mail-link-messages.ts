/** What the pages that links of mails lead to have in common. */
export const mailLinkMessages = {
  invalidTitle: "This link does not work",
  backToLogin: "Back to sign in",
} as const;
