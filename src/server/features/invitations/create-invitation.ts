import type { Transaction } from "kysely";
import { invitationMessages } from "#shared/invitations/invitation-messages.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { isUniqueViolation } from "../../platform/db/errors.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { withCan } from "../../platform/http/policy.ts";
import { invitationPolicy } from "./policy.ts";
import { createInvitationCode, deleteUnused, findUnused, invitationColumns, invitationExpiry } from "./queries.ts";

/**
 * Replaces an expired invitation; an active one only with `replace`. @throws HttpError invitation_exists,
 * account_exists.
 */
export async function createInvitation(
  { dependencies, actor }: Caller,
  { email, replace }: { email: string; replace: boolean },
) {
  const now = dependencies.now();
  try {
    return await dependencies.asActor(actor, async (tx, effects) => {
      // First: it waits for a concurrent registration, whose account is then found below.
      for (const { id } of await deleteUnused(tx, [email], replace ? null : now))
        effects.audit("invitation_deleted", id);
      await assertNoAccount(tx, email);
      const invitation = await tx
        .insertInto("invitations")
        .values({ email, code: createInvitationCode(), expires_at: invitationExpiry(now), created_by: actor.userId })
        .returning(invitationColumns)
        .executeTakeFirstOrThrow();
      effects.audit("invitation_created", invitation.id);
      effects.mail("invitation", { invitation_id: invitation.id });
      return withCan(invitationPolicy, actor, invitation);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const invitation = await dependencies.asActor(actor, (tx) => findUnused(tx, email));
    throw new HttpError(409, "invitation_exists", invitationMessages.exists, invitation && { invitation });
  }
}

async function assertNoAccount(tx: Transaction<DB>, email: string): Promise<void> {
  const person = await tx.selectFrom("membership_requests").select("id").where("email", "=", email).executeTakeFirst();
  if (person) throw new HttpError(409, "account_exists", "This email address already has an account.");
}
