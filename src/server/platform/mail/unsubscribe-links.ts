import { type NoticeTopic, noticeTopicNames, noticeTopics } from "#shared/notices/notice-topics.ts";
import { paths } from "#shared/paths.ts";
import { readSignedToken, signedToken, tokenPage } from "./signed-token.ts";

const purposeOf = (topic: NoticeTopic) => `mail consent: ${topic}`;

/** A link ends the mails of this person and topic. */
export interface Unsubscription {
  userId: string;
  topic: NoticeTopic;
}

const tokenOf = (key: string, { userId, topic }: Unsubscription) => signedToken(key, userId, purposeOf(topic));

/** RFC 8058: mail programs POST to it, without a session. */
export const oneClickUrl = (appUrl: string, key: string, mails: Unsubscription): string =>
  `${appUrl}/api/mail-consents/one-click?${new URLSearchParams({ token: tokenOf(key, mails) })}`;

/** Of the page, which acts when its button is pressed. */
export const unsubscribePageUrl = (appUrl: string, key: string, mails: Unsubscription): string =>
  unsubscribePage(appUrl, tokenOf(key, mails));

export const unsubscribePage = (appUrl: string, token: string): string => tokenPage(appUrl, paths.unsubscribe, token);

/** @returns undefined for a token of nobody. */
export function readUnsubscribeToken(key: string, token: string): Unsubscription | undefined {
  for (const topic of noticeTopicNames) {
    if (noticeTopics[topic].class === "service") continue;
    const userId = readSignedToken(key, token, purposeOf(topic));
    if (userId) return { userId, topic };
  }
  const userId = readSignedToken(key, token, formerAnswers);
  return userId ? { userId, topic: "deal_call" } : undefined;
}

/** Of mails about answers, which had a consent of their own before it became one with that for calls. */
const formerAnswers = "mail consent: deal_answers";
