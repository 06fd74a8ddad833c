/** What waits for its reader, with what is to be paid. */
export const weeklyMailMessages = {
  subject: (club: string) => `What waits for you at ${club}`,
  preview: "One mail on Monday, and only if something waits.",
  heading: "What waits for you",
  reason: (club: string) =>
    `You get this email on Mondays because you are a member of ${club}. In a week in which nothing waits it does not come.`,
  choose: "Choose your emails",
  actions: {
    reconsent: (name: string, when: string) => `Answer the changed terms of ${name} by ${when}`,
    pay: (name: string, when: string, sum: string) => `Pay ${sum} for your shares of ${name} by ${when}`,
    top_up: (name: string, when: string) => `Say whether you take freed shares of ${name} by ${when}`,
    event_offered: (name: string, when: string) => `Take the place that is free for you at ${name} by ${when}`,
    event_answer: (name: string, when: string) => `Say whether you come to ${name} by ${when}`,
    introduction: (name: string, when: string) => `Answer ${name}, who asks for an introduction by ${when}`,
    statement_ends: (_name: string, when: string) => `Sign your investor statement again: it ends on ${when}`,
    company_update: (name: string) => `Read the update of ${name}`,
    profile: () => "Write your profile: it is not in the member directory yet",
  },
} as const;

/** What waits for admins, by kind: one, several. */
export const waitingWords = {
  membership_request: ["membership request", "membership requests"],
  signatory: ["admin role to confirm", "admin roles to confirm"],
  profile: ["profile to review", "profiles to review"],
  data_request: ["data request", "data requests"],
  statement: ["statement to review", "statements to review"],
  statement_form: ["statement form to sign off", "statement forms to sign off"],
  introduction_report: ["reported message to decide on", "reported messages to decide on"],
  company_update: ["company’s update to publish", "companies’ updates to publish"],
  question: ["question about a deal", "questions about deals"],
  cancelling_proposal: ["cancelling of a deal to confirm", "cancellings of deals to confirm"],
  closing_proposal: ["other end of commitments to confirm", "other ends of commitments to confirm"],
  deals_setting: ["change of settings of deals to confirm", "changes of settings of deals to confirm"],
  fee_account_setting: ["account for fees to confirm", "accounts for fees to confirm"],
  terms_setting: ["change of fees to confirm", "changes of fees to confirm"],
  list_to_sign: ["list to sign", "lists to sign"],
  bank_feed: ["feed of a bank to confirm", "feeds of banks to confirm"],
  payment: ["payment to approve", "payments to approve"],
  exit: ["exit to confirm", "exits to confirm"],
  holding_import: ["import of earlier holdings to confirm", "imports of earlier holdings to confirm"],
  holding_import_undo: ["import to take back", "imports to take back"],
  outside_payment: ["payment for imported shares to confirm", "payments for imported shares to confirm"],
  price: ["price of shares to confirm", "prices of shares to confirm"],
  price_document: [
    "higher price of shares that lacks its document",
    "higher prices of shares that lack their documents",
  ],
  split: ["split of shares to confirm", "splits of shares to confirm"],
} as const;
export type WaitingKind = keyof typeof waitingWords;

/** Each of these was begun by one person and another one finishes it. A mail of it goes to those who can. */
export const secondPersonKinds: readonly WaitingKind[] = [
  "signatory",
  "statement_form",
  "cancelling_proposal",
  "closing_proposal",
  "deals_setting",
  "fee_account_setting",
  "terms_setting",
  "list_to_sign",
  "bank_feed",
  "payment",
  "exit",
  "holding_import",
  "holding_import_undo",
  "outside_payment",
  "price",
  "split",
];

export const waitingMailMessages = {
  subject: (club: string, count: number) =>
    count === 1 ? `Something waits for an admin of ${club}` : `${count} things wait for an admin of ${club}`,
  preview: "Requests, profiles, and what a second admin confirms.",
  heading: { at_once: "This waits since a moment ago", daily: "This waits today" },
  any: "Any admin can do this:",
  second: "You can do this. Another admin who proposed, entered or signed it cannot:",
  gone: "What is done by the time you look is gone from the list.",
  count: (kind: WaitingKind, count: number) => `${count} ${waitingWords[kind][count === 1 ? 0 : 1]}`,
  reason: (club: string) =>
    `You get this email because you are an admin of ${club} and chose to be told of what waits.`,
} as const;
