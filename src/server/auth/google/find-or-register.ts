import type { Transaction } from "kysely";
import type { OwnerContext } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { registerPerson } from "../registration/register-person.ts";
import { isUsableInvitation } from "../registration/usable-invitation.ts";
import { connectGoogle, findByGoogle } from "./connect-google.ts";
import { type GoogleIdentity, GoogleRefusal } from "./google-provider.ts";

type Needed = Pick<OwnerContext, "now" | "adminEmails" | "log">;

/**
 * Finds by connection, else by e-mail verified here and hosted by Google, else registers by invitation. @throws
 * GoogleRefusal.
 */
export async function findOrRegister(
  tx: Transaction<DB>,
  effects: Effects,
  identity: GoogleIdentity,
  dependencies: Needed,
): Promise<string> {
  const email = identity.verifiedEmail;
  // Locked first: of two concurrent sign-ins the later finds the person the earlier created.
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
    // An unverified registrant may be a stranger, whose password would remain valid.
    if (!owner.email_verified) throw new GoogleRefusal("email_not_verified");
    // Mailbox not hosted by Google: it may have a new owner, so require the password.
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
