/** Kinds of people, in the order of a list of outcomes. */
export const kinds = ["visitor", "rejected", "pending", "member", "admin"] as const;
export type Kind = (typeof kinds)[number];

/** By a right that is missing, or by a policy that the new row violates. */
export const denied = "denied" as const;
/** Allowed, but the one permitted row exists already. */
export const taken = "taken" as const;
/** Allowed, but a check of the table refuses the values. */
export const invalid = "invalid" as const;
/** Allowed, but the function raises a reason of `refusals.ts`. */
export const refused = "refused" as const;
/** A number is how many rows a statement returns or affects. */
export type Outcome = number | typeof denied | typeof taken | typeof invalid | typeof refused;
export type Outcomes = readonly Outcome[];

export const nobody: Outcomes = [denied, denied, denied, denied, denied];
export const onlyAdmins: Outcomes = [denied, denied, denied, denied, 1];
export const members: Outcomes = [denied, denied, 1, 1, 1];
export const everybody: Outcomes = [denied, 1, 1, 1, 1];
/** The fixtures have the row of the member already. */
export const membersOnce: Outcomes = [denied, denied, 1, taken, 1];
/** The fixtures have one row of the member and none of the admin. */
export const own: Outcomes = [denied, 0, 0, 1, 0];
/** The fixtures have one row, which admins alone see. */
export const adminSeesOne: Outcomes = [denied, 0, 0, 0, 1];
