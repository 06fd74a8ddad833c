import { createHash } from "node:crypto";
import { firstWords, presentWords, renderStatementForm } from "#shared/statements/render-statement-form.ts";

type Form = Parameters<typeof renderStatementForm>[0];

/** Of a form that is installed now: SHA-256, in hex, of its rendering as UTF-8. */
export const statementFormHash = (form: Form): string => hashOf(renderStatementForm(form));

/** Returns the form in the words of its day: the rendering that its hash was computed from. */
export function renderInstalledForm(form: Form & { sha256: string }): string {
  const rendering = renderStatementForm(form, presentWords);
  return hashOf(rendering) === form.sha256 ? rendering : renderStatementForm(form, firstWords);
}

const hashOf = (rendering: string): string => createHash("sha256").update(rendering).digest("hex");
