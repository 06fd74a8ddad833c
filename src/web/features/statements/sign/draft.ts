import type { StatementProblem } from "#shared/statements/check-statement.ts";
import { readAs, roundingExample } from "#shared/statements/sign-statement-messages.ts";
import { roundHalfUp } from "#shared/statements/signed-statement-messages.ts";
import type { StatementInput } from "#shared/statements/signed-statements.ts";
import { fieldsOfCondition, figureKindOf, type StatementFieldKind } from "#shared/statements/statement-messages.ts";
import type { StatementForm } from "#shared/statements/statements.ts";
import { numberKinds, readWholePounds } from "#shared/typed-numbers.ts";

export interface Draft {
  applies: Record<string, boolean>;
  /** As typed, by "income.amount". */
  fields: Record<string, string>;
  declarations: readonly string[];
  signature: string;
}

export const emptyDraft: Draft = { applies: {}, fields: {}, declarations: [], signature: "" };

/** The steps are the same for each form; people with an investor record are not asked for it again. */
export const stepsOf = (asksForRecord: boolean): string[] => [
  "which",
  "answers",
  ...(asksForRecord ? ["record"] : []),
  "read",
  "sign",
  "done",
];

type Problem = Pick<StatementProblem, "path" | "message">;

/** The step that an error belongs on. */
export function stepOfPath(path: string): string {
  const [first = ""] = path.split(".");
  if (first === "answers" || first === "none_apply") return "answers";
  if (first === "date_of_birth") return "record";
  return first === "declarations" ? "read" : "sign";
}

export const onStep =
  (step: string) =>
  ({ path }: Problem): boolean =>
    stepOfPath(path) === step;

/** Every condition was answered with No: it is the form's "None of these apply to me". */
export const isNone = ({ content }: StatementForm, { applies }: Pick<Draft, "applies">): boolean =>
  content.conditions.every(({ key }) => applies[key] === false);

export function toInput(form: StatementForm, draft: Draft, legalName: string): StatementInput {
  const { id, kind, content } = form;
  const answers = content.conditions.map(({ key, fields }) => {
    const known = fieldsOfCondition(kind, key) ?? {};
    const applies = draft.applies[key] ?? null;
    const entries = fields.map((field) => {
      const typed = draft.fields[`${key}.${field.key}`]?.trim() ?? "";
      return [field.key, rounded(typedFigure(known[field.key] ?? "line", typed), field)];
    });
    return [key, { applies, fields: applies ? Object.fromEntries(entries) : {} }];
  });
  const none_apply = isNone(form, draft);
  return {
    kind,
    form_version_id: id,
    answers: Object.fromEntries(answers),
    none_apply,
    declarations: none_apply ? [] : [...draft.declarations],
    legal_name: legalName,
    signature: draft.signature.trim(),
  };
}

/** "£120,000" in pounds; what is no figure stays as typed, and is refused. */
export function typedFigure(kind: StatementFieldKind, typed: string): number | string {
  const numberKind = figureKindOf(kind);
  return numberKind === undefined ? typed : (numberKinds[numberKind].read(typed) ?? typed);
}

interface Limits {
  least: number | null;
  nearest: number | null;
}

/** Rounds as the form asks for it. A figure below the threshold stays, so that rounding lifts nobody over it. */
export function rounded(figure: number | string, { least, nearest }: Limits): number | string {
  const isFigure = typeof figure === "number" && least !== null && nearest !== null;
  return isFigure && figure >= least ? roundHalfUp(figure, nearest) : figure;
}

/** Returns how the typed figure is rounded; an example where none is typed yet. */
export function roundingHint(typed: string, { least, nearest }: Limits): string | undefined {
  if (least === null || nearest === null) return undefined;
  if (typed.trim() === "") return roundingExample({ least, nearest });
  const figure = readWholePounds(typed);
  return figure === null || figure < least || figure % nearest === 0 ? undefined : readAs(figure, nearest);
}

export function shownPounds(typed: string): string {
  const figure = readWholePounds(typed);
  return figure === null ? typed : `£${figure.toLocaleString("en-GB")}`;
}
