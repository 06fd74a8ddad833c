export const mailKinds = ["release", "reminder", "call", "answers"] as const;
export type MailKind = (typeof mailKinds)[number];

export const dealMailsMessages = {
  heading: "Emails about deals",
  deal_release: "Tell me by email when a deal opens",
  deal_reminder: "Remind me once, before a deal closes",
  deal_call: "Tell me when a call with founders is planned",
  deal_answers: "Send me word of answers to questions that I follow, at most once an hour",
  note: "They come only while your investor statement is current, and each lets you stop its kind. Emails about your own money, your statements and your account come whatever you choose here.",
  saved: "Your choice of emails is saved.",
  loading: "Loading your choice",
  failed: "Your choice did not load.",
  retry: "Try again",
} as const;
