import { sql, type Transaction } from "kysely";
import { repeatsIn } from "#shared/imports/import-lines.ts";
import {
  type ImportMember,
  type ImportOutcome,
  importInputSchema,
  importResponseSchema,
} from "#shared/imports/imports.ts";
import { importBatchSize, importLineLimit, importMessages } from "#shared/imports/imports-messages.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { isDatabaseUnavailable, sqlState } from "../../platform/db/errors.ts";
import type { Effects } from "../../platform/db/types.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { createInvitationCode, deleteUnused, invitationExpiry } from "../invitations/queries.ts";

/** On failure bisects the batch, so one bad line fails alone. */
async function importLines(
  caller: Caller,
  members: readonly ImportMember[],
  sendsInvitations: boolean,
): Promise<ImportOutcome[]> {
  const [first] = members;
  if (!first) return [];
  try {
    return await importBatch(caller, members, sendsInvitations);
  } catch (error) {
    // No line at fault; a retry creates no duplicates.
    if (isDatabaseUnavailable(error)) throw error;
    if (members.length === 1) return [failedLine(caller, first, error)];
    const middle = Math.ceil(members.length / 2);
    return [
      ...(await importLines(caller, members.slice(0, middle), sendsInvitations)),
      ...(await importLines(caller, members.slice(middle), sendsInvitations)),
    ];
  }
}

function failedLine({ dependencies }: Caller, member: ImportMember, error: unknown): ImportOutcome {
  dependencies.log.error({ err: error }, "import line failed");
  const result = isRefusedRow(error) ? "failed" : "error";
  return { ...member, result, message: importMessages[result] };
}

/** SQLSTATE classes 22 and 23: data and constraint errors. */
const isRefusedRow = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? "");

/** Imports in one transaction: all new people or none. */
function importBatch(
  { dependencies, actor }: Caller,
  members: readonly ImportMember[],
  sendsInvitations: boolean,
): Promise<ImportOutcome[]> {
  return dependencies.asActor(actor, async (tx, effects) => {
    await takeTurn(tx);
    const { newcomers, repeated } = await findNewcomers(tx, members);
    await addPending(tx, effects, [...newcomers], actor.userId);
    const emails = [...newcomers].map(({ email }) => email);
    const invited = sendsInvitations
      ? await inviteAll(tx, effects, emails, { now: dependencies.now(), created_by: actor.userId })
      : new Set(emails);
    return members.map((member) => {
      if (!newcomers.has(member)) return existingLine(member, repeated.get(member));
      const note = invited.has(member.email) ? {} : { note: importMessages.invitationStands };
      return { ...member, result: "created", message: importMessages.created, ...note };
    });
  });
}

/** Serialises batches of concurrent imports: no duplicates, no deadlock. */
const takeTurn = (tx: Transaction<DB>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('member-imports', 0))`.execute(tx);

async function addPending(
  tx: Transaction<DB>,
  effects: Effects,
  newcomers: readonly ImportMember[],
  created_by: string | null,
): Promise<void> {
  if (newcomers.length === 0) return;
  const rows = await tx
    .insertInto("pending_members")
    .values(newcomers.map(({ full_name, email, tier = null }) => ({ full_name, email, tier, created_by })))
    .returning("id")
    .execute();
  for (const { id } of rows) effects.audit("member_imported", id);
}

/** @returns invited e-mails; the others have an unused invitation already. */
async function inviteAll(
  tx: Transaction<DB>,
  effects: Effects,
  emails: readonly string[],
  { now, created_by }: { now: Date; created_by: string | null },
): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  for (const { id } of await deleteUnused(tx, emails, now)) effects.audit("invitation_deleted", id);
  const expires_at = invitationExpiry(now);
  const invitations = await tx
    .insertInto("invitations")
    .values(emails.map((email) => ({ email, code: createInvitationCode(), expires_at, created_by })))
    .onConflict((conflict) => conflict.column("email").where("used_at", "is", null).doNothing())
    .returning(["id", "email"])
    .execute();
  for (const { id } of invitations) {
    effects.audit("invitation_created", id);
    effects.mail("invitation", { invitation_id: id });
  }
  return new Set(invitations.map(({ email }) => email));
}

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
  if (length > importLineLimit) throw new HttpError("invalid_body", importMessages.tooMany(length));
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

/**
 * Without imported or registered e-mails and members' names, and of the others one for each address.
 * @returns with the newcomers who repeats one of them.
 */
async function findNewcomers(tx: Transaction<DB>, members: readonly ImportMember[]) {
  const { emails, names } = await findKnown(tx, members);
  const unknown = members.filter(({ email, full_name }) => !emails.has(email) && !names.has(full_name));
  const repeated = repeatsIn(unknown);
  return { newcomers: new Set(unknown.filter((member) => !repeated.has(member))), repeated };
}

/** The outcome for somebody known, whose tier is left as it is, and of somebody whom another line has. */
function existingLine(member: ImportMember, winner: ImportMember | undefined): ImportOutcome {
  if (winner) {
    const note = importMessages.twiceInLine(winner.line);
    return { ...member, result: "exists", message: importMessages.twice, note };
  }
  const note = member.tier && { note: importMessages.tierKept };
  return { ...member, result: "exists", message: importMessages.exists, ...note };
}

async function findKnown(tx: Transaction<DB>, members: readonly ImportMember[]) {
  const emails = members.map(({ email }) => email);
  const names = members.map(({ full_name }) => full_name);
  const imported = await tx
    .selectFrom("pending_members")
    .select("email")
    .where(sql<boolean>`email = any(${emails}::text[])`)
    .execute();
  const registered = await tx
    .selectFrom("membership_requests")
    .select("email")
    .where(sql<boolean>`email = any(${emails}::text[])`)
    .execute();
  const profiled = await tx
    .selectFrom("member_profiles")
    .select("full_name")
    .where(sql<boolean>`full_name = any(${names}::text[])`)
    .execute();
  return {
    emails: new Set([...imported, ...registered].map(({ email }) => email)),
    names: new Set(profiled.map(({ full_name }) => full_name)),
  };
}
