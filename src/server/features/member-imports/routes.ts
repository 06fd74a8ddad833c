import { createRoute } from "@hono/zod-openapi";
import { club } from "#shared/club.ts";
import {
  importAnswerSchema,
  importInputSchema,
  importLineLimit,
  importMessages,
  isCandidate,
  parseImport,
} from "#shared/member-imports.ts";
import { answers, jsonBody } from "../../http/answers.ts";
import { openTo } from "../../http/guard.ts";
import { Refusal } from "../../http/refusal.ts";
import { createRouter } from "../../http/router.ts";
import { importLine } from "./import-line.ts";
import { previewLines } from "./preview-lines.ts";

const importMembers = createRoute({
  method: "post",
  path: "/member-imports",
  summary: "Import people, one to a line, and invite them",
  ...openTo("admin"),
  request: { body: jsonBody(importInputSchema) },
  responses: answers(200, importAnswerSchema, "A result per line"),
});

const preview = createRoute({
  method: "post",
  path: "/member-imports/preview",
  summary: "What an import would do, line by line; changes nothing",
  ...openTo("admin"),
  request: { body: jsonBody(importInputSchema.pick({ text: true })) },
  responses: answers(200, importAnswerSchema, "The result each line would have"),
});

export const memberImportRoutes = createRouter()
  .openapi(importMembers, async (c) => {
    const { text, send_invitations } = c.req.valid("json");
    const lines = readLines(text);
    const items = [];
    for (const line of lines) {
      items.push(isCandidate(line) ? await importLine(c.var, line, send_invitations) : invalid(line));
    }
    return c.json(summaryOf(items), 200);
  })
  .openapi(preview, async (c) => {
    const lines = readLines(c.req.valid("json").text);
    const previewed = await c.var.dependencies.asActor(c.var.actor, (tx) =>
      previewLines(tx, lines.filter(isCandidate)),
    );
    const items = [...previewed, ...lines.filter((line) => !isCandidate(line)).map(invalid)];
    items.sort((one, other) => one.line - other.line);
    return c.json(summaryOf(items), 200);
  });

function readLines(text: string) {
  const lines = parseImport(text);
  if (!lines.some(isCandidate)) {
    throw new Refusal(422, "no_valid_members", importMessages.noValidText(`name@${club.contactEmail.split("@")[1]}`));
  }
  if (lines.length > importLineLimit) {
    throw new Refusal(422, "invalid_body", `Please import at most ${importLineLimit} lines at a time.`);
  }
  return lines;
}

const invalid = ({ line, input, message = "" }: { line: number; input: string; message?: string }) =>
  ({ line, input, full_name: null, email: null, result: "invalid", message }) as const;

function summaryOf<Item extends { result: string }>(items: Item[]) {
  const count = (isCounted: (result: string) => boolean) => items.filter(({ result }) => isCounted(result)).length;
  return { items, created: count((result) => result === "created"), total: count((result) => result !== "invalid") };
}
