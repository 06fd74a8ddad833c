/** The second step of signing in, whose words are loaded with it. */
export const twoFactorSignInMessages = {
  title: "Two-factor sign-in",
  code: "Code",
  codeHint: "The six digits that your authenticator app shows.",
  recoveryCode: "Recovery code",
  recoveryCodeHint: "One of the codes you kept when you set this up. Each works once.",
  useRecoveryCode: "Use a recovery code instead",
  useCode: "Use the authenticator app instead",
  back: "Back",
} as const;
