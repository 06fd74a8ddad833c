import { sql, type Transaction } from "kysely";
import { submissionMessages } from "#shared/profile-submission-messages.ts";
import { emptyToNull } from "#shared/text.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { HttpError, notFound } from "../../../platform/http/http-error.ts";
import { getReviewed } from "./reviews.ts";

type Outcome = "changed" | "unchanged" | "reviewed" | null;

/** Approving twice changes nothing the second time. @throws HttpError when there is none, or it was rejected meanwhile. */
export const approve = (caller: Caller, id: string, seen: Seen) =>
  review(caller, id, "approved", seen, async (tx) =>
    outcomeOf(await sql<Row>`select approve_member_submission(${id}) as outcome`.execute(tx)),
  );

export const reject = (caller: Caller, id: string, seen: Seen, notes: string | null) =>
  review(caller, id, "rejected", seen, async (tx) =>
    outcomeOf(await sql<Row>`select reject_member_submission(${id}, ${emptyToNull(notes)}) as outcome`.execute(tx)),
  );

/** When the version was sent in that the admin has looked at; unknown from programs that do not say. */
type Seen = string | undefined;

interface Row {
  outcome: Outcome;
}
const outcomeOf = ({ rows }: { rows: Row[] }): Outcome => rows[0]?.outcome ?? null;

function review(
  { dependencies, actor }: Caller,
  id: string,
  decision: "approved" | "rejected",
  seen: Seen,
  decide: (tx: Transaction<DB>) => Promise<Outcome>,
) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await decide(tx);
    if (outcome === null) throw notFound("submission");
    if (outcome === "reviewed") throw new HttpError(409, "already_reviewed", submissionMessages.alreadyReviewed);
    const submission = await getReviewed(tx, id);
    if (outcome === "changed") {
      // Undoes the decision, which has locked the row: nobody can have come between.
      if (seen && Date.parse(seen) !== submission.submitted_at.getTime()) {
        throw new HttpError(409, "submission_changed", submissionMessages.changed);
      }
      effects.audit(`submission_${decision}`, id, { user_id: submission.user_id });
      effects.mail({ template: `profile-${decision}`, user_id: submission.user_id });
    }
    return submission;
  });
}
