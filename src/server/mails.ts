import { setTimeout } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import { isOpenWithoutMembership } from "#shared/closed-pages.ts";
import { isNameless } from "#shared/imports/import-lines.ts";
import { closedMessages } from "#shared/membership-requests/membership-messages.ts";
import { unsubscribeMessages } from "#shared/notices/notice-preferences-messages.ts";
import { mailRuleOf } from "#shared/notices/notice-rules.ts";
import { choiceOf, noticeTopics } from "#shared/notices/notice-topics.ts";
import { endOfQuietHours } from "#shared/notices/quiet-hours.ts";
import { pageUrl } from "#shared/paths.ts";
import { isSampleIdentity } from "#shared/settings/sample-identity.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { OwnerContext, OwnerMailContext } from "./context.ts";
import { collect } from "./features.ts";
import type { DB } from "./platform/db/database.generated.ts";
import type { MailJob } from "./platform/jobs/mail-queue.ts";
import type { ComposedMail, MailBlock, MailContent, MailRequest, MailTemplate } from "./platform/mail/mail-content.ts";
import type { MailOutcome, WriteMail, WrittenMail } from "./platform/mail/mail-writer.ts";
import { renderMail } from "./platform/mail/render-mail.tsx";
import { PermanentError, type SendMail, UncertainError } from "./platform/mail/send-mail.ts";
import { oneClickUrl, unsubscribePageUrl } from "./platform/mail/unsubscribe-links.ts";

const mails = collect("mails");

type MailDataOf<Writers> = {
  [Template in keyof Writers]: Writers[Template] extends WriteMail<infer Data, OwnerMailContext> ? Data : never;
};

declare module "./platform/mail/mail-content.ts" {
  interface MailData extends MailDataOf<typeof mails> {}
}

export type ComposeOptions = Pick<
  OwnerContext,
  "db" | "readAs" | "asOwner" | "readClub" | "appUrl" | "keys" | "now" | "waitingKinds" | "isSampleClub"
>;

/** Rendered from current state; undefined when obsolete, or not wanted by mail. Links get their tokens here. */
export async function composeMail(
  { readClub, isSampleClub, ...options }: ComposeOptions,
  { template, ...data }: MailRequest,
): Promise<(ComposedMail & Pick<WrittenMail, "id" | "settle">) | undefined> {
  const write = mails[template] as WriteMail<typeof data, OwnerMailContext>;
  const club = isSampleClub ? await readClub() : withoutSampleAddress(await readClub());
  const read = options.readAs("owner");
  const written = await write({ ...options, club, read }, data);
  if (!written || !(await isWanted(read, template, written.to))) return undefined;
  const { id, to, calendar, settle, senderName, replyTo } = written;
  const { name, info_email, contact_email } = club.identity;
  const closed = await findClosing(read, to);
  const { content: whole, unsubscribeUrl } = withUnsubscribing(written, options);
  const content = closed ? withoutClosedLinks(whole, closed, { club, appUrl: options.appUrl }) : whole;
  return {
    template,
    to,
    sender: { name, address: info_email },
    senderName,
    replyTo: (replyTo ?? contact_email) || undefined,
    link: content.action?.url,
    unsubscribeUrl,
    calendar,
    ...(id && { id }),
    ...(settle && { settle }),
    ...renderMail(withoutAddressAsName(content, to), club, options.appUrl),
  };
}

/** A person who was imported without a name has the part before the @ as their name. */
const withoutAddressAsName = (content: MailContent, email: string): MailContent =>
  content.name && isNameless({ full_name: content.name, email }) ? { ...content, name: null } : content;

type Closing = keyof typeof closedMessages;

/** Why the members area is closed to whom a mail goes to; undefined for members, and for people outside the club. */
async function findClosing(read: Kysely<DB>, address: string): Promise<Closing | undefined> {
  const { rows } = await sql<{ closing: Closing }>`
    select case when r.ended_at is not null then 'ended' when r.suspended_at is not null then 'suspended' else 'rejected' end as closing
      from auth.users u join user_roles r on r.user_id = u.id and r.role = 'member'
     where u.email = ${address} and membership_status_of(u.id) = 'rejected'`.execute(read);
  return rows[0]?.closing;
}

/** A link that would be refused gives way to whom to write to: what the mail says is still so. */
function withoutClosedLinks(
  content: MailContent,
  closing: Closing,
  { club, appUrl }: { club: Club; appUrl: string },
): MailContent {
  const start = pageUrl(appUrl, "");
  const isOpen = ({ url }: { url: string }) =>
    !url.startsWith(start) || isOpenWithoutMembership(url.slice(start.length));
  const isKept = (block: MailBlock) => typeof block === "string" || !("url" in block) || isOpen(block);
  const { action, ...rest } = content;
  const [body, afterword] = [content.body.filter(isKept), content.afterword.filter(isKept)];
  const isActionOpen = action !== undefined && isOpen(action);
  const isWhole = body.length === content.body.length && afterword.length === content.afterword.length;
  if (isWhole && (action === undefined || isActionOpen)) return content;
  const { contact_email } = club.identity;
  const ask = contact_email ? `write to ${contact_email}` : "ask an admin";
  const way = `${closedMessages[closing].detail} For the documents and figures that this email is about, ${ask}: the club sends them to you.`;
  return { ...rest, ...(isActionOpen && { action }), body: [...body, way], afterword };
}

