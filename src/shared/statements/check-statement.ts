import { plainLetters } from "#shared/text-rules.ts";
import { numberKinds } from "#shared/typed-numbers.ts";
import { statementMessages as messages, roundHalfUp } from "./signed-statement-messages.ts";
import type { StatementInput } from "./signed-statements.ts";
import { fieldsOfCondition, figureKindOf, type StatementFieldKind } from "./statement-messages.ts";
import type { StatementFormContent } from "./statements.ts";

export interface StatementProblem {
  path: string;
  message: string;
  code: "invalid_body" | "figure_not_rounded" | "figure_below_threshold" | "contradiction" | "signature_mismatch";
}

/** Answers that an admin has to look at once they were put right: they were tried until they fitted. A slip is none of them. */
export const isCounted = ({ code }: StatementProblem): boolean =>
  code === "contradiction" || code === "figure_below_threshold";

/**
 * What keeps these answers from being signed, in the form's order; the same for the page and the server.
 * @param youngNetwork the club's name where its membership does not count as a network yet.
 */
export function checkStatement(
  { conditions, declarations, none_text }: StatementFormContent,
  input: Pick<StatementInput, "kind" | "answers" | "none_apply" | "declarations" | "legal_name" | "signature">,
  youngNetwork: string | null,
): StatementProblem[] {
  const problems: StatementProblem[] = conditions.flatMap((condition) => checkCondition(condition, input));
  if (youngNetwork && namesClub(input, youngNetwork))
    problems.push({
      path: "answers.network.fields.network",
      message: "Your membership of this club has to be older than six months to count here",
      code: "invalid_body",
    });
  const isYes = conditions.some(({ key }) => input.answers[key]?.applies === true);
  const isAnswered = conditions.every(({ key }) => typeof input.answers[key]?.applies === "boolean");
  if (isYes && input.none_apply)
    problems.push({
      path: "none_apply",
      message: `You answered Yes to a condition and also "${none_text}"`,
      code: "contradiction",
    });
  if (!isYes && isAnswered && !input.none_apply)
    problems.push({
      path: "none_apply",
      message: `Answer Yes to a condition that applies, or choose "${none_text}"`,
      code: "invalid_body",
    });
  // Nothing is signed then.
  if (!isYes && input.none_apply) return problems;
  for (const { key } of declarations) {
    if (!input.declarations.includes(key))
      problems.push({
        path: `declarations.${key}`,
        message: "Please tick this, or leave the page without signing",
        code: "invalid_body",
      });
  }
  if (!isSignedAs(input.signature, input.legal_name)) {
    const isWithoutMarks = lettersOf(input.signature) === lettersOf(input.legal_name);
    const message = messages.signature(input.legal_name, isWithoutMarks);
    problems.push({ path: "signature", message, code: "signature_mismatch" });
  }
  return problems;
}

/** Capitals, spaces and the marks on letters do not matter, nor which apostrophe or hyphen a keyboard has. */
export const isSignedAs = (signature: string, legalName: string): boolean =>
  spelling(signature) === spelling(legalName);
const spelling = (name: string): string =>
  name
    .replaceAll(/\s/gu, "")
    .replaceAll(/[‘’ʼ′`´＇]/gu, "'")
    .replaceAll(/[‐‑‒–—−]/gu, "-")
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/gu, "")
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => plainLetters[letter] ?? letter);

/** Without the hyphens, apostrophes and full stops, which many leave out. */
const lettersOf = (name: string): string => spelling(name).replaceAll(/[^\p{L}]/gu, "");

function namesClub({ answers: { network } }: Pick<StatementInput, "answers">, club: string): boolean {
  const named = network?.applies ? network.fields.network : undefined;
  return typeof named === "string" && named.toLowerCase().includes(club.toLowerCase());
}

type Condition = StatementFormContent["conditions"][number];

function checkCondition(
  { key, fields }: Condition,
  { kind, answers }: Pick<StatementInput, "kind" | "answers">,
): StatementProblem[] {
  const answer = answers[key];
  if (typeof answer?.applies !== "boolean")
    return [{ path: `answers.${key}.applies`, message: "Answer No or Yes", code: "invalid_body" }];
  if (!answer.applies) return [];
  const known = fieldsOfCondition(kind, key) ?? {};
  return fields.flatMap((field) => {
    const problem = checkField(key, known[field.key], field, answer.fields[field.key]);
    return problem ? [{ path: `answers.${key}.fields.${field.key}`, ...problem }] : [];
  });
}

/** Registers abroad write theirs in other ways; none is that short or of zeros alone. */
const isCompanyNumber = (text: string): boolean =>
  /[1-9]/.test(text) && text.replaceAll(/[^\p{L}\d]/gu, "").length >= 4;
const mostTimes = 1000;

function checkField(
  condition: string,
  kind: StatementFieldKind | undefined,
  { key, least, nearest }: Condition["fields"][number],
  value: string | number | undefined,
): Omit<StatementProblem, "path"> | undefined {
  if (kind === "line") {
    const line = typeof value === "string" ? value.trim() : "";
    if (line === "") return { message: messages.required, code: "invalid_body" };
    return key === "company_number" && !isCompanyNumber(line)
      ? { message: messages.companyNumber, code: "invalid_body" }
      : undefined;
  }
  if (value === undefined || value === "") return { message: messages.required, code: "invalid_body" };
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    return { message: numberKinds[figureKindOf(kind) ?? "count"].problem, code: "invalid_body" };
  if (kind === "count" && value > mostTimes) return { message: messages.tooOften(mostTimes), code: "invalid_body" };
  if (least === null) return undefined;
  if (kind === "count" || nearest === null)
    return value < least
      ? { message: `You answered Yes to ${least} or more, but entered less`, code: "figure_below_threshold" }
      : undefined;
  const isRounded = value % nearest === 0;
  // A round figure meets the rounded threshold: £250,000 to the nearest £100,000 is £300,000. Any other figure is held against
  // the threshold as it was typed.
  if (value < (isRounded ? roundHalfUp(least, nearest) : least))
    return { message: messages.belowThreshold(least), code: "figure_below_threshold" };
  return isRounded
    ? undefined
    : { message: messages.notRounded(condition, nearest, value), code: "figure_not_rounded" };
}
