import type { StatementFormVersion } from "#shared/statements/statements.ts";
import type { Policy } from "../../platform/http/policy.ts";

interface Row {
  author_id: string | null;
  /** Its author is the only admin and has waited. */
  is_left_to_author: boolean;
  signed_off_at: Date | null;
  withdrawn_at: Date | null;
}

export const statementFormPolicy: Policy<Row, keyof StatementFormVersion["can"]> = (actor, form) => ({
  sign_off:
    actor.isAdmin &&
    form.signed_off_at === null &&
    form.withdrawn_at === null &&
    (form.author_id !== actor.userId || form.is_left_to_author),
  withdraw: actor.isAdmin && form.withdrawn_at === null,
});
