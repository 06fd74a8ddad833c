export const signInLinkMessages = {
  askTitle: "Get a link to sign in",
  title: "Sign in with your link",
  linkInvalid: "This link was used, or its 15 minutes are over. Ask for a new one, or sign in with your password.",
} as const;
