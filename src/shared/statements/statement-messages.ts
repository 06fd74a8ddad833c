/** Apart from the schemas, so that a page can say these words without loading a validator. */

export const statementKinds = ["high_net_worth", "self_certified_sophisticated"] as const;
export type StatementKind = (typeof statementKinds)[number];

export const statementKindLabels: Record<StatementKind, string> = {
  high_net_worth: "High net worth individual",
  self_certified_sophisticated: "Self-certified sophisticated investor",
};

/** Of a version, today. */
export const statementFormStates = ["waiting", "ahead", "in_force", "replaced", "ended", "withdrawn"] as const;
export type StatementFormState = (typeof statementFormStates)[number];

/** What a form may ask, and what it asks for with a Yes. */
export const statementConditions = {
  high_net_worth: {
    income: { amount: "pounds" },
    net_assets: { amount: "pounds" },
  },
  self_certified_sophisticated: {
    private_equity: { organisation: "line" },
    director: { company: "line", company_number: "line" },
    investments: { number: "count" },
    network: { network: "line" },
  },
} as const satisfies Record<StatementKind, Record<string, Record<string, StatementFieldKind>>>;

export type StatementFieldKind = "pounds" | "count" | "line";

/** Returns how a figure is typed; a line is text. */
export const figureKindOf = (kind: StatementFieldKind | undefined): "whole_pounds" | "count" | undefined =>
  kind === "pounds" ? "whole_pounds" : kind === "count" ? "count" : undefined;

/** @returns the fields of a condition by their keys; undefined where the kind has no such condition. */
export const fieldsOfCondition = (kind: StatementKind, key: string) =>
  Object.entries(statementConditions[kind]).find(([name]) => name === key)?.[1] as
    | Record<string, StatementFieldKind>
    | undefined;

export const statementFormMessages = {
  required: "Please fill this in",
  unknownCondition: "This kind of form has no such condition",
  unknownField: "This condition has no such field",
  missingField: "A field of this condition is missing",
  twice: "This stands here twice",
  least: "Please enter the threshold",
  nearest: "Please enter what the figure is rounded to",
  noFigures: "Only figures have a threshold and a rounding",
  day: "Please enter a day",
  untilTooEarly: "The last day lies before the first",
  versionExists: "There is a version of this name already",
  secondPerson: "Another admin has to sign off what you installed. If you are the only admin, you can 24 hours later.",
  isClosed: "This version is signed off or withdrawn already.",
  sampleText:
    "Sample form, in our own words. It is not the form that the law prescribes, and signing it proves nothing.",
} as const;
