import type { Transaction } from "kysely";
import type { Logger } from "pino";
import { registrationMessages } from "#shared/account/registration-messages.ts";
import type { RegistrationInput } from "#shared/account/registrations.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { setupMessages } from "#shared/setup/setup-messages.ts";
import type { Database } from "../../platform/db/connect.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { isUniqueViolation } from "../../platform/db/errors.ts";
import type { AsOwner } from "../../platform/db/types.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { assertStrongPassword } from "../passwords/password.ts";
import { registerPerson } from "./register-person.ts";
import { isUsableInvitation } from "./usable-invitation.ts";

interface Registration extends RegistrationInput {
  db: Database;
  asOwner: AsOwner;
  log: Logger;
  now: Date;
  adminEmails: readonly string[];
  hashPassword: (password: string) => Promise<string>;
  clubName: string;
  /** With the link of the first admin, whose holder needs no mail to prove the address. */
  isSetup?: boolean;
}

interface Invitation {
  id: string;
  used_at: Date | null;
  expires_at: Date;
  is_usable: boolean;
}

/** @throws HttpError invitation_invalid, invitation_used, invitation_expired, weak_password, account_exists; setup_closed with `isSetup`. */
export async function registerAccount({
  db,
  asOwner,
  hashPassword,
  clubName,
  isSetup = false,
  ...registration
}: Registration): Promise<{ user_id: string }> {
  // Checked before hashing and locking: a guess stays cheap.
  assertUsable(await findInvitation(db, registration));
  await assertStrongPassword(registration.password, clubName, await toRegister(db, registration));
  const passwordHash = await hashPassword(registration.password);
  try {
    return await asOwner(null, async (tx, effects) => {
      const invitation = assertUsable(await findInvitation(tx, registration, { lock: true }));
      const way = { provider_id: "credential", password: passwordHash, isEmailVerified: isSetup };
      const userId = await registerPerson(tx, effects, {
        ...registration,
        name: registration.full_name,
        invitation,
        way,
      });
      if (isSetup) {
        await assertStartedSetup(tx, userId);
        effects.audit("email_verified", userId, { by: "first_admin_link" }, userId);
      } else effects.mail("verification", { user_id: userId });
      return { user_id: userId };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new HttpError("account_exists", registrationMessages.accountExists);
    throw error;
  }
}

/** The name that is typed, or the imported one. */
async function toRegister(db: Database, { email, full_name }: RegistrationInput) {
  const imported = db.selectFrom("pending_members").select("full_name").where("email", "=", email);
  return { email, full_name: full_name?.trim() || (await imported.executeTakeFirst())?.full_name };
}

async function findInvitation(
  db: Database | Transaction<DB>,
  { code, email, now }: Pick<Registration, "code" | "email" | "now">,
  { lock = false } = {},
): Promise<Invitation | undefined> {
  const query = db
    .selectFrom("invitations")
    .select(["id", "used_at", "expires_at", isUsableInvitation(now).as("is_usable")])
    .where("code", "=", code)
    .where("email", "=", email);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Of two first admins at once, the later one has waited for the row of the other. */
async function assertStartedSetup(tx: Transaction<DB>, userId: string): Promise<void> {
  const own = tx
    .selectFrom("club_setup")
    .select("id")
    .where("started_by", "=", userId)
    .where("finished_at", "is", null);
  if (!(await own.executeTakeFirst())) throw new HttpError("setup_closed", setupMessages.closed);
}

/** Used and expired are told only to a caller with matching code and e-mail. */
function assertUsable(invitation: Invitation | undefined): Invitation {
  if (invitation?.used_at) throw new HttpError("invitation_used", registrationMessages.used.description);
  if (!invitation) throw new HttpError("invitation_invalid", registrationMessages.invalid.description);
  if (!invitation.is_usable)
    throw new HttpError(
      "invitation_expired",
      registrationMessages.expired(formatDay(londonDate(invitation.expires_at))),
    );
  return invitation;
}
