import { type ImportCandidate, type ImportLine, type ImportResult, importMessages } from "#shared/member-imports.ts";
import { sqlState } from "../../db/errors.ts";
import type { Caller } from "../../http/environment.ts";
import { createInvitationCode } from "../invitations/invitation-code.ts";
import { deleteUnused, invitationEnd } from "../invitations/queries.ts";
import { isKnown } from "./known-people.ts";

/** Imports one person in a transaction of its own, so that one bad line costs no other. */
export async function importLine(
  caller: Caller,
  candidate: ImportCandidate,
  sendInvitation: boolean,
): Promise<ImportLine> {
  const result = await tryImport(caller, candidate, sendInvitation);
  return { ...candidate, result, message: importMessages[result] };
}

async function tryImport(
  { dependencies, actor }: Caller,
  { full_name, email }: ImportCandidate,
  sendInvitation: boolean,
): Promise<Exclude<ImportResult, "invalid">> {
  try {
    return await dependencies.asActor(actor, async (tx, trace) => {
      if (await isKnown(tx, { full_name, email })) return "exists";
      const member = await tx
        .insertInto("pending_members")
        .values({ full_name, email, created_by: actor.userId })
        // Two imports of one list at once: the second finds what the first has made.
        .onConflict((conflict) => conflict.column("email").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (!member) return "exists";
      trace.audit("member_imported", member.id);
      if (!sendInvitation) return "created";
      const now = dependencies.now();
      for (const { id } of await deleteUnused(tx, email, now)) trace.audit("invitation_deleted", id);
      const invitation = await tx
        .insertInto("invitations")
        .values({
          email,
          code: createInvitationCode(),
          expires_at: invitationEnd(now),
          created_by: actor.userId,
        })
        .onConflict((conflict) => conflict.column("email").where("used_at", "is", null).doNothing())
        .returning("id")
        .executeTakeFirst();
      if (invitation) {
        trace.audit("invitation_created", invitation.id);
        trace.mail({ template: "invitation", invitation_id: invitation.id });
      }
      return "created";
    });
  } catch (error) {
    dependencies.log.error({ err: error }, "a line of an import failed");
    return isRefusedRow(error) ? "failed" : "error";
  }
}

/** SQLSTATE classes 22 and 23: the database would not have this row, as opposed to having trouble of its own. */
const isRefusedRow = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? "");
