import { sql } from "kysely";
import { type NoticeTopic, noticeTopics } from "#shared/notices/notice-topics.ts";
import type { AsOwner } from "../../platform/db/types.ts";
import { readUnsubscribeToken } from "../../platform/mail/unsubscribe-links.ts";
import { keepChoice } from "./choices.ts";

interface Given {
  asOwner: AsOwner;
  now: () => Date;
  keys: { mailConsentLinks: string };
}

/** With the token of a mail, without a session. @returns which mails end; undefined for a token of nobody. */
export async function unsubscribe({ asOwner, now, keys }: Given, token: string): Promise<NoticeTopic | undefined> {
  const mails = readUnsubscribeToken(keys.mailConsentLinks, token);
  if (!mails) return undefined;
  const { userId, topic } = mails;
  await asOwner(userId, async (tx) => {
    const person = await tx.selectFrom("auth.users").select("id").where("id", "=", userId).executeTakeFirst();
    if (!person) return;
    if (noticeTopics[topic].class === "promotion") {
      await sql`select change_mail_consent(${userId}, ${topic}, false)`.execute(tx);
      return;
    }
    await keepChoice(tx, { userId, topic, choice: "never", now: now() });
  });
  return topic;
}
