import { statementFormMessages, statementKindLabels } from "./statement-messages.ts";
import type { StatementFormInput, StatementRuns } from "./statements.ts";

/**
 * A form as a page of its own, deterministic: the SHA-256 of its bytes identifies the version. A change of this
 * function would give old versions another hash, which a test refuses.
 */
export function renderStatementForm(form: StatementFormInput & { is_sample: boolean }): string {
  const { kind, version_label, law_reference, content, valid_from, valid_until, is_sample } = form;
  const lines = [
    "<!doctype html>",
    '<html lang="en-GB">',
    `<head><meta charset="utf-8"><title>${escapeHtml(content.title)}</title></head>`,
    "<body>",
    ...(is_sample ? [`<p><b>${escapeHtml(statementFormMessages.sampleText)}</b></p>`] : []),
    `<h1>${escapeHtml(content.title)}</h1>`,
    `<p>${escapeHtml(statementKindLabels[kind])} · ${escapeHtml(law_reference)} · ${escapeHtml(version_label)}</p>`,
    `<p>From ${valid_from}${valid_until ? ` to ${valid_until}` : ""}</p>`,
    ...content.blocks.map(({ style, runs }) => `<${tags[style]}>${inlineHtml(runs)}</${tags[style]}>`),
    ...content.conditions.flatMap(({ key, runs, fields }) => [
      `<section data-condition="${key}"><p>${inlineHtml(runs)}</p><p>No / Yes</p>`,
      ...fields.map((field) => `<p data-field="${field.key}">${escapeHtml(field.label)}${figures(field)}</p>`),
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

function figures({ least, nearest }: { least: number | null; nearest: number | null }): string {
  if (least === null) return "";
  return nearest === null ? ` (at least ${least})` : ` (at least ${least}, to the nearest ${nearest})`;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
