import { formatPounds } from "#shared/format-pounds.ts";
import { formatDay } from "#shared/london-time.ts";
import { withCommas } from "#shared/pence.ts";
import {
  fieldsOfCondition,
  type StatementKind,
  statementFormMessages,
  statementKindLabels,
} from "./statement-messages.ts";
import type { StatementFormInput, StatementRuns } from "./statements.ts";

type Condition = StatementFormInput["content"]["conditions"][number];
type Figures = Condition["fields"][number];

/** A page says its days and figures in these words. Versions that were installed with earlier words keep them. */
export interface FormWords {
  day: (day: string) => string;
  figure: (kind: StatementKind, condition: Condition, field: Figures, figure: number) => string;
}

export const presentWords: FormWords = {
  // Of a form that is being written, the day may be missing.
  day: (day) => (day ? formatDay(day) : ""),
  figure: (kind, condition, field, figure) =>
    fieldsOfCondition(kind, condition.key)?.[field.key] === "pounds" ? formatPounds(figure * 100) : withCommas(figure),
};

export const firstWords: FormWords = {
  day: (day) => day,
  figure: (_kind, _condition, _field, figure) => String(figure),
};

/**
 * A form as a page of its own, deterministic: the SHA-256 of its bytes identifies the version. A change of this
 * function would give old versions another hash, which a test refuses; other words are another `FormWords`.
 */
export function renderStatementForm(form: StatementFormInput & { is_sample: boolean }, words = presentWords): string {
  const { kind, version_label, law_reference, content, valid_from, valid_until, is_sample } = form;
  const lines = [
    "<!doctype html>",
    '<html lang="en-GB">',
    `<head><meta charset="utf-8"><title>${escapeHtml(content.title)}</title></head>`,
    "<body>",
    ...(is_sample ? [`<p><b>${escapeHtml(statementFormMessages.sampleText)}</b></p>`] : []),
    `<h1>${escapeHtml(content.title)}</h1>`,
    `<p>${escapeHtml(statementKindLabels[kind])} · ${escapeHtml(law_reference)} · ${escapeHtml(version_label)}</p>`,
    `<p>From ${words.day(valid_from)}${valid_until ? ` to ${words.day(valid_until)}` : ""}</p>`,
    ...content.blocks.map(({ style, runs }) => `<${tags[style]}>${inlineHtml(runs)}</${tags[style]}>`),
    ...content.conditions.flatMap((condition) => [
      `<section data-condition="${condition.key}"><p>${inlineHtml(condition.runs)}</p><p>No / Yes</p>`,
      ...condition.fields.map((field) => {
        const figure = (value: number) => words.figure(kind, condition, field, value);
        return `<p data-field="${field.key}">${escapeHtml(field.label)}${limits(field, figure)}</p>`;
      }),
      "</section>",
    ]),
    `<p>${escapeHtml(content.none_text)}</p>`,
    ...content.declarations.map(({ key, runs }) => `<p data-declaration="${key}">${inlineHtml(runs)}</p>`),
    "</body>",
    "</html>",
    "",
  ];
  return lines.join("\n");
}

const tags = { heading: "h2", paragraph: "p", item: "li" } as const;

export const inlineHtml = (runs: StatementRuns): string =>
  runs.map(({ text, is_bold }) => (is_bold ? `<b>${escapeHtml(text)}</b>` : escapeHtml(text))).join("");

/** A figure that is being typed may be unreadable, and is left out then. */
function limits({ least, nearest }: Figures, figure: (value: number) => string): string {
  if (least === null || Number.isNaN(least)) return "";
  const isRounded = nearest !== null && !Number.isNaN(nearest);
  return ` (at least ${figure(least)}${isRounded ? `, to the nearest ${figure(nearest)}` : ""})`;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
