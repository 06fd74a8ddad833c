import { londonDate } from "#shared/london-time.ts";
import type { StatementState } from "#shared/statements/signed-statement-messages.ts";
import type { ListedStatement, OwnStatement } from "#shared/statements/signed-statements.ts";
import type { Policy, PolicyActor } from "../../platform/http/policy.ts";

interface Row {
  state: StatementState;
  /** It is `null` once the record is sealed. */
  user_id: string | null;
}

const isOthers = (actor: PolicyActor, { user_id }: Row) => actor.isAdmin && user_id !== actor.userId;

export const statementPolicy: Policy<Row, keyof ListedStatement["can"]> = (actor, statement) => {
  const isInReview = isOthers(actor, statement) && statement.state === "in_review";
  return {
    accept: isInReview,
    refuse: isInReview,
    revoke: isOthers(actor, statement) && statement.state === "live",
    open: isOthers(actor, statement),
  };
};

export const ownStatementPolicy: Policy<Pick<Row, "state">, keyof OwnStatement["can"]> = (actor, { state }) => ({
  withdraw: actor.isMember && (state === "live" || state === "in_review"),
});

/** A statement that is stored as live expires by itself after its last London day. */
export const stateAt = <Given extends { state: Exclude<StatementState, "expired">; valid_through: string }>(
  row: Given,
  now: Date,
): Omit<Given, "state"> & { state: StatementState } => ({
  ...row,
  state: row.state === "live" && row.valid_through < londonDate(now) ? "expired" : row.state,
});
