import type { ActState } from "#shared/acts/act-messages.ts";
import type { Act } from "#shared/acts/acts.ts";
import type { Policy } from "../../platform/http/policy.ts";

interface ActRow {
  state: ActState;
  is_stale: boolean;
  refusal: string | null;
  /** An admin, or one of the panel. */
  is_whole: boolean;
  takes_part: boolean;
  has_objected: boolean;
}

const openStates: readonly ActState[] = ["prepared", "waiting", "signed"];

export const actPolicy: Policy<ActRow, keyof Act["can"]> = (_actor, act) => ({
  sign: act.refusal === null && !act.is_stale,
  withdraw: act.is_whole && openStates.includes(act.state),
  object: act.takes_part && (act.state === "waiting" || act.state === "signed") && !act.has_objected,
});

interface ObjectionRow {
  withdrawn_at: Date | null;
  is_own: boolean;
  refusal: string | null;
}

export const objectionPolicy: Policy<ObjectionRow, keyof Act["objections"][number]["can"]> = (_actor, objection) => ({
  withdraw: objection.is_own && objection.withdrawn_at === null,
  answer: objection.refusal === null,
});
