/** By email at once; once a day, for admins; not by email. A notice under the bell comes in any case. */
export const noticeChoices = ["mail", "daily", "never"] as const;
export type NoticeChoice = (typeof noticeChoices)[number];

/**
 * `service` is owed and cannot be refused; `club` is what goes on in the club; `digest` bundles; `promotion` needs the
 * member's own tick and a live statement as it leaves, `marketing` a tick.
 */
export type MailClass = "service" | "club" | "digest" | "promotion" | "marketing";

interface Topic {
  class: MailClass;
  /** People of this kind have the topic among their preferences. */
  audience: "person" | "member" | "admin";
  choices: readonly [NoticeChoice, ...NoticeChoice[]];
  /** The choice that applies until somebody makes one of their own. */
  usual: NoticeChoice;
}

const owed = { class: "service", choices: ["mail"], usual: "mail" } as const;
const told = { class: "club", choices: ["mail", "never"], usual: "mail" } as const;
const offered = { class: "promotion", choices: ["mail", "never"], usual: "never" } as const;

/** What notices and mails are about, in the order of the preferences. */
export const noticeTopics = {
  account: { ...owed, audience: "person" },
  money: { ...owed, audience: "member" },
  statement: { ...owed, audience: "member" },
  deal_release: { ...offered, audience: "member" },
  deal_reminder: { ...offered, audience: "member" },
  deal_call: { ...offered, audience: "member" },
  messages: { ...told, audience: "member" },
  companies: { ...told, audience: "member" },
  events: { ...told, audience: "member" },
  introductions: { ...told, audience: "member" },
  newsletter: { class: "marketing", choices: ["mail", "never"], usual: "never", audience: "person" },
  weekly: { class: "digest", choices: ["mail", "never"], usual: "mail", audience: "member" },
  waiting: { class: "digest", choices: ["mail", "daily", "never"], usual: "daily", audience: "admin" },
  alarms: { ...owed, audience: "admin" },
} as const satisfies Record<string, Topic>;

export type NoticeTopic = keyof typeof noticeTopics;
export const noticeTopicNames = Object.keys(noticeTopics) as [NoticeTopic, ...NoticeTopic[]];

/** Topics whose choice is kept as a row of its own, and not as a consent or a subscription. */
export const isChoiceKept = (topic: NoticeTopic): boolean => {
  const { class: kind, choices } = noticeTopics[topic];
  return choices.length > 1 && (kind === "club" || kind === "digest");
};

export const isAllowed = (topic: NoticeTopic, choice: string): choice is NoticeChoice =>
  (noticeTopics[topic].choices as readonly string[]).includes(choice);

/** A stored choice that the topic does not have, or not any more, counts for nothing. */
export const choiceOf = (topic: NoticeTopic, stored: string | undefined): NoticeChoice =>
  stored !== undefined && isAllowed(topic, stored) ? stored : noticeTopics[topic].usual;
