export const emailChangeMessages = {
  title: "Change of email address",
  lead: "Confirm that this email address and your account belong together. The address of the account changes once both the old address and the new one have confirmed it; you are then signed out everywhere else.",
  submit: "Confirm the change",
  busy: "Confirming...",
  warning: "You did not ask for this? Close this page: nothing changes unless you confirm.",
  notConfirmed: { title: "The change was not confirmed" },
  linkInvalid: "This link is not valid any more: it was used, or the change was cancelled, replaced or too long ago.",
  takenTitle: "The address stays as it is",
  /** On the sign-in page. */
  confirmed: {
    title: "Confirmed",
    description: "Please open the link in the email to the other address too.",
  },
  changed: {
    title: "Your email address has changed",
    description: "Please sign in with the new one from now on.",
  },
} as const;
