/** On the page of signing in, which the links of both mails lead to. */
export const emailChangeMessages = {
  confirmed: { title: "Confirmed", description: "Please follow the link in the email to the other address too." },
  changed: {
    title: "Your email address has changed",
    description: "Please sign in with the new one from now on.",
  },
} as const;
