import type { Transaction } from "kysely";
import {
  type ImportMember,
  type ImportOutcome,
  importInputSchema,
  importResponseSchema,
} from "#shared/imports/imports.ts";
import { importBatchSize, importLineLimit, importMessages } from "#shared/imports/imports-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { importLines } from "./import-lines.ts";
import { existingLine, findNewcomers } from "./known-people.ts";

const route = routesOf("People");

const importMembers = route("post", "/member-imports", {
  name: "importMembers",
  summary: "Import people and invite them",
  audience: "admin",
  body: importInputSchema,
  limit: { bytes: 2 * 1024 * 1024 },
  answer: importResponseSchema,
  refuses: ["no_valid_members"],
});

const preview = route("post", "/member-imports/preview", {
  name: "previewMemberImport",
  summary: "What an import would do",
  audience: "admin",
  body: importInputSchema.pick({ members: true }),
  limit: { bytes: 2 * 1024 * 1024 },
  answer: importResponseSchema,
  refuses: ["no_valid_members"],
});

export const memberImportRoutes = createRouter()
  .openapi(importMembers, async (c) => {
    const { members, send_invitations } = c.req.valid("json");
    checkCount(members);
    const outcomes = [];
    for (let start = 0; start < members.length; start += importBatchSize) {
      const batch = members.slice(start, start + importBatchSize);
      outcomes.push(...(await importLines(c.var, batch, send_invitations)));
    }
    return c.json(answerOf(outcomes), 200);
  })
  .openapi(preview, async (c) => {
    const { members } = c.req.valid("json");
    checkCount(members);
    return c.json(answerOf(await c.var.dependencies.asActor(c.var.actor, (tx) => previewMembers(tx, members))), 200);
  });

function checkCount({ length }: readonly ImportMember[]): void {
  if (length === 0) throw new HttpError("no_valid_members", importMessages.noValidText);
  if (length > importLineLimit) throw new HttpError("invalid_body", importMessages.tooManyLines);
}

const answerOf = (items: ImportOutcome[]) => ({
  items,
  created: items.filter(({ result }) => result === "created").length,
  total: items.length,
});

/** @returns what an import would report. */
async function previewMembers(tx: Transaction<DB>, members: readonly ImportMember[]): Promise<ImportOutcome[]> {
  const { newcomers, repeated } = await findNewcomers(tx, members);
  return members.map((member) =>
    newcomers.has(member)
      ? { ...member, result: "created", message: importMessages.created }
      : existingLine(member, repeated.get(member)),
  );
}
