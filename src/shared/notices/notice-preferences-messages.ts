import type { NoticeChoice, NoticeTopic } from "./notice-topics.ts";

interface TopicWords {
  label: string;
  note: string;
  /** Kinds that come without a notice, with `isByMailAlone` in `mailRules`. */
  byMailAlone?: string;
  /** Kinds that come without a mail, with `isHereAlone` in `noticeRules`. */
  hereAlone?: string;
}

export const topicWords: Record<NoticeTopic, TopicWords> = {
  account: {
    label: "Your account",
    note: "Security, membership and tier. Cannot be refused",
    byMailAlone: "security, and what an admin changes",
    hereAlone: "that you cannot ask for introductions any more",
  },
  money: {
    label: "Your money and shares",
    note: "Calls for funds, receipts, changed terms, certificates. Cannot be refused",
    hereAlone:
      "lists that are signed, the day before a completion, papers for everybody who holds a company, payments from elsewhere that an admin enters",
  },
  statement: {
    label: "Your investor statement",
    note: "When it begins, is refused or ends. Cannot be refused",
    byMailAlone: "that you signed it",
  },
  profile: { label: "Your profile", note: "Whether it was approved" },
  companies: { label: "Companies that you hold", note: "Their updates, splits of their shares" },
  events: {
    label: "Events",
    note: "Changes, a free place, a reminder",
    byMailAlone: "your answers for your calendar",
    hereAlone: "a founder call that is moved or cancelled",
  },
  introductions: { label: "Introductions", note: "Somebody asks to meet you" },
  deal_release: { label: "New deals", note: "Only while your statement is current" },
  deal_reminder: { label: "A deal that closes soon", note: "Once, only while your statement is current" },
  deal_call: { label: "Calls with founders", note: "When one is planned, only while your statement is current" },
  deal_answers: { label: "Answers in deals that you follow", note: "Bundled, at most one an hour" },
  newsletter: { label: "The club’s newsletter", note: "Off until you tick it", byMailAlone: "all of it" },
  weekly: { label: "What waits for you", note: "All of it in one mail, on Monday at 08:00" },
  waiting: {
    label: "What waits for admins",
    note: "Requests, profiles, data requests, lists to sign",
    hereAlone: "the next step of a deal that you sign for",
  },
  alarms: {
    label: "Money that stands still",
    note: "Late payments, accounts that do not agree. Cannot be refused",
    hereAlone: "a bank’s feed that cannot be read",
  },
};

/** "Changes, a free place. By mail alone: your answers for your calendar". */
export function topicNote(topic: NoticeTopic): string {
  const { note, byMailAlone, hereAlone } = topicWords[topic];
  return [note, byMailAlone && `By mail alone: ${byMailAlone}`, hereAlone && `Here alone: ${hereAlone}`]
    .filter(Boolean)
    .join(". ");
}

export const choiceLabels: Record<NoticeChoice, string> = {
  mail: "Here and by mail",
  daily: "Once a day",
  weekly: "Weekly",
  here: "Here only",
  never: "Never",
};

export const noticePreferencesMessages = {
  /** At once is what `mail` means for them. */
  atOnce: "At once",
  linkInvalid: "This link does not belong to anybody here.",
} as const;

export const unsubscribeMessages = {
  title: "Stop these mails",
  lead: "One press, and mails like the one that brought you here end. Mails about your own money and account still come.",
  submit: "Stop these mails",
  busy: "Stopping...",
  failed: "The mails were not stopped",
  doneTitle: "You get no more of these mails",
  doneText: "In your account you see what you are told, and can change it at any time.",
  linkInvalid: "The link is incomplete, or its account is gone. In your account you choose which mails you get.",
  toAccount: "Choose what you are told",
  /** In a mail. */
  link: (topic: NoticeTopic) => `Stop mails of this kind: ${topicWords[topic].label}`,
} as const;
