import { createHash, randomBytes } from "node:crypto";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { sql, type Transaction } from "kysely";
import type { Logger } from "pino";
import {
  type EmailVerificationLink,
  emailVerificationInputSchema,
  emailVerificationLinkSchema,
  linkInputSchema,
} from "#shared/account/account.ts";
import { emailVerificationMessages } from "#shared/account/mail-link-messages.ts";
import { registrationMessages } from "#shared/account/registration-messages.ts";
import { type RegistrationInput, registrationInputSchema, registrationSchema } from "#shared/account/registrations.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { type SetupAccount, setupAccountSchema } from "#shared/setup/setup.ts";
import { setupMessages } from "#shared/setup/setup-messages.ts";
import type { Environment } from "../../context.ts";
import type { Database } from "../../platform/db/connect.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { isUniqueViolation } from "../../platform/db/errors.ts";
import type { AsOwner } from "../../platform/db/types.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { ownerOf } from "../owner-of.ts";
import { assertStrongPassword, lockPerson, withPasswordLimits } from "../passwords/password.ts";
import { assertCredentials } from "../passwords/sign-in-with-password.ts";
import { recordSignIn, startSession } from "../sessions/start-session.ts";
import { registerPerson } from "./register-person.ts";
import { isUsableInvitation } from "./usable-invitation.ts";

const route = routesOf("Sign-in");

const register = route("post", "/registrations", {
  name: "register",
  summary: "Make an account with an invitation",
  audience: "anyone",
  body: registrationInputSchema,
  status: 201,
  answer: registrationSchema,
  refuses: [
    "missing_credentials",
    "account_exists",
    "invitation_used",
    "invitation_expired",
    "setup_closed",
    "invitation_invalid",
    "weak_password",
    "rate_limited",
    "passwords_busy",
  ],
});

const setUp = route("post", "/setup/account", {
  name: "createFirstAdmin",
  summary: "Make the first admin's account by its link",
  audience: "anyone",
  body: setupAccountSchema,
  status: 201,
  answer: registrationSchema,
  refuses: [
    "account_exists",
    "invitation_used",
    "invitation_expired",
    "setup_closed",
    "invitation_invalid",
    "weak_password",
    "rate_limited",
    "passwords_busy",
  ],
});

const readLink = route("post", "/auth/verify-email/read", {
  name: "readEmailVerificationLink",
  summary: "Whether the link of a verification mail was used",
  audience: "anyone",
  body: linkInputSchema,
  answer: emailVerificationLinkSchema,
  refuses: ["invalid_token"],
});

const verify = route("post", "/auth/verify-email", {
  name: "verifyEmail",
  summary: "Verify an e-mail with the token of its mail and the password",
  audience: "anyone",
  body: emailVerificationInputSchema,
  answer: z.object({ email: z.string() }),
  refuses: ["invalid_token", "wrong_password", "rate_limited", "passwords_busy"],
});

const verificationTokenHash = (token: string): string => createHash("sha256").update(token).digest("base64url");

export const registrationRoutes = createRouter()
  .openapi(
    register,
    async (c) => {
      const input = c.req.valid("json");
      return c.json(
        { ...(await registerWithin(c, input)), email: input.email, is_mailed: ownerOf(c).hasMailServer },
        201,
      );
    },
    (checked) => assertCredentials(checked),
  )
  .openapi(setUp, async (c) => {
    const input: SetupAccount = c.req.valid("json");
    const account = await registerWithin(c, input, { isSetup: true });
    await recordSignIn(c, { userId: account.user_id, token: await startSession(c, account.user_id) });
    return c.json({ ...account, email: input.email, is_mailed: ownerOf(c).hasMailServer }, 201);
  })
  .openapi(readLink, async (c) => c.json(await readVerificationLink(c, c.req.valid("json").token), 200))
  .openapi(verify, async (c) => {
    const { token, password } = c.req.valid("json");
    return c.json({ email: await verifyEmail(c, token, password) }, 200);
  });

/** Within the limit of failed tries. */
async function registerWithin(c: Context<Environment>, input: RegistrationInput, { isSetup = false } = {}) {
  const { limits, auth, db, asOwner, log, now, adminEmails } = ownerOf(c);
  const address = clientAddress(c);
  await limits.registrationsPerAddress.take(address);
  const hashPassword = (await auth.$context).password.hash;
  const clubName = (await c.var.dependencies.readClub()).identity.name;
  const registration = { ...input, db, asOwner, log, now: now(), adminEmails, hashPassword, clubName, isSetup };
  const account = await registerAccount(registration).catch((error) => auditWrongCode(asOwner, error));
  await limits.registrationsPerAddress.giveBack(address);
  return account;
}

