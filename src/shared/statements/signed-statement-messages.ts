/** Apart from the schemas, so that a page can say these words without loading a validator. */

const pounds = (amount: number) => `£${amount.toLocaleString("en-GB")}`;

export const statementStates = ["live", "in_review", "refused", "expired", "withdrawn", "revoked"] as const;
export type StatementState = (typeof statementStates)[number];

export const statementStateLabels: Record<StatementState, string> = {
  live: "Valid",
  in_review: "In review",
  refused: "Refused",
  expired: "Expired",
  withdrawn: "Withdrawn",
  revoked: "Revoked",
};

export const statementFlags = ["attempts", "contradiction", "declined", "country"] as const;
export type StatementFlag = (typeof statementFlags)[number];

export const statementFlagLabels: Record<StatementFlag, string> = {
  attempts: "Third try on this day",
  contradiction: "Contradicting answers in the last 90 days",
  declined: "“None of these apply” in the last 90 days",
  country: "Country not allowed",
};

const reviewReasons: Record<StatementFlag, string> = {
  attempts: "you tried three times on one day",
  contradiction: "within 90 days you answered Yes to a condition and also that none of them applies",
  declined: "within 90 days you answered that none of the conditions applies",
  country: "deals are not usually shown to people who live in your country",
};

/** To its owner: "You tried three times on one day, so an admin reads your answers first." */
export function inReviewWords(flags: readonly StatementFlag[]): string {
  const reasons = flags.map((flag) => reviewReasons[flag]).join(", and ");
  return reasons
    ? `${reasons.charAt(0).toUpperCase()}${reasons.slice(1)}, so an admin reads your answers first.`
    : "An admin reads your answers first.";
}

/** Why somebody may be shown offers, or may not. */
export const offerGates = [
  "open",
  "deals_disabled",
  "membership_required",
  "too_young",
  "country_not_allowed",
  "statement_required",
  "statement_in_review",
  "statement_expired",
] as const;
export type OfferGate = (typeof offerGates)[number];

export const offerGateMessages: Record<Exclude<OfferGate, "open">, string> = {
  deals_disabled: "Deals are switched off at the moment.",
  membership_required: "Deals are shown to approved members.",
  too_young: "Deals are shown to people who are 18 or older.",
  country_not_allowed: "Deals cannot be shown to people who live in your country.",
  statement_required: "Deals are shown to members with a current investor statement.",
  statement_in_review: "An admin is looking at your investor statement. You are told by email.",
  statement_expired:
    "Your investor statement has ended. Deals are hidden until you sign again, apart from those that you bought shares in.",
};

const figureNames: Record<string, string> = { income: "Income is", net_assets: "Net assets are" };

export const roundHalfUp = (amount: number, nearest: number): number => Math.floor(amount / nearest + 0.5) * nearest;

export const statementMessages = {
  notRounded: (condition: string, nearest: number, value: number) =>
    `${figureNames[condition] ?? "This is"} entered to the nearest ${pounds(nearest)}: ${pounds(roundHalfUp(value, nearest))} in place of ${pounds(value)}`,
  belowThreshold: (least: number) => `You answered Yes to ${pounds(least)} or more, but entered less`,
  required: "Please fill this in",
  companyNumber: "Please enter the number as the companies register has it, like 01234567",
  tooOften: (most: number) => `Please enter at most ${most.toLocaleString("en-GB")}`,
  signature: (legalName: string, isWithoutMarks = false) =>
    isWithoutMarks
      ? `Type your name as ${legalName}: the letters are right, its hyphens or other marks are not`
      : `Type your name as ${legalName}`,
  nameChanged: "This is not the legal name of your investor record",
  recordIncomplete: "Complete your investor record first",
  formReplaced: "This form was replaced while you read it. Please read and answer the one that counts now.",
  isClosed: "This statement is not in that state any more.",
  ownStatement: "Another admin decides on your own statement.",
  unknownKey: "This statement was encrypted with an earlier secret of the club, which the operator has to give back.",
} as const;
