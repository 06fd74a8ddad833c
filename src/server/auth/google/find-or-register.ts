import type { Transaction } from "kysely";
import type { OwnerContext } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { registerPerson } from "../registration/register-person.ts";
import { isUsableInvitation } from "../registration/usable-invitation.ts";
import { connectGoogle, findByGoogle } from "./connect-google.ts";
import type { GoogleIdentity } from "./google-identity.ts";
import { GoogleRefusal } from "./google-refusal.ts";

type Needed = Pick<OwnerContext, "now" | "adminEmails" | "log">;

/**
 * The person whom a Google account signs in: the one it is connected to, the one whose e-mail both sides have verified
 * and whose mailbox Google runs, or a new one, by an unused invitation for exactly that e-mail. @returns their id.
 * @throws GoogleRefusal for everybody else.
 */
export async function findOrRegister(
  tx: Transaction<DB>,
  effects: Effects,
  identity: GoogleIdentity,
  dependencies: Needed,
): Promise<string> {
  const email = identity.verifiedEmail;
  // Locked before anything is looked up: of two that race for it, the later then finds the person that the earlier made.
  const invitation = email === undefined ? undefined : await lockInvitation(tx, email, dependencies.now());
  const known = await findByGoogle(tx, identity);
  if (known) return known;
  if (email === undefined) throw new GoogleRefusal("google_email_not_verified");
  const owner = await tx
    .selectFrom("auth.users")
    .select(["id", "email_verified"])
    .where("email", "=", email)
    .executeTakeFirst();
  if (owner) {
    // Whoever registered with this e-mail has not shown that it is theirs, and would keep their password.
    if (!owner.email_verified) throw new GoogleRefusal("email_not_verified");
    // The mailbox may have a new owner since Google looked; the password says whose account it is.
    if (!identity.isMailboxAtGoogle) throw new GoogleRefusal("google_not_connected");
    await connectGoogle(tx, effects, owner.id, identity);
    return owner.id;
  }
  if (!invitation) throw new GoogleRefusal("invitation_required");
  const way = { provider_id: "google", account_id: identity.sub, email, isEmailVerified: true };
  return registerPerson(tx, effects, {
    ...dependencies,
    now: dependencies.now(),
    email,
    name: identity.name,
    invitation,
    way,
  });
}

const lockInvitation = (tx: Transaction<DB>, email: string, now: Date) =>
  tx
    .selectFrom("invitations")
    .select("id")
    .where("email", "=", email)
    .where(isUsableInvitation(now))
    .forUpdate()
    .executeTakeFirst();
