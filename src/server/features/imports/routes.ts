import { createRoute } from "@hono/zod-openapi";
import type { Transaction } from "kysely";
import {
  type ImportCandidate,
  type ImportLine,
  importBatchSize,
  importInputSchema,
  importLineLimit,
  importMessages,
  importResponseSchema,
  isCandidate,
  parseImport,
  toInvalidLine,
} from "#shared/imports.ts";
import { openTo } from "../../auth/guard.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { importLines } from "./import-lines.ts";
import { findNewcomers } from "./known-people.ts";

const importMembers = createRoute({
  method: "post",
  path: "/member-imports",
  summary: "Import people, one to a line, and invite them",
  ...openTo("admin"),
  request: { body: jsonBody(importInputSchema) },
  responses: responses(200, importResponseSchema, "A result per line"),
});

const preview = createRoute({
  method: "post",
  path: "/member-imports/preview",
  summary: "What an import would do, line by line; changes nothing",
  ...openTo("admin"),
  request: { body: jsonBody(importInputSchema.pick({ text: true })) },
  responses: responses(200, importResponseSchema, "The result each line would have"),
});

export const memberImportRoutes = createRouter()
  .openapi(importMembers, async (c) => {
    const { text, send_invitations } = c.req.valid("json");
    const lines = readLines(text);
    const candidates = lines.filter(isCandidate);
    const imported = [];
    for (let start = 0; start < candidates.length; start += importBatchSize) {
      const batch = candidates.slice(start, start + importBatchSize);
      imported.push(...(await importLines(c.var, batch, send_invitations)));
    }
    return c.json(answerOf(lines, imported), 200);
  })
  .openapi(preview, async (c) => {
    const lines = readLines(c.req.valid("json").text);
    const previewed = await c.var.dependencies.asActor(c.var.actor, (tx) =>
      previewLines(tx, lines.filter(isCandidate)),
    );
    return c.json(answerOf(lines, previewed), 200);
  });

function readLines(text: string) {
  const lines = parseImport(text);
  if (!lines.some(isCandidate)) throw new HttpError(422, "no_valid_members", importMessages.noValidText);
  if (lines.length > importLineLimit) throw new HttpError(422, "invalid_body", importMessages.tooManyLines);
  return lines;
}

/** @param outcomes of the valid lines, in order. */
function answerOf(lines: ReturnType<typeof parseImport>, outcomes: ImportLine[]) {
  const items = [...outcomes, ...lines.filter((line) => !isCandidate(line)).map(toInvalidLine)];
  items.sort((one, other) => one.line - other.line);
  return { items, created: outcomes.filter(({ result }) => result === "created").length, total: outcomes.length };
}

/** @returns what an import would report. */
async function previewLines(tx: Transaction<DB>, candidates: readonly ImportCandidate[]): Promise<ImportLine[]> {
  const newcomers = await findNewcomers(tx, candidates);
  return candidates.map((candidate) => {
    const result = newcomers.has(candidate) ? "created" : "exists";
    return { ...candidate, result, message: importMessages[result] };
  });
}
