import type { Context } from "hono";
import { accountMessages } from "#shared/account/account-messages.ts";
import { passkeyMessages } from "#shared/account/passkey-messages.ts";
import {
  type PasskeyAssertion,
  passkeyAssertionSchema,
  passkeyCreationSchema,
  passkeyInputSchema,
  passkeyNameSchema,
  passkeyRequestSchema,
  passkeySchema,
  signInConfirmationSchema,
} from "#shared/account/passkeys.ts";
import { freshSignInMessages } from "#shared/account/password-rules.ts";
import { signedInSchema } from "#shared/account/session.ts";
import { signInRefusals } from "#shared/account/sign-in-messages.ts";
import type { Environment } from "../../context.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { HttpError, notFound, refusedField } from "../../platform/http/http-error.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { recordChangedWayIn } from "../account/way-in-changed.ts";
import { ownerOf } from "../owner-of.ts";
import { assertOwnPassword, lockPerson } from "../passwords/password.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { endOtherAccess } from "../sessions/revoke-sessions.ts";
import { type CurrentSession, hasSecondFactor } from "../sessions/session.ts";
import { recordSignIn, renewSession, setSessionCookie, startSession } from "../sessions/start-session.ts";
import { endTwoFactorChallenge, findChallengedPerson } from "../two-factor/two-factor-challenge.ts";
import {
  acceptPasskey,
  addPasskey,
  anybody,
  assertRoomForPasskey,
  createChallenge,
  findOwnerOfPasskey,
  hostOf,
  listCredentialIds,
  renamePasskey,
  userHandleOf,
} from "./passkeys.ts";
import { PasskeyRefusal, passkeyAlgorithms } from "./verify-passkey.ts";

const route = routesOf("Sign-in");
const accountRoute = routesOf("Account");

const request = route("post", "/auth/passkey/options", {
  name: "beginPasskeySignIn",
  summary: "Begin to use a passkey, after the password only one of that person",
  audience: "anyone",
  answer: passkeyRequestSchema,
  refuses: ["rate_limited"],
});

const signIn = route("post", "/auth/passkey", {
  name: "signInWithPasskey",
  summary: "Sign in with a passkey",
  audience: "anyone",
  body: passkeyAssertionSchema,
  answer: signedInSchema,
  refuses: ["passkey_invalid", "email_not_verified", "rate_limited"],
});

const begin = accountRoute("post", "/account/passkeys/options", {
  name: "beginPasskey",
  summary: "Begin to add a passkey",
  audience: "person",
  needsFreshSignIn: true,
  answer: passkeyCreationSchema,
  refuses: ["two_factor_required", "too_many_passkeys"],
});

const add = accountRoute("post", "/account/passkeys", {
  name: "addPasskey",
  summary: "Add the passkey that the browser has created",
  audience: "person",
  body: passkeyInputSchema,
  status: 201,
  answer: passkeySchema,
  refuses: ["passkey_invalid", "two_factor_required", "passkey_taken", "too_many_passkeys"],
});

const confirm = accountRoute("post", "/account/confirmation", {
  name: "confirmSignIn",
  summary: "Confirm by password or passkey that it is still oneself",
  audience: "person",
  body: signInConfirmationSchema,
  answer: statusSchema,
  refuses: ["wrong_password", "no_password", "passkey_invalid", "rate_limited", "passwords_busy"],
});

const rename = accountRoute("put", "/account/passkeys/{id}", {
  name: "renamePasskey",
  summary: "Rename a passkey",
  audience: "person",
  params: idParameter,
  body: passkeyNameSchema,
  answer: passkeySchema,
});

const remove = accountRoute("delete", "/account/passkeys/{id}", {
  name: "removePasskey",
  summary: "Remove a passkey",
  audience: "person",
  params: idParameter,
  answer: statusSchema,
});

