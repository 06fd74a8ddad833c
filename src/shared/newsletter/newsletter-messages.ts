export const newsletterStates = ["waiting", "confirmed"] as const;
export type NewsletterState = (typeof newsletterStates)[number];

export const newsletterStateLabels: Record<NewsletterState, string> = {
  waiting: "Waiting",
  confirmed: "Confirmed",
};

/** Days in which an address can be confirmed; then it is erased. */
export const daysToConfirm = 7;

export const newsletterMessages = {
  label: "Newsletter",
  thanks: {
    title: "Thank you for subscribing to our newsletter",
    description: "Please add the info address to your contacts",
    duration: 5000,
  },
  /** The same whether the address is new, waits or is on the list. */
  mailSent: {
    title: "Please confirm by email",
    description: "An email is on its way to you. You are on the list once you press the button behind its link.",
    duration: 10_000,
  },
  /** Of a list, where no mail server is set. */
  notMailed: {
    title: "You are not subscribed",
    description: "This site sends no emails yet, so you cannot confirm your address. Please try again later.",
    variant: "destructive",
  },
  noList: "newsletter list",
} as const;

export const newsletterLinkMessages = {
  confirm: {
    title: "Subscribe to the newsletter",
    lead: "Press the button to get our newsletter at the address that received the email.",
    submit: "Subscribe",
    busy: "Subscribing...",
    failed: "You are not subscribed",
    doneTitle: "You are subscribed",
    doneText: "You will get our newsletter. The email that you have just confirmed has a link to unsubscribe.",
    linkInvalid:
      "This link is too old, or the address was removed. Enter your email in the newsletter box again to get a new one.",
  },
  unsubscribeLinkInvalid: (email: string) =>
    `This link belongs to no address on the list: you may be unsubscribed already. If you still get our newsletter, write to ${email}.`,
  home: "To the home page",
} as const;