/** Omits code and e-mail: they may belong to somebody else's invitation. @throws the given error. */
async function auditWrongCode(asOwner: AsOwner, error: unknown): Promise<never> {
  if (error instanceof HttpError && error.code === "invitation_invalid") {
    const { code } = error;
    await asOwner(null, async (_tx, effects) => effects.audit("registration_failed", null, { reason: code }));
  }
  throw error;
}

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
async function registerAccount({
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

/** The name that is typed, or that of the invitation or of the import. */
async function toRegister(db: Database, { email, code, full_name }: RegistrationInput) {
  const invited = db.selectFrom("invitations").select("full_name").where("code", "=", code).where("email", "=", email);
  const imported = db.selectFrom("pending_members").select("full_name").where("email", "=", email);
  const known = async () =>
    (await invited.executeTakeFirst())?.full_name ?? (await imported.executeTakeFirst())?.full_name;
  return { email, full_name: full_name?.trim() || (await known()) };
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

/** The later one of two first admins who register at once has waited for the row of the other. */
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

/**
 * Requires the password too, in case a stranger registered with the mailbox owner's invitation. A link that was used
 * changes nothing, and says that the address is verified. @throws HttpError invalid_token, wrong_password, 429.
 */
async function verifyEmail(c: Context<Environment>, token: string, password: string): Promise<string> {
  const { db, asOwner, auth, now } = ownerOf(c);
  const { userId, email, hash, isVerified } = await getSentLink(db, token, now());
  if (isVerified) return email;
  const { verify } = (await auth.$context).password;
  await withPasswordLimits(c, email, async () => {
    if (hash && (await verify({ hash, password }))) return;
    await asOwner(null, async (_tx, effects) => effects.audit("password_check_failed", userId));
    throw new HttpError("wrong_password", emailVerificationMessages.wrongPassword);
  });
  await asOwner(userId, async (tx, effects) => {
    await lockPerson(tx, userId);
    // Read again under the lock: a concurrent call may have verified it.
    if ((await getSentLink(tx, token, now())).isVerified) return;
    const verified = { email_verified: true, updated_at: now() };
    await tx.updateTable("auth.users").set(verified).where("id", "=", userId).execute();
    effects.audit("email_verified", userId);
  });
  return email;
}

/** Changes nothing, and tells nothing to those without the token. @throws HttpError invalid_token. */
async function readVerificationLink(c: Context<Environment>, token: string): Promise<EmailVerificationLink> {
  const { db, now } = ownerOf(c);
  const { email, isVerified } = await getSentLink(db, token, now());
  return { verified_email: isVerified ? email : null };
}

interface SentLink {
  userId: string;
  email: string;
  isVerified: boolean;
  hash: string | null;
}

async function getSentLink(db: Database | Transaction<DB>, token: string, now: Date): Promise<SentLink> {
  const { rows } = await sql<SentLink>`
    select u.id as "userId", u.email, u.email_verified as "isVerified",
           (select password from auth.accounts where user_id = u.id and provider_id = 'credential') as hash
      from auth.email_verifications v join auth.users u on u.id = v.user_id and u.email = v.email
     where v.token_hash = ${verificationTokenHash(token)}
       and (u.email_verified or v.expires_at > ${now})`.execute(db);
  const [found] = rows;
  if (!found) throw new HttpError("invalid_token", emailVerificationMessages.linkInvalid);
  return found;
}

export const verificationLifetimeHours = 24;
/** A link that was used says so for this many days. */
const daysKept = 30;
const tokenBytes = 32;

/** @returns undefined when the e-mail is already verified or no longer the account's. */
export async function createVerificationToken(
  db: Database,
  { id, email }: { id: string; email: string },
): Promise<string | undefined> {
  const token = randomBytes(tokenBytes).toString("base64url");
  await sql`delete from auth.email_verifications where expires_at <= now() - make_interval(days => ${daysKept})`.execute(
    db,
  );
  const { rows } = await sql`
    insert into auth.email_verifications (token_hash, user_id, email, expires_at)
    select ${verificationTokenHash(token)}, id, email, now() + make_interval(hours => ${verificationLifetimeHours})
      from auth.users where id = ${id} and email = ${email} and not email_verified for key share
    returning user_id`.execute(db);
  return rows.length === 1 ? token : undefined;
}
