export const signInLinkMessages = {
  askTitle: "Get a link to sign in",
  askText: "Enter the email address of your account. The link signs you in without your password.",
  send: "Send the link",
  sending: "Sending...",
  sent: "If there is an account with this email address, a link to sign in is on its way. It works for 15 minutes.",
  title: "Sign in with your link",
  lead: "One press, and you are signed in on this device.",
  submit: "Sign in",
  linkInvalid: "This link was used, or its 15 minutes are over. Ask for a new one, or sign in with your password.",
  askAgain: "Ask for a new link",
} as const;
