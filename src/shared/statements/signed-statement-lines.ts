import { formatPounds } from "#shared/format-pounds.ts";
import { formatDay, toLondonTime } from "#shared/london-time.ts";
import { escapeHtml, inlineHtml } from "./render-statement-form.ts";
import type { SignedLine, StatementInput } from "./signed-statements.ts";
import {
  fieldsOfCondition,
  type StatementFieldKind,
  statementFormMessages,
  statementKindLabels,
} from "./statement-messages.ts";
import type { StatementFormInput } from "./statements.ts";

export interface SignedStatement {
  form: Pick<StatementFormInput, "kind" | "version_label" | "law_reference" | "content"> & {
    sha256: string;
    is_sample: boolean;
  };
  input: Pick<StatementInput, "answers" | "declarations" | "legal_name" | "signature">;
  signedAt: Date;
  /** Random, so that the page's hash says nothing of the figures on it. */
  number: string;
}

/** Everything that a signed page contains. A change applies to later pages: earlier ones are kept as they are. */
export function signedStatementLines({ form, input, signedAt, number }: SignedStatement): SignedLine[] {
  const { content } = form;
  const { date, time } = toLondonTime(signedAt);
  const line = (style: SignedLine["style"], text: string, is_bold = false): SignedLine => ({
    style,
    runs: [{ text, is_bold }],
  });
  return [
    ...(form.is_sample ? [line("paragraph", statementFormMessages.sampleText, true)] : []),
    line("title", content.title),
    line("paragraph", `${statementKindLabels[form.kind]} · ${form.law_reference} · ${form.version_label}`),
    ...content.blocks,
    ...content.conditions.flatMap(({ key, runs, fields }): SignedLine[] => {
      const answer = input.answers[key];
      const kinds = fieldsOfCondition(form.kind, key);
      return [
        { style: "paragraph", runs },
        line("answer", answer?.applies ? "Yes" : "No", true),
        ...(answer?.applies ? fields : []).map((field) =>
          line("answer", `${field.label}: ${shown(answer?.fields[field.key], kinds?.[field.key])}`),
        ),
      ];
    }),
    line("heading", "What was ticked"),
    ...content.declarations.map(
      ({ runs }): SignedLine => ({ style: "item", runs: [{ text: "Ticked: ", is_bold: true }, ...runs] }),
    ),
    line("heading", "Signature"),
    line("answer", `Legal name: ${input.legal_name}`),
    line("answer", `Signed by typing: ${input.signature}`),
    line("answer", `Signed on ${formatDay(date)} at ${time} in London (${signedAt.toISOString()})`),
    line("answer", `SHA-256 of the form: ${form.sha256}`),
    line("answer", `Number: ${number}`),
  ];
}

export function shown(value: string | number | undefined, kind: StatementFieldKind | undefined): string {
  if (typeof value !== "number") return value ?? "";
  return kind === "pounds" ? formatPounds(value * 100) : value.toLocaleString("en-GB");
}

/** The page as it is kept and hashed. */
export function renderSignedStatement(lines: readonly SignedLine[]): string {
  const title =
    lines
      .find(({ style }) => style === "title")
      ?.runs.map(({ text }) => text)
      .join("") ?? "";
  return [
    "<!doctype html>",
    '<html lang="en-GB">',
    `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    "<body>",
    ...lines.map(({ style, runs }) => `<${tags[style]}>${inlineHtml(runs)}</${tags[style]}>`),
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

const tags = { title: "h1", heading: "h2", paragraph: "p", item: "li", answer: "p" } as const;