/** Until a real club is set up its settings have the sample's company and address, which its mails leave out. */
function withoutSampleAddress(club: Club): Club {
  const { identity } = club;
  if (!isSampleIdentity(identity)) return club;
  return { ...club, identity: { ...identity, operator: "", address: [], company_number: "", contact_email: "" } };
}

/**
 * People choose which news of the club they get. Promotion is checked as it leaves; mails about what is owed, and letters, are
 * always sent.
 */
async function isWanted(read: Kysely<DB>, template: MailTemplate, address: string): Promise<boolean> {
  const { about } = mailRuleOf(template);
  if (about === "letter" || noticeTopics[about].class !== "club") return true;
  const chosen = await read
    .selectFrom("notice_choices as c")
    .innerJoin("auth.users as u", "u.id", "c.user_id")
    .select("c.choice")
    .where("u.email", "=", address)
    .where("c.topic", "=", about)
    .executeTakeFirst();
  return choiceOf(about, chosen?.choice) === "mail";
}

function withUnsubscribing(
  { content, unsubscribeUrl, stops }: WrittenMail,
  { appUrl, keys }: Pick<ComposeOptions, "appUrl" | "keys">,
): Pick<WrittenMail, "content" | "unsubscribeUrl"> {
  if (!stops) return { content, ...(unsubscribeUrl && { unsubscribeUrl }) };
  const url = unsubscribePageUrl(appUrl, keys.mailConsentLinks, stops);
  const link = { label: unsubscribeMessages.link(stops.topic), url };
  return {
    content: { ...content, afterword: [...content.afterword, link] },
    unsubscribeUrl: oneClickUrl(appUrl, keys.mailConsentLinks, stops),
  };
}

export function createMailWorker({ sendMail, log, ...options }: ComposeOptions & { sendMail: SendMail; log: Logger }) {
  return async ({ id, request, signal }: MailJob): Promise<void> => {
    if (isBulkMail(request.template)) await waitForSlot(options, signal);
    const mail = await composeMail(options, request);
    if (!mail) return log.debug({ mail_id: id, template: request.template }, "mail skipped: obsolete");
    const { settle, ...composed } = mail;
    try {
      await sendMail({ id, ...composed }, signal);
    } catch (error) {
      await settle?.(outcomeOf(error));
      if (error instanceof PermanentError)
        await noteRefusal(options, { id, address: composed.to, answer: error.answer });
      throw error;
    }
    await settle?.({ state: "sent" });
    await forgetRefusals(options, composed.to);
  };
}

type RefusalContext = Pick<ComposeOptions, "asOwner" | "now">;

function outcomeOf(error: unknown): MailOutcome {
  if (error instanceof PermanentError) return { state: "refused", answer: error.answer };
  return { state: error instanceof UncertainError ? "unknown" : "failed" };
}

/** What goes to many leaves at the pace of the settings, which all processes of a club share. */
async function waitForSlot({ asOwner }: Pick<ComposeOptions, "asOwner">, signal: AbortSignal): Promise<void> {
  const wait = await asOwner(null, async (tx) => {
    const { rows } = await sql<{ wait: number }>`select take_bulk_mail_slot() as wait`.execute(tx);
    return rows[0]?.wait ?? 0;
  });
  if (wait > 0) await setTimeout(wait, undefined, { signal });
}

interface Refusal {
  id: string;
  address: string;
  answer: string;
}

/** Once for each mail, however often it is tried. */
const noteRefusal = ({ asOwner, now }: RefusalContext, { id, address, answer }: Refusal) =>
  asOwner(null, (tx) =>
    sql`insert into mail_refusals (mail_id, user_id, email, refused_at, answer)
        select ${id}, id, email, ${now()}, nullif(${answer}, '') from auth.users where email = ${address} on conflict do nothing`.execute(
      tx,
    ),
  );

const forgetRefusals = ({ asOwner }: RefusalContext, address: string) =>
  asOwner(null, (tx) =>
    sql`delete from mail_refusals where user_id in (select id from auth.users where email = ${address})`.execute(tx),
  );

export const isBulkMail = (template: MailTemplate): boolean => mailRuleOf(template).isBulk ?? false;

/** @returns the end of the night for what can wait; undefined for at once. */
export const mailStart = (template: MailTemplate, now: Date): Date | undefined =>
  mailRuleOf(template).isUrgent ? undefined : endOfQuietHours(now);
