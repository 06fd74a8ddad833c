import { type Kysely, sql, type Transaction } from "kysely";
import {
  choiceOf,
  isChoiceKept,
  type NoticeChoice,
  type NoticeTopic,
  noticeTopicNames,
  noticeTopics,
} from "#shared/notices/notice-topics.ts";
import type { NoticeChoiceInput } from "#shared/notices/notices.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { AsOwner, Effects } from "../../platform/db/types.ts";
import { readUnsubscribeToken } from "../../platform/mail/unsubscribe-links.ts";

interface Reader {
  userId: string;
  isMember: boolean;
  isAdmin: boolean;
  hasNewsletter: boolean;
}

/** Each topic that the reader is told of, in its order. */
export async function listChoices(db: Kysely<DB>, reader: Reader) {
  const [stored, consents, newsletter] = await Promise.all([
    db.selectFrom("notice_choices").select(["topic", "choice"]).where("user_id", "=", reader.userId).execute(),
    db
      .selectFrom("mail_consents")
      .select("kind")
      .where("user_id", "=", reader.userId)
      .where("withdrawn_at", "is", null)
      .execute(),
    isOnNewsletter(db),
  ]);
  const chosen = (topic: NoticeTopic): NoticeChoice => {
    if (topic === "newsletter") return newsletter ? "mail" : "never";
    if (noticeTopics[topic].class === "promotion")
      return consents.some(({ kind }) => kind === topic) ? "mail" : "never";
    return choiceOf(topic, stored.find((row) => row.topic === topic)?.choice);
  };
  return noticeTopicNames
    .filter((topic) => isOffered(topic, reader) && (topic !== "newsletter" || newsletter !== null))
    .map((topic) => ({ topic, choice: chosen(topic) }));
}

export function isOffered(topic: NoticeTopic, { isMember, isAdmin, hasNewsletter }: Omit<Reader, "userId">): boolean {
  if (topic === "newsletter" && !hasNewsletter) return false;
  return { person: true, member: isMember, admin: isAdmin }[noticeTopics[topic].audience];
}

interface Agreement {
  userId: string;
  now: Date;
  agreement: string;
}

/** A consent, a subscription, or a row that differs from the usual. */
export async function setChoice(
  tx: Transaction<DB>,
  effects: Effects,
  { topic, choice }: NoticeChoiceInput,
  { userId, now, agreement }: Agreement,
): Promise<void> {
  if (noticeTopics[topic].class === "promotion") {
    await sql`select set_mail_consent(${topic}, ${choice === "mail"})`.execute(tx);
  } else if (topic === "newsletter") {
    const agrees = choice === "mail";
    const { rows } = await sql<{ id: string | null }>`
      select set_own_newsletter(${agrees}, ${agreement}) as id`.execute(tx);
    const id = rows[0]?.id;
    if (id) effects.audit(agrees ? "newsletter_confirmed" : "newsletter_unsubscribed", id);
  } else if (isChoiceKept(topic)) {
    await keepChoice(tx, { userId, topic, choice, now });
  }
}

interface Kept {
  userId: string;
  topic: NoticeTopic;
  choice: NoticeChoice;
  now: Date;
}

export async function keepChoice(tx: Transaction<DB>, { userId, topic, choice, now }: Kept): Promise<void> {
  if (choice === noticeTopics[topic].usual) {
    await tx.deleteFrom("notice_choices").where("user_id", "=", userId).where("topic", "=", topic).execute();
    return;
  }
  await tx
    .insertInto("notice_choices")
    .values({ user_id: userId, topic, choice, chosen_at: now })
    .onConflict((conflict) => conflict.columns(["user_id", "topic"]).doUpdateSet({ choice, chosen_at: now }))
    .execute();
}

/** Returns null where the reader's address cannot be on the list. */
async function isOnNewsletter(db: Kysely<DB>): Promise<boolean | null> {
  const { rows } = await sql<{ is_on: boolean | null }>`select own_newsletter() as is_on`.execute(db);
  return rows[0]?.is_on ?? null;
}

export async function findUndelivered(db: Kysely<DB>, userId: string) {
  const { mails, since } = await db
    .selectFrom("mail_refusals")
    .select(({ fn }) => [fn.countAll<number>().as("mails"), fn.min("refused_at").as("since")])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return since ? { mails, since } : null;
}

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
