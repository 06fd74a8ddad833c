import { type Kysely, sql, type Transaction } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import type { MembershipStatus } from "#shared/account/session.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { submissionMessages } from "#shared/profiles/profile-submission-messages.ts";
import {
  approvalInputSchema,
  type ReviewEvent,
  rejectionInputSchema,
  reviewedSubmissionSchema,
  type Submission,
  submissionReviewListSchema,
  submissionSchema,
  submissionStatusSchema,
} from "#shared/profiles/profile-submissions.ts";
import { type SubmissionInput, submissionInputSchema } from "#shared/profiles/profiles.ts";
import { emptyToNull } from "#shared/text.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { isUniqueViolation } from "../../../platform/db/errors.ts";
import { transition } from "../../../platform/db/transition.ts";
import { adminRequired, HttpError, notFound } from "../../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../../platform/http/keyset-page.ts";
import { type Policy, pageWithCan, withCan } from "../../../platform/http/policy.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { withPresentRecord } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { profileColumns, toProfileRow, withOwnPicture } from "../queries.ts";

const submissionColumns = [
  ...profileColumns.filter((column) => column !== "is_visible"),
  "status",
  "submitted_at",
  "reviewed_at",
  "reviewed_by",
  "admin_notes",
] as const;

const findSubmissionOf = (db: Kysely<DB>, userId: string | null) =>
  db
    .selectFrom("member_profile_submissions")
    .select(submissionColumns)
    .where("user_id", "=", userId)
    .executeTakeFirst();

const insertSubmission = (tx: Transaction<DB>, userId: string | null, input: SubmissionInput) =>
  tx
    .insertInto("member_profile_submissions")
    .values({ ...toProfileRow(input), user_id: userId ?? "" })
    .returning(submissionColumns)
    .executeTakeFirstOrThrow();

/** @returns undefined without a rejected submission. */
const reviseSubmission = (tx: Transaction<DB>, userId: string | null, input: SubmissionInput) =>
  tx
    .updateTable("member_profile_submissions")
    .set({ ...toProfileRow(input), status: "pending", submitted_at: sql`now()`, reviewed_at: null, reviewed_by: null })
    .where("user_id", "=", userId)
    .where("status", "=", "rejected")
    .returning(submissionColumns)
    .executeTakeFirst();

/** Once per admin, member and day. */
async function recordViews(
  tx: Transaction<DB>,
  viewerId: string | null,
  shown: readonly { user_id: string }[],
): Promise<void> {
  const rows = shown
    .filter(({ user_id }) => user_id !== viewerId)
    .map(({ user_id }) => ({ user_id, viewer_id: viewerId }));
  if (rows.length === 0) return;
  await tx
    .insertInto("submission_views")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["user_id", "viewer_id", "viewed_on"]).doNothing())
    .execute();
}

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
  /** The admin looked at the version that was sent in at this time; it is unknown from programs that do not say. */
  submitted_at?: string | undefined;
  admin_notes?: string | null | undefined;
}

