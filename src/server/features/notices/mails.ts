import type { Kysely } from "kysely";
import { formatDay, formatMoment, londonDate } from "#shared/london-time.ts";
import {
  weeklyMailMessages as messages,
  secondPersonKinds,
  type WaitingKind,
  waitingMailMessages,
  waitingWords,
  weeklyMailMessages,
} from "#shared/notices/notice-mail-messages.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import type { ToDoKind } from "#shared/waiting-counts/to-do-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { ReadAs } from "../../platform/db/read-as.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";
import {
  findRecipient,
  type MailContext,
  type Recipient,
  type WriteMail,
  type WrittenMail,
} from "../../platform/mail/mail-writer.ts";
import { listToDo } from "../waiting-counts/to-do.ts";
import { listWhatWaits, type Waiting, type WaitingKinds } from "../waiting-counts/what-waits.ts";
import { claimNoticeMail, moveNoticeMail } from "./notice-mails.ts";

interface NoticeMailContext extends MailContext {
  readAs: ReadAs;
  waitingKinds: WaitingKinds;
}

type NoticeMail = { notice_mail_id: string };
type Write = WriteMail<NoticeMail, NoticeMailContext>;

interface Action {
  text: string;
  path: string;
}

type ActionKind = keyof typeof messages.actions;

const pathOf: Record<ActionKind, (id: string | null) => string> = {
  reconsent: (id) => (id ? paths.commitment(id) : paths.myInvestments),
  pay: (id) => (id ? paths.commitment(id) : paths.myInvestments),
  top_up: (id) => (id ? paths.commitment(id) : paths.myInvestments),
  event_offered: () => paths.events,
  event_answer: () => paths.events,
  introduction: () => paths.introductions,
  statement_ends: () => paths.signStatement,
  company_update: (id) => (id ? paths.ownCompany(id) : paths.myInvestments),
  profile: () => paths.submitProfile,
};

/** What waits for the reader, what cannot wait first, without what is said on the first screen alone. */
async function listActionsDue(db: Kysely<DB>): Promise<Action[]> {
  const rows = await listToDo(db);
  return rows.flatMap(({ kind, subject_id, name, by, pence }) =>
    isMailed(kind)
      ? {
          text: messages.actions[kind](name ?? "", whenWords(kind, by), formatPence(pence ?? 0)),
          path: pathOf[kind](subject_id),
        }
      : [],
  );
}

const isMailed = (kind: ToDoKind): kind is ActionKind => kind in messages.actions;

/** A statement ends with a day, all else at a moment. */
function whenWords(kind: ActionKind, until: Date | null): string {
  if (!until) return "";
  return kind === "statement_ends" ? formatDay(londonDate(until)) : `${formatMoment(until)} (London time)`;
}

/** On Monday, of what waits for its reader. */
const writeWeekly: Write = async (context, { notice_mail_id: id }) => {
  const found = await findMail(context, id);
  if (!found) return undefined;
  const { person, at } = found;
  const actions = await listActionsDue(context.readAs({ userId: person.id, at }));
  const { name } = context.club.identity;
  return sendOnce(context, id, actions.length > 0, {
    to: person.email,
    content: {
      subject: weeklyMailMessages.subject(name),
      preview: weeklyMailMessages.preview,
      heading: weeklyMailMessages.heading,
      name: person.name,
      body: actions.map(({ text, path }) => ({ label: text, url: pageUrl(context.appUrl, path) })),
      afterword: [{ label: weeklyMailMessages.choose, url: pageUrl(context.appUrl, paths.accountPart("told")) }],
      reason: weeklyMailMessages.reason(name),
    },
    stops: { userId: person.id, topic: "weekly" },
  });
};

/** To an admin, of what waits: all of it once a day, or what has come since the last mail. */
const writeWaiting: Write = async (context, { notice_mail_id: id }) => {
  const found = await findMail(context, id);
  if (!found) return undefined;
  const { person, kind, at } = found;
  const waiting = await listWhatWaits(context.readAs({ userId: person.id, at }), context.waitingKinds);
  const shown = kind === "daily" ? waiting : await withinMail(context, id, waiting);
  return sendOnce(context, id, shown.length > 0, {
    to: person.email,
    content: waitingContent(context, person, kind === "daily" ? "daily" : "at_once", shown),
    stops: { userId: person.id, topic: "waiting" },
  });
};

function waitingContent(
  { appUrl, club, waitingKinds }: NoticeMailContext,
  { name }: Recipient,
  kind: "daily" | "at_once",
  waiting: readonly Waiting[],
): MailContent {
  const kinds = (Object.keys(waitingWords) as WaitingKind[])
    .map((one) => ({ kind: one, count: waiting.filter((row) => row.kind === one).length }))
    .filter(({ count }) => count > 0);
  const blocks = (who: string, rows: typeof kinds) =>
    rows.length === 0
      ? []
      : [
          who,
          ...rows.map(({ kind: one, count }) => ({
            label: waitingMailMessages.count(one, count),
            url: pageUrl(appUrl, waitingKinds[one].path),
          })),
        ];
  const needsSecond = ({ kind: one }: (typeof kinds)[number]) => secondPersonKinds.includes(one);
  return {
    subject: waitingMailMessages.subject(club.identity.name, waiting.length),
    preview: waitingMailMessages.preview,
    heading: waitingMailMessages.heading[kind],
    name,
    body: [
      ...blocks(
        waitingMailMessages.any,
        kinds.filter((row) => !needsSecond(row)),
      ),
      ...blocks(waitingMailMessages.second, kinds.filter(needsSecond)),
      waitingMailMessages.gone,
    ],
    afterword: [{ label: weeklyMailMessages.choose, url: pageUrl(appUrl, paths.accountPart("told")) }],
    reason: waitingMailMessages.reason(club.identity.name),
  };
}

async function withinMail({ read }: NoticeMailContext, id: string, waiting: readonly Waiting[]): Promise<Waiting[]> {
  const told = await read
    .selectFrom("told_waiting")
    .select(["kind", "subject_id"])
    .where("notice_mail_id", "=", id)
    .execute();
  return waiting.filter((row) =>
    told.some(({ kind, subject_id }) => kind === row.kind && subject_id === row.subject_id),
  );
}

async function findMail(context: NoticeMailContext, id: string) {
  const mail = await context.read
    .selectFrom("notice_mails")
    .select(["user_id", "kind"])
    .where("id", "=", id)
    .executeTakeFirst();
  const person = mail && (await findRecipient(context, mail.user_id));
  return person && { person, kind: mail.kind, at: context.now() };
}

/** Claimed here, as it leaves. An empty one is not sent. */
async function sendOnce(
  context: NoticeMailContext,
  id: string,
  hasContent: boolean,
  mail: WrittenMail,
): Promise<WrittenMail | undefined> {
  const { asOwner, now } = context;
  if (!(await claimNoticeMail(context, id))) return undefined;
  const move = (state: "queued" | "sent" | "unknown" | "empty") =>
    asOwner(null, (tx) => moveNoticeMail(tx, id, state, now()));
  if (!hasContent) {
    await move("empty");
    return undefined;
  }
  return { ...mail, settle: ({ state }) => move(state === "sent" || state === "unknown" ? state : "queued") };
}

export const noticeMails = { weekly: writeWeekly, waiting: writeWaiting };
