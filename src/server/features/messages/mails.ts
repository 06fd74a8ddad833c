import { type Kysely, sql } from "kysely";
import { formatDay, formatMoment } from "#shared/london-time.ts";
import { type FieldValues, fillFields, toRichText } from "#shared/messages/message-text.ts";
import type { MessageKind } from "#shared/messages/message-words.ts";
import type { NoticeTopic } from "#shared/notices/notice-topics.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { firstNameOf } from "#shared/people/first-name.ts";
import { type Tier, tierLabels } from "#shared/people/people-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { MailBlock } from "../../platform/mail/mail-content.ts";
import { findRecipient, type MailContext, type WriteMail, type WrittenMail } from "../../platform/mail/mail-writer.ts";
import { findApprovedContent, warningLines } from "../deals/version-queries.ts";
import { newsletterPage, newsletterToken, oneClickUrl } from "../newsletter/newsletter.ts";

interface MessageMailContext extends MailContext {
  keys: { newsletterLinks: string };
}

/**
 * One mail of a message. Consent, statement and address are asked here, as it leaves; of an offer, what it shows is recorded in
 * the same transaction. At most once: one that was being sent when its process ended stays unknown.
 */
const writeMessage: WriteMail<{ message_mail_id: string }, MessageMailContext> = async (
  context,
  { message_mail_id: id },
) => {
  const { read, asOwner, now } = context;
  const row = await read
    .selectFrom("message_mails as m")
    .leftJoin("newsletter_subscriptions as s", "s.id", "m.subscription_id")
    .select(["m.message_id", "m.user_id", "m.subscription_id", "s.email as subscribed_email"])
    .where("m.id", "=", id)
    .executeTakeFirst();
  if (!row || !(await claim(context, id))) return undefined;
  const person = row.user_id === null ? undefined : await findRecipient(context, row.user_id);
  const email = person?.email ?? row.subscribed_email;
  const message = await findMessage(read, row.message_id);
  const settle = async (state: "sent" | "queued" | "failed" | "unknown", reason: string | null = null) => {
    await asOwner(null, (tx) =>
      tx
        .updateTable("message_mails")
        .set({ state, reason, changed_at: now() })
        .where("id", "=", id)
        .where("state", "=", "sending")
        .execute(),
    );
    await finishMessage(context, row.message_id);
  };
  if (!email || !message) {
    await settle("failed", "no address");
    return undefined;
  }
  const written = await compose(context, message, {
    email,
    userId: row.user_id,
    subscriptionId: row.subscription_id,
  });
  const states = { sent: "sent", failed: "queued", refused: "failed", unknown: "unknown" } as const;
  return {
    ...written,
    id,
    settle: ({ state, answer }) => settle(states[state], state === "refused" ? answer || "refused" : null),
  };
};

async function claim(context: MailContext, id: string): Promise<boolean> {
  const { asOwner, now } = context;
  const { rows } = await asOwner(null, (tx) =>
    sql<{ is_claimed: boolean; message_id: string }>`
      select claim_message_mail(${id}, ${now()}) as is_claimed, message_id from message_mails where id = ${id}`.execute(
      tx,
    ),
  );
  const [claimed] = rows;
  if (claimed && !claimed.is_claimed) await finishMessage(context, claimed.message_id);
  return claimed?.is_claimed ?? false;
}

/** In a transaction after the one that settled a mail: of two mails that end at once, the later sees both. */
export async function finishMessage({ asOwner, now }: Pick<MailContext, "asOwner" | "now">, id: string): Promise<void> {
  await asOwner(null, async (tx, effects) => {
    const { rows } = await sql`
      update messages m set state = 'sent', ended_at = ${now()}
       where id = ${id} and state = 'sending'
         and not exists (select from message_mails r where r.message_id = m.id and r.state in ('waiting', 'queued', 'sending'))
      returning id`.execute(tx);
    if (rows.length > 0) effects.publish("message.sent", { message_id: id });
  });
}

/** To an admin, before it goes to anybody else. */
const writeTest: WriteMail<{ message_id: string; user_id: string }, MessageMailContext> = async (
  context,
  { message_id, user_id },
) => {
  const person = await findRecipient(context, user_id);
  const message = await findMessage(context.read, message_id);
  if (!person || !message) return undefined;
  const { content, ...written } = await compose(context, message, {
    email: person.email,
    userId: user_id,
    subscriptionId: null,
  });
  const { stops: _stops, unsubscribeUrl: _url, ...same } = written;
  return { ...same, content: { ...content, subject: `Test: ${content.subject}`, afterword: [] } };
};

type Stored = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

const findMessage = (read: Kysely<DB>, id: string) =>
  read
    .selectFrom("messages as m")
    .leftJoin("people as p", "p.id", "m.updated_by")
    .select([
      "m.id",
      "m.kind",
      "m.subject",
      "m.text",
      "m.audience",
      "m.deal_id",
      "m.is_personal",
      "p.full_name as author_name",
      "p.email as author_email",
    ])
    .$narrowType<{ kind: MessageKind }>()
    .where("m.id", "=", id)
    .executeTakeFirst();