/** Deciding the same twice changes nothing. @throws HttpError when there is none, it was decided otherwise, or revised meanwhile. */
function review({ dependencies, actor }: Caller, id: string, { decision, submitted_at, admin_notes }: Review) {
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

const route = routesOf("Directory");

const readOwn = route("get", "/member-profile-submissions/me", {
  name: "getOwnSubmission",
  summary: "One's own submission, or null",
  audience: "member",
  answer: submissionSchema.nullable(),
});

const submit = route("post", "/member-profile-submissions/me", {
  name: "submitOwnProfile",
  summary: "Submit a profile for review; once",
  audience: "member",
  body: submissionInputSchema,
  status: 201,
  answer: submissionSchema,
  refuses: ["23505", "picture_gone"],
});

const revise = route("put", "/member-profile-submissions/me", {
  name: "reviseOwnSubmission",
  summary: "Revise a rejected submission",
  audience: "member",
  body: submissionInputSchema,
  answer: submissionSchema,
  refuses: ["not_found", "already_reviewed", "picture_gone"],
});

const list = route("get", "/member-profile-submissions", {
  name: "listSubmissions",
  summary: "All submissions",
  audience: "admin",
  recordsReading: true,
  query: pageQuerySchema.extend({ status: submissionStatusSchema.optional() }),
  answer: submissionReviewListSchema,
});

const approveOne = route("post", "/member-profile-submissions/{id}/approve", {
  name: "approveSubmission",
  summary: "Approve a pending submission and show the profile in the directory",
  audience: "admin",
  params: idParameter,
  body: approvalInputSchema,
  isBodyOptional: true,
  answer: reviewedSubmissionSchema,
  refuses: ["already_reviewed", "submission_changed"],
});

const rejectOne = route("post", "/member-profile-submissions/{id}/reject", {
  name: "rejectSubmission",
  summary: "Reject a pending submission",
  audience: "admin",
  params: idParameter,
  body: rejectionInputSchema,
  isBodyOptional: true,
  answer: reviewedSubmissionSchema,
  refuses: ["already_reviewed", "submission_changed"],
});

export const submissionPolicy: Policy<Pick<Submission, "user_id" | "status">, keyof Submission["can"]> = (
  actor,
  { user_id, status },
) => ({
  approve: actor.isAdmin && status === "pending",
  reject: actor.isAdmin && status === "pending",
  revise: actor.isMember && actor.userId === user_id && status === "rejected",
});

export const submissionRoutes = createRouter()
  .openapi(readOwn, async (c) => {
    const { dependencies, actor } = c.var;
    const submission = await findSubmissionOf(dependencies.readAs(actor), actor.userId);
    return c.json(submission ? withCan(submissionPolicy, actor, submission) : null, 200);
  })
  .openapi(submit, async (c) => {
    const { dependencies, actor } = c.var;
    const input = c.req.valid("json");
    try {
      const submission = await withOwnPicture(() =>
        dependencies.asActor(actor, async (tx, effects) => {
          const inserted = await insertSubmission(tx, actor.userId, input);
          effects.audit("submission_created", inserted.id);
          return inserted;
        }),
      );
      return c.json(withCan(submissionPolicy, actor, submission), 201);
    } catch (error) {
      if (isUniqueViolation(error)) throw new HttpError("23505", submissionMessages.alreadyExists.description);
      throw error;
    }
  })
  .openapi(revise, async (c) => {
    const { dependencies, actor } = c.var;
    const input = c.req.valid("json");
    const submission = await withOwnPicture(() =>
      dependencies.asActor(actor, async (tx, effects) => {
        const revised = await reviseSubmission(tx, actor.userId, input);
        if (revised) effects.audit("submission_revised", revised.id);
        else if (await findSubmissionOf(tx, actor.userId)) {
          throw new HttpError("already_reviewed", "Only a rejected submission can be revised.");
        }
        return revised;
      }),
    );
    if (!submission) throw notFound("submission of yours");
    return c.json(withCan(submissionPolicy, actor, submission), 200);
  })
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await dependencies.asActor(actor, async (tx) => {
      const reviews = await listReviews(tx, c.req.valid("query"));
      // HEAD returns no content: no view to record.
      if (c.req.method === "GET") await recordViews(tx, actor.userId, reviews.items);
      return reviews;
    });
    return c.json(pageWithCan(submissionPolicy, actor, page), 200);
  })
  .openapi(approveOne, async (c) => {
    // The body is optional.
    return c.json(await review(c.var, c.req.valid("param").id, { ...c.req.valid("json"), decision: "approved" }), 200);
  })
  .openapi(rejectOne, async (c) => {
    return c.json(await review(c.var, c.req.valid("param").id, { ...c.req.valid("json"), decision: "rejected" }), 200);
  });
