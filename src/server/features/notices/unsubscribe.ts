import { sql, type Transaction } from "kysely";
import { type NoticeTopic, noticeTopics } from "#shared/notices/notice-topics.ts";
import type { DB } from "../../platform/db/database.generated.ts";
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
      await sql`select change_mail_consent(${userId}, ${topic}, 'never')`.execute(tx);
      return;
    }
    await keepChoice(tx, { userId, topic, choice: "never", now: now() });
    if (topic === "weekly") await keepInTheApp(tx, userId, now());
  });
  return topic;
}

/** What was to come with the weekly mail; of deals too, as weekly was an agreement to both. */
async function keepInTheApp(tx: Transaction<DB>, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable("notice_choices")
    .set({ choice: "here", chosen_at: now })
    .where("user_id", "=", userId)
    .where("choice", "=", "weekly")
    .execute();
  await sql`select change_mail_consent(user_id, kind, 'here') from mail_consents
             where user_id = ${userId} and way = 'weekly' and withdrawn_at is null`.execute(tx);
}
