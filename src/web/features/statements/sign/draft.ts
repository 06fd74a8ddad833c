import type { StatementProblem } from "#shared/statements/check-statement.ts";
import type { StatementInput } from "#shared/statements/signed-statements.ts";
import { fieldsOfCondition, figureKindOf, type StatementFieldKind } from "#shared/statements/statement-messages.ts";
import type { StatementForm } from "#shared/statements/statements.ts";
import { numberKinds, readWholePounds } from "#shared/typed-numbers.ts";

/** What somebody has answered. */
export interface Draft {
  applies: Record<string, boolean>;
  /** As typed, by "income.amount". */
  fields: Record<string, string>;
  isNone: boolean;
  declarations: readonly string[];
  signature: string;
}

export const emptyDraft: Draft = { applies: {}, fields: {}, isNone: false, declarations: [], signature: "" };

type Problem = Pick<StatementProblem, "path" | "message">;

/** The pages of a form, by the keys of its conditions between. */
export const stepsOf = ({ content }: StatementForm): string[] => [
  "read",
  ...content.conditions.map(({ key }) => key),
  "none",
  "declarations",
  "signature",
];

/** The page that an error belongs on. */
export function stepOfPath(path: string): string {
  const [first = "", second = ""] = path.split(".");
  if (first === "answers") return second;
  if (first === "none_apply") return "none";
  if (first === "date_of_birth") return "record";
  return first === "declarations" ? first : "signature";
}

export const onStep =
  (step: string) =>
  ({ path }: Problem): boolean =>
    stepOfPath(path) === step;

export function toInput(form: StatementForm, draft: Draft, legalName: string): StatementInput {
  const { id, kind, content } = form;
  const answers = content.conditions.map(({ key, fields }) => {
    const known = fieldsOfCondition(kind, key) ?? {};
    const applies = draft.applies[key] ?? null;
    const entries = fields.map((field) => {
      const typed = draft.fields[`${key}.${field.key}`]?.trim() ?? "";
      return [field.key, typedFigure(known[field.key] ?? "line", typed)];
    });
    return [key, { applies, fields: applies ? Object.fromEntries(entries) : {} }];
  });
  return {
    kind,
    form_version_id: id,
    answers: Object.fromEntries(answers),
    none_apply: draft.isNone,
    declarations: draft.isNone ? [] : [...draft.declarations],
    legal_name: legalName,
    signature: draft.signature.trim(),
  };
}

/** "£120,000" in pounds; what is no figure stays as typed, and is refused. */
export function typedFigure(kind: StatementFieldKind, typed: string): number | string {
  const numberKind = figureKindOf(kind);
  return numberKind === undefined ? typed : (numberKinds[numberKind].read(typed) ?? typed);
}

export function shownPounds(typed: string): string {
  const figure = readWholePounds(typed);
  return figure === null ? typed : `£${figure.toLocaleString("en-GB")}`;
}
