import { submissionMessages } from "#shared/profile-submission-messages.ts";
import type { MembershipStatus } from "#shared/session.ts";
import { emptyToNull } from "#shared/text.ts";
import type { Caller } from "../../../context.ts";
import { transition } from "../../../platform/db/transition.ts";
import { HttpError, notFound } from "../../../platform/http/http-error.ts";
import { withCan } from "../../../platform/http/policy.ts";
import { submissionPolicy } from "./policy.ts";
import { getReviewed } from "./reviews.ts";

interface Review {
  decision: "approved" | "rejected";
  /** When the version was sent in that the admin has looked at; unknown from programs that do not say. */
  submitted_at?: string | undefined;
  admin_notes?: string | null | undefined;
}

/** Deciding the same twice changes nothing. @throws HttpError when there is none, it was decided otherwise, or revised meanwhile. */
export function review({ dependencies, actor }: Caller, id: string, { decision, submitted_at, admin_notes }: Review) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await transition(tx, {
      table: "member_profile_submissions",
      id,
      from: ["pending"],
      to: decision,
      expectedVersion: submitted_at === undefined ? undefined : new Date(submitted_at),
      note: emptyToNull(admin_notes),
    });
    if (!outcome) throw notFound("submission");
    const submission = withCan(submissionPolicy, actor, await getReviewed(tx, id));
    if (outcome === "conflict") throw conflictWith(submission);
    if (outcome === "changed") {
      effects.audit(`submission_${decision}`, id, { user_id: submission.user_id });
      effects.notify(submission.user_id, `profile_${decision}`, id);
      effects.mail(`profile-${decision}`, { user_id: submission.user_id });
    }
    return submission;
  });
}

const conflictWith = (record: { status: MembershipStatus }) =>
  record.status === "pending"
    ? new HttpError(409, "submission_changed", submissionMessages.changed, { record })
    : new HttpError(409, "already_reviewed", submissionMessages.alreadyReviewed, { record });
