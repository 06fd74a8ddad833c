import { sql, type Transaction } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import type { MembershipStatus } from "#shared/account/session.ts";
import type { ReviewEvent } from "#shared/profiles/profile-submissions.ts";
import { emptyToNull } from "#shared/text.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { transition } from "../../../platform/db/transition.ts";
import { adminRequired } from "../../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../../platform/http/keyset-page.ts";
import { withCan } from "../../../platform/http/policy.ts";
import { withPresentRecord } from "../../../platform/http/run-command.ts";
import { profileColumns } from "../profile-row.ts";
import { submissionPolicy } from "./policy.ts";
import { submissionColumns } from "./queries.ts";

interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  status?: MembershipStatus | undefined;
}

export async function listReviews(tx: Transaction<DB>, { status, ...page }: ListQuery) {
  const query = reviews(tx).$if(status !== undefined, (all) => all.where("status", "=", status ?? "pending"));
  const { items, next_cursor } = await keysetPage(query, newestFirst("submitted_at"), page);
  return { items: items.map(withHistory), next_cursor };
}

/** @throws HttpError for an admin whose role was removed meanwhile. */
const getReviewed = (tx: Transaction<DB>, id: string) =>
  reviewed(tx).where("id", "=", id).executeTakeFirstOrThrow(adminRequired);

const reviewed = (tx: Transaction<DB>) =>
  tx
    .selectFrom("member_profile_submissions as s")
    .select(submissionColumns)
    .select(nameOf("s.reviewed_by").as("reviewed_by_name"));

const reviews = (tx: Transaction<DB>) =>
  reviewed(tx).select((query) => [
    jsonObjectFrom(
      query.selectFrom("member_profiles as p").select(profileColumns).whereRef("p.user_id", "=", "s.user_id"),
    ).as("live_profile"),
    jsonArrayFrom(
      query
        .selectFrom("audit_events as e")
        .select([eventKind.as("kind"), "e.created_at as at", nameOf("e.actor_id").as("by")])
        .whereRef("e.subject_id", "=", "s.id")
        .where("e.kind", "in", [
          "submission_created",
          "submission_revised",
          "submission_approved",
          "submission_rejected",
        ])
        .orderBy("e.created_at")
        .orderBy("e.id"),
    ).as("history"),
  ]);

const eventKind = sql<ReviewEvent["kind"]>`case e.kind when 'submission_created' then 'submitted'
  else replace(e.kind, 'submission_', '') end`;

/** Names come from membership_requests, which admins may read. */
const nameOf = (column: "s.reviewed_by" | "e.actor_id") => sql<string | null>`(
  select coalesce(r.full_name, r.email) from membership_requests r where r.user_id = ${sql.ref(column)})`;

type Row = Awaited<ReturnType<ReturnType<typeof reviews>["executeTakeFirstOrThrow"]>>;

/** Records from before the audit log have dates of their own. */
function withHistory(row: Row) {
  if (row.history.length > 0) return row;
  const history = [
    { kind: "submitted" as const, at: row.submitted_at.toISOString(), by: row.full_name as string | null },
  ];
  if (row.reviewed_at === null || row.status === "pending") return { ...row, history };
  return {
    ...row,
    history: [...history, { kind: row.status, at: row.reviewed_at.toISOString(), by: row.reviewed_by_name }],
  };
}

interface Review {
  decision: "approved" | "rejected";
  /** When the version was sent in that the admin has looked at; unknown from programs that do not say. */
  submitted_at?: string | undefined;
  admin_notes?: string | null | undefined;
}

/** Deciding the same twice changes nothing. @throws HttpError when there is none, it was decided otherwise, or revised meanwhile. */
export function review({ dependencies, actor }: Caller, id: string, { decision, submitted_at, admin_notes }: Review) {
  const readSubmission = async (tx: Transaction<DB>) => withCan(submissionPolicy, actor, await getReviewed(tx, id));
  const change = {
    table: "member_profile_submissions",
    id,
    from: ["pending"],
    to: decision,
    expectedVersion: submitted_at === undefined ? undefined : new Date(submitted_at),
    note: emptyToNull(admin_notes),
  } as const;
  return withPresentRecord(
    () =>
      dependencies.asActor(actor, async (tx, effects) => {
        const outcome = await transition(tx, change, "submission");
        const submission = await readSubmission(tx);
        if (outcome === "changed") {
          effects.audit(`submission_${decision}`, id, { user_id: submission.user_id });
          effects.notify(submission.user_id, `profile_${decision}`, id);
          effects.mail(`profile-${decision}`, { user_id: submission.user_id });
        }
        return submission;
      }),
    () => dependencies.asActor(actor, readSubmission),
  );
}
