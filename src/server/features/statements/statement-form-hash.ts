import { createHash } from "node:crypto";
import { renderStatementForm } from "#shared/render-statement-form.ts";

/** SHA-256, in hex, of the rendered form as UTF-8. */
export const statementFormHash = (form: Parameters<typeof renderStatementForm>[0]): string =>
  createHash("sha256").update(renderStatementForm(form)).digest("hex");
