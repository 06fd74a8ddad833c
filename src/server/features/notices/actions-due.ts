import type { Kysely } from "kysely";
import { formatDay, formatMoment, londonDate } from "#shared/london-time.ts";
import { weeklyMailMessages as messages } from "#shared/notices/notice-mail-messages.ts";
import { noticeRules } from "#shared/notices/notice-rules.ts";
import { choiceOf, type NoticeTopic, noticeTopicNames } from "#shared/notices/notice-topics.ts";
import { type NoticeKind, noticeTexts } from "#shared/notices/notices.ts";
import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import type { ToDoKind } from "#shared/to-do/to-do-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { listToDo } from "../waiting-counts/to-do.ts";

export interface Action {
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
  company_update: () => paths.myInvestments,
  profile: () => paths.submitProfile,
};

/** What waits for the reader, what cannot wait first, without what is said on the first screen alone. */
export async function listActionsDue(db: Kysely<DB>): Promise<Action[]> {
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

const newsDays = 7;

/** What the reader was told in the app since the last weekly mail, of the topics that they want weekly; each text once. */
export async function listWeeklyNews(db: Kysely<DB>, topics: readonly NoticeTopic[], now: Date): Promise<Action[]> {
  if (topics.length === 0) return [];
  const notices = await db
    .selectFrom("notices")
    .select(["kind", "text", "subject_id"])
    .$narrowType<{ kind: NoticeKind }>()
    .where("read_at", "is", null)
    .where("created_at", ">", new Date(now.getTime() - newsDays * 24 * 60 * 60 * 1000))
    .orderBy("created_at", "desc")
    .execute();
  const wanted = notices.filter(({ kind }) => topics.includes(noticeRules[kind].about));
  const byText = new Map<string, string>();
  for (const { kind, text: named, subject_id } of wanted) {
    const text = named ?? noticeTexts[kind];
    const { leadsTo } = noticeRules[kind];
    const path = leadsTo(subject_id);
    // What happened to several leads to the screen that lists them.
    byText.set(text, (byText.get(text) ?? path) === path ? path : leadsTo(null));
  }
  return [...byText].map(([text, path]) => ({ text, path }));
}

/** @returns the topics that a person wants in the weekly mail; with `weekly` what waits is in it. */
export async function listWeeklyTopics(db: Kysely<DB>, userId: string): Promise<NoticeTopic[]> {
  const rows = await db
    .selectFrom("notice_choices")
    .select(["topic", "choice"])
    .where("user_id", "=", userId)
    .unionAll(
      db
        .selectFrom("mail_consents")
        .select(["kind as topic", "way as choice"])
        .where("user_id", "=", userId)
        .where("withdrawn_at", "is", null),
    )
    .execute();
  return noticeTopicNames.filter(
    (topic) => choiceOf(topic, rows.find((row) => row.topic === topic)?.choice) === "weekly",
  );
}