interface Reader {
  email: string;
  userId: string | null;
  subscriptionId: string | null;
}

async function compose(context: MessageMailContext, message: Stored, reader: Reader): Promise<WrittenMail> {
  const { read, appUrl, club } = context;
  const { name } = club.identity;
  const values = await readFieldValues(read, message.id, reader.userId);
  const subject = fillFields(message.subject, values).trim() || name;
  const document = toRichText(message.text, values);
  const action =
    message.deal_id === null
      ? undefined
      : { label: "Read about the deal", url: pageUrl(appUrl, paths.openDeal(message.deal_id)), tone: "act" as const };
  const authorName = firstNameOf(message.author_name ?? "");
  return {
    to: reader.email,
    ...(message.is_personal && authorName && { senderName: `${authorName} at ${name}` }),
    ...(message.is_personal && message.author_email && { replyTo: message.author_email }),
    content: {
      subject,
      preview: firstWords(message.text, values),
      heading: subject,
      name: values.full_name ?? null,
      isUngreeted: true,
      body: [...(await warningsOf(read, message.deal_id)), { document }],
      ...(action && { action }),
      afterword: endings(context, reader),
      reason: reasons[message.kind](name),
    },
    ...(await stopping(context, message, reader)),
  };
}

const firstWords = (text: string, values: FieldValues): string =>
  fillFields(text, values).replaceAll(/\s+/g, " ").slice(0, 120);

async function warningsOf(read: Kysely<DB>, dealId: string | null): Promise<MailBlock[]> {
  const content = dealId === null ? undefined : await findApprovedContent(read, dealId);
  return content ? warningLines(content) : [];
}

/** The values of a message's fields, as its reader has them now. */
export async function readFieldValues(db: Kysely<DB>, messageId: string, userId: string | null): Promise<FieldValues> {
  const { rows } = await sql<{ values: StoredValues | null }>`
    select message_values(${messageId}, ${userId}) as values`.execute(db);
  const stored = rows[0]?.values;
  if (!stored) return {};
  const { full_name, tier, tier_until, event_title, event_at, company } = stored;
  return {
    first_name: firstNameOf(full_name ?? "") || null,
    full_name,
    tier: userId === null ? null : tierLabels[tier],
    tier_until: tier_until && formatDay(tier_until),
    event_title,
    event_when: event_at && formatMoment(new Date(event_at)),
    company_name: company,
  };
}

interface StoredValues {
  full_name: string | null;
  tier: Tier;
  tier_until: string | null;
  event_title: string | null;
  event_at: string | null;
  company: string | null;
}

const topics: Partial<Record<MessageKind, NoticeTopic>> = {
  club: "messages",
  company: "companies",
  event: "events",
  offer: "deal_release",
};

/** The link and the header that end mails of this kind; none where the message is owed. */
async function stopping(
  { read, appUrl, keys: { newsletterLinks: key } }: MessageMailContext,
  { kind, audience }: Stored,
  { userId, subscriptionId }: Reader,
): Promise<Pick<WrittenMail, "stops" | "unsubscribeUrl">> {
  if (subscriptionId !== null) {
    return { unsubscribeUrl: oneClickUrl(appUrl, newsletterToken(key, subscriptionId, "unsubscribe")) };
  }
  const topic = topics[kind];
  if (!topic || userId === null) return {};
  if (kind === "event") {
    const { rows } = await sql<{ is_owed: boolean }>`
      select has_place(audience_event(${JSON.stringify(audience)}::jsonb), ${userId}) as is_owed`.execute(read);
    if (rows[0]?.is_owed) return {};
  }
  return { stops: { userId, topic } };
}

const endings = (
  { appUrl, keys: { newsletterLinks: key } }: MessageMailContext,
  { subscriptionId }: Reader,
): MailBlock[] =>
  subscriptionId === null
    ? []
    : [
        {
          label: "Unsubscribe",
          url: newsletterPage(appUrl, "unsubscribe", newsletterToken(key, subscriptionId, "unsubscribe")),
        },
      ];

const reasons: Record<MessageKind, (club: string) => string> = {
  service: (club) =>
    `You get this email because you are a member of ${club}. It is about your membership, so nobody can turn it off.`,
  club: (club) => `You get this email because you are a member of ${club}.`,
  company: (club) => `You get this email because you hold shares through ${club}.`,
  event: (club) => `You get this email because you are a member of ${club}, and it is about an event.`,
  offer: (club) => `You get this email because you agreed to be told of deals of ${club}.`,
  newsletter: (club) => `You get this email because you subscribed to the newsletter of ${club}, and confirmed it.`,
};

export const messageMails = { message: writeMessage, "message-test": writeTest };
