/** What mails about deals say; each has a topic of its own, and a consent. */
export const mailKinds = ["release", "reminder", "call", "answers"] as const;
export type MailKind = (typeof mailKinds)[number];
