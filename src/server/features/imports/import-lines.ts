import { sql, type Transaction } from "kysely";
import type { ImportMember, ImportOutcome } from "#shared/imports/imports.ts";
import { importMessages } from "#shared/imports/imports-messages.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { isDatabaseUnavailable, sqlState } from "../../platform/db/errors.ts";
import type { Effects } from "../../platform/db/types.ts";
import { createInvitationCode, deleteUnused, invitationExpiry } from "../invitations/queries.ts";
import { existingLine, findNewcomers } from "./known-people.ts";

/** On failure bisects the batch, so one bad line fails alone. */
export async function importLines(
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

/** One transaction: all new people or none. */
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