export const passkeyRoutes = createRouter()
  .openapi(request, async (c) => {
    const dependencies = ownerOf(c);
    await dependencies.limits.passkeyChallengesPerAddress.take(clientAddress(c));
    const userId = c.var.session?.userId ?? (await findChallengedPerson(c));
    const challenge = await createChallenge(dependencies, "sign-in", userId ?? anybody);
    const allowed = userId ? await listCredentialIds(dependencies.db, userId) : [];
    return c.json({ challenge, rp_id: hostOf(c), allowed }, 200);
  })
  .openapi(signIn, async (c) => {
    const userId = await checkPasskey(c, c.req.valid("json"));
    const token = await startSession(c, userId);
    await recordSignIn(c, { userId, token, factor: "passkey" });
    await endTwoFactorChallenge(c);
    return c.json({ user: { id: userId } }, 200);
  })
  .openapi(begin, async (c) => {
    const session = getCurrentSession(c);
    const dependencies = ownerOf(c);
    assertFactorGiven(session);
    await assertRoomForPasskey(dependencies.db, session.userId);
    const { user, userId } = session;
    const creation = {
      challenge: await createChallenge(dependencies, "create", userId),
      rp_id: hostOf(c),
      rp_name: (await dependencies.readClub()).identity.name,
      user_handle: userHandleOf(userId),
      user_name: user.email,
      display_name: user.user_metadata.full_name ?? user.email,
      algorithms: passkeyAlgorithms,
      excluded: await listCredentialIds(dependencies.db, userId),
    };
    return c.json(creation, 200);
  })
  .openapi(add, async (c) => {
    const session = getCurrentSession(c);
    assertFactorGiven(session);
    return c.json(await addPasskey(ownerOf(c), session.userId, c.req.valid("json")).catch(notAdded), 201);
  })
  .openapi(confirm, async (c) => {
    const session = getCurrentSession(c);
    const { password, passkey } = c.req.valid("json");
    if (passkey && (await checkPasskey(c, passkey)) !== session.userId)
      throw new HttpError("passkey_invalid", passkeyMessages.invalid);
    if (!passkey && !password) throw refusedField("password", freshSignInMessages.needed);
    if (!passkey) await assertOwnPassword(c, session, password ?? "");
    const { db, now } = ownerOf(c);
    await db.updateTable("auth.sessions").set({ confirmed_at: now() }).where("id", "=", session.id).execute();
    return c.json({ status: true }, 200);
  })
  .openapi(rename, async (c) => {
    const { userId } = getCurrentSession(c);
    const { id } = c.req.valid("param");
    return c.json(await renamePasskey(ownerOf(c), { userId, id, name: c.req.valid("json").name }), 200);
  })
  .openapi(remove, async (c) => {
    await removePasskey(c, getCurrentSession(c), c.req.valid("param").id);
    return c.json({ status: true }, 200);
  });

/** @returns whose it is. @throws HttpError passkey_invalid, email_not_verified, 429. */
async function checkPasskey(c: Context<Environment>, assertion: PasskeyAssertion): Promise<string> {
  const dependencies = ownerOf(c);
  const { db, limits } = dependencies;
  const address = clientAddress(c);
  await limits.passkeysPerAddress.take(address);
  const userId = await acceptPasskey(dependencies, assertion).catch((error) =>
    refuse(c, assertion.credential_id, error),
  );
  await limits.passkeysPerAddress.giveBack(address);
  const person = db.selectFrom("auth.users").select("email_verified").where("id", "=", userId);
  if (!(await person.executeTakeFirstOrThrow()).email_verified) {
    throw new HttpError("email_not_verified", signInRefusals.emailNotVerified);
  }
  return userId;
}

async function refuse(c: Context<Environment>, credentialId: string, error: unknown): Promise<never> {
  if (!(error instanceof PasskeyRefusal)) throw error;
  const { db, asOwner } = ownerOf(c);
  const userId = await findOwnerOfPasskey(db, credentialId);
  const details = { factor: "passkey", reason: error.reason };
  await asOwner(null, async (_tx, effects) => effects.audit("sign_in_failed", userId, details));
  throw new HttpError("passkey_invalid", passkeyMessages.invalid);
}

function notAdded(error: unknown): never {
  if (!(error instanceof PasskeyRefusal)) throw error;
  throw new HttpError("passkey_invalid", passkeyMessages.notAdded);
}

/** A passkey counts as the second factor: only who has given it may add one. */
function assertFactorGiven(session: CurrentSession): void {
  if (!hasSecondFactor(session) || session.factorAt) return;
  throw new HttpError("two_factor_required", accountMessages.twoFactor.notGiven);
}

/** Ends the sessions that it may have begun. @throws HttpError not_found. */
async function removePasskey(c: Context<Environment>, session: CurrentSession, id: string): Promise<void> {
  const { userId } = session;
  const { asOwner, now } = ownerOf(c);
  const { cookieToken } = await asOwner(userId, async (tx, effects) => {
    await lockPerson(tx, userId);
    const passkey = tx.deleteFrom("auth.passkeys").where("id", "=", id).where("user_id", "=", userId);
    if (!(await passkey.returning("id").executeTakeFirst())) throw notFound("passkey of yours");
    const renewed = await renewSession(tx, session);
    await endOtherAccess(tx, effects, { userId, keptId: renewed.id, at: now(), by: "passkey_removed" });
    recordChangedWayIn(effects, userId, "passkey_removed");
    return renewed;
  });
  if (cookieToken) await setSessionCookie(c, cookieToken);
}
