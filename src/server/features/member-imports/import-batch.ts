import { sql, type Transaction } from "kysely";
import { type ImportCandidate, type ImportLine, importMessages } from "#shared/member-imports.ts";
import type { Trace } from "../../db/as-actor.ts";
import type { DB } from "../../db/database.generated.ts";
import type { Caller } from "../../http/environment.ts";
import { createInvitationCode } from "../invitations/invitation-code.ts";
import { deleteUnused, invitationEnd } from "../invitations/queries.ts";
import { findNewcomers } from "./known-people.ts";

/** Imports people in one transaction: all of those who are new, or when it throws nobody. */
export function importBatch(
  { dependencies, actor }: Caller,
  candidates: readonly ImportCandidate[],
  sendsInvitations: boolean,
): Promise<ImportLine[]> {
  return dependencies.asActor(actor, async (tx, trace) => {
    await takeTurn(tx);
    const newcomers = await findNewcomers(tx, candidates);
    await addPending(tx, trace, [...newcomers], actor.userId);
    const emails = [...newcomers].map(({ email }) => email);
    const invited = sendsInvitations
      ? await inviteAll(tx, trace, emails, { now: dependencies.now(), created_by: actor.userId })
      : new Set(emails);
    return candidates.map((candidate) => {
      if (!newcomers.has(candidate)) return { ...candidate, result: "exists", message: importMessages.exists };
      const note = invited.has(candidate.email) ? {} : { note: importMessages.invitationStands };
      return { ...candidate, result: "created", message: importMessages.created, ...note };
    });
  });
}

/**
 * Two imports at once take turns, batch by batch: the second finds what the first has made, and neither holds a row that
 * the other one waits for while it waits itself.
 */
const takeTurn = (tx: Transaction<DB>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('member-imports', 0))`.execute(tx);

async function addPending(
  tx: Transaction<DB>,
  trace: Trace,
  newcomers: readonly ImportCandidate[],
  created_by: string | null,
): Promise<void> {
  if (newcomers.length === 0) return;
  const members = await tx
    .insertInto("pending_members")
    .values(newcomers.map(({ full_name, email }) => ({ full_name, email, created_by })))
    .returning("id")
    .execute();
  for (const { id } of members) trace.audit("member_imported", id);
}

/** @returns the e-mails that were invited; the others have a standing invitation, which they have been sent. */
async function inviteAll(
  tx: Transaction<DB>,
  trace: Trace,
  emails: readonly string[],
  { now, created_by }: { now: Date; created_by: string | null },
): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  for (const { id } of await deleteUnused(tx, emails, now)) trace.audit("invitation_deleted", id);
  const expires_at = invitationEnd(now);
  const invitations = await tx
    .insertInto("invitations")
    .values(emails.map((email) => ({ email, code: createInvitationCode(), expires_at, created_by })))
    .onConflict((conflict) => conflict.column("email").where("used_at", "is", null).doNothing())
    .returning(["id", "email"])
    .execute();
  for (const { id } of invitations) {
    trace.audit("invitation_created", id);
    trace.mail({ template: "invitation", invitation_id: id });
  }
  return new Set(invitations.map(({ email }) => email));
}
