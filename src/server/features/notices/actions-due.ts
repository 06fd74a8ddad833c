import type { Kysely } from "kysely";
import { formatDay, formatMoment, londonDate } from "#shared/london-time.ts";
import { weeklyMailMessages as messages } from "#shared/notices/notice-mail-messages.ts";
import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import type { ToDoKind } from "#shared/waiting-counts/to-do-messages.ts";
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
  company_update: (id) => (id ? paths.ownCompany(id) : paths.myInvestments),
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
