import type { NoticeChoice, NoticeTopic } from "./notice-topics.ts";

interface TopicWords {
  /** After "Email me when", where it can be chosen. */
  label: string;
  note?: string;
}

export const topicWords: Record<NoticeTopic, TopicWords> = {
  account: { label: "Your account" },
  money: { label: "Your money and shares" },
  statement: { label: "Your investor statement" },
  deal_release: { label: "A deal opens", note: "You need a valid investor statement" },
  deal_reminder: { label: "A deal closes soon" },
  deal_call: { label: "A founder call is planned, or questions are answered" },
  messages: { label: "The club writes to me" },
  companies: { label: "A company I hold sends an update" },
  events: { label: "An event I answered changes, or a place is free" },
  introductions: { label: "Somebody asks to meet me" },
  newsletter: { label: "The newsletter comes out" },
  weekly: { label: "Something waits for me", note: "Once a week, on Monday at 08:00" },
  waiting: { label: "Something waits for an admin" },
  alarms: { label: "Money that stands still" },
};

export const choiceLabels: Record<NoticeChoice, string> = {
  mail: "At once",
  daily: "Once a day",
  never: "No email",
};

export const noticePreferencesMessages = {
  linkInvalid: "This link does not belong to anybody here.",
} as const;

export const unsubscribeMessages = {
  title: "Stop these mails",
  lead: "One press, and mails like the one that brought you here end. Mails about your own money and account still come.",
  submit: "Stop these mails",
  busy: "Stopping...",
  failed: "The mails were not stopped",
  doneTitle: "You get no more of these mails",
  doneText: "In your account you see which emails you get, and can change it at any time.",
  linkInvalid: "The link is incomplete, or its account is gone. In your account you choose which mails you get.",
  toAccount: "Choose your emails",
  link: (topic: NoticeTopic) => `Stop mails of this kind: ${topicWords[topic].label}`,
} as const;
