import { symmetricEncrypt } from "better-auth/crypto";
import type { Context } from "hono";
import type { Transaction } from "kysely";
import {
  passwordOnlyInputSchema,
  recoveryCodeInputSchema,
  recoveryCodesSchema,
  totpInputSchema,
  twoFactorSetupSchema,
} from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import { signedInSchema } from "#shared/account/session.ts";
import type { Environment } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { recordChangedWayIn } from "../account/way-in-changed.ts";
import { createRecoveryCodes } from "../better-auth.ts";
import { callBetterAuth, passCookies } from "../call-better-auth.ts";
import { ownerOf } from "../owner-of.ts";
import { rememberDevice } from "../passwords/known-device.ts";
import { assertOwnPassword, lockPerson } from "../passwords/password.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { endOtherAccess } from "../sessions/revoke-sessions.ts";
import { type CurrentSession, hasSecondFactor } from "../sessions/session.ts";
import { recordSignIn, renewSession, setSessionCookie } from "../sessions/start-session.ts";
import { consumeRecoveryCode, consumeTotpCode } from "./consume-codes.ts";
import { findTwoFactorPerson } from "./two-factor-challenge.ts";

const route = routesOf("Sign-in");
const accountRoute = routesOf("Account");

const verifyTotp = route("post", "/auth/two-factor/verify-totp", {
  name: "verifyTotp",
  summary: "Give a code of the authenticator app",
  audience: "anyone",
  body: totpInputSchema,
  answer: signedInSchema,
  refuses: ["invalid_code", "invalid_token", "two_factor_expired", "rate_limited"],
});

const verifyRecoveryCode = route("post", "/auth/two-factor/verify-backup-code", {
  name: "verifyRecoveryCode",
  summary: "Sign in with a recovery code in place of the authenticator app's",
  audience: "anyone",
  body: recoveryCodeInputSchema,
  answer: signedInSchema,
  refuses: ["invalid_code", "invalid_token", "two_factor_expired", "rate_limited"],
});

const enable = accountRoute("post", "/auth/two-factor/enable", {
  name: "beginTwoFactor",
  summary: "Begin to set up two-factor sign-in",
  audience: "person",
  body: passwordOnlyInputSchema,
  answer: twoFactorSetupSchema,
  refuses: ["invalid_token", "wrong_password", "409 bad_request", "no_password", "rate_limited", "passwords_busy"],
});

const disable = accountRoute("post", "/auth/two-factor/disable", {
  name: "disableTwoFactor",
  summary: "Turn two-factor sign-in off",
  audience: "person",
  body: passwordOnlyInputSchema,
  answer: statusSchema,
  refuses: ["wrong_password", "no_password", "rate_limited", "passwords_busy"],
});

const renew = accountRoute("post", "/auth/two-factor/generate-backup-codes", {
  name: "renewRecoveryCodes",
  summary: "Make new recovery codes in place of all earlier ones",
  audience: "person",
  body: passwordOnlyInputSchema,
  answer: recoveryCodesSchema,
  refuses: ["wrong_password", "409 bad_request", "no_password", "rate_limited", "passwords_busy"],
});

export const twoFactorRoutes = createRouter()
  .openapi(verifyTotp, async (c) => {
    const { code } = c.req.valid("json");
    const { session } = c.var;
    const dependencies = ownerOf(c);
    const userId = await findTwoFactorPerson(c);
    const checkedSecret = await consumeTotpCode(dependencies, userId, code);
    if (session) {
      await giveSecondFactor(c, session, checkedSecret);
      await rememberDevice(c, userId);
    } else await finishSignIn(c, userId, "totp", await callBetterAuth(c, { body: { code } }));
    return c.json({ user: { id: userId } }, 200);
  })
  .openapi(verifyRecoveryCode, async (c) => {
    const dependencies = ownerOf(c);
    const userId = await findTwoFactorPerson(c);
    const redeem = (code: string) => callBetterAuth(c, { body: { code } });
    const response = await consumeRecoveryCode(dependencies, userId, c.req.valid("json").code, redeem);
    await dependencies.asActor({ userId, at: dependencies.now() }, async (_tx, effects) =>
      recordChangedWayIn(effects, userId, "recovery_code_used"),
    );
    if (!c.var.session) await finishSignIn(c, userId, "recovery_code", response);
    return c.json({ user: { id: userId } }, 200);
  })
  .openapi(enable, async (c) => {
    const session = getCurrentSession(c);
    const { password } = c.req.valid("json");
    await assertOwnPassword(c, session, password);
    if (hasSecondFactor(session)) throw new HttpError("bad_request", accountMessages.twoFactor.isOn, { status: 409 });
    // A colon ends the issuer's name in the link, and apps show a plus as it is.
    const issuer = (await ownerOf(c).readClub()).identity.name.replaceAll(":", "");
    const response = await callBetterAuth(c, { body: { password, issuer } });
    const setup = (await response.json()) as { totpURI: string; backupCodes: string[] };
    return c.json({ totp_uri: setup.totpURI.replaceAll("+", "%20"), recovery_codes: setup.backupCodes }, 200);
  })
  .openapi(disable, async (c) => {
    const session = getCurrentSession(c);
    await assertOwnPassword(c, session, c.req.valid("json").password);
    await removeSecondFactor(c, session);
    return c.json({ status: true }, 200);
  })
  .openapi(renew, async (c) => {
    const session = getCurrentSession(c);
    await assertOwnPassword(c, session, c.req.valid("json").password);
    if (!hasSecondFactor(session)) throw new HttpError("bad_request", accountMessages.twoFactor.isOff, { status: 409 });
    return c.json({ recovery_codes: await renewRecoveryCodes(c, session) }, 200);
  });

/**
 * Enabling revokes other sessions. @param checkedSecret detects a setup restarted meanwhile. @throws HttpError
 * invalid_code.
 */
async function giveSecondFactor(
  c: Context<Environment>,
  session: CurrentSession,
  checkedSecret: string,
): Promise<void> {
  const { now } = ownerOf(c);
  if (hasSecondFactor(session)) {
    const renewed = await ownerOf(c)
      .db.transaction()
      .execute((tx) => renewSession(tx, session, { factor_at: now() }));
    if (renewed.cookieToken) await setSessionCookie(c, renewed.cookieToken);
    return;
  }
  await changeSecondFactor(c, session, "two_factor_enabled", now(), async (tx) => {
    const factor = tx.updateTable("auth.two_factors").set({ verified: true }).where("user_id", "=", session.userId);
    const { numUpdatedRows } = await factor.where("secret", "=", checkedSecret).executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new HttpError("invalid_code", accountMessages.twoFactor.invalidCode);
  });
}

/** An unverified setup is dropped without audit or mail. */
async function removeSecondFactor(c: Context<Environment>, session: CurrentSession): Promise<void> {
  const remove = (tx: Transaction<DB>) =>
    tx.deleteFrom("auth.two_factors").where("user_id", "=", session.userId).execute();
  if (hasSecondFactor(session)) await changeSecondFactor(c, session, "two_factor_disabled", null, remove);
  else await ownerOf(c).db.transaction().execute(remove);
}

/** @returns ten codes that replace all earlier ones. */
async function renewRecoveryCodes(c: Context<Environment>, session: CurrentSession): Promise<string[]> {
  const codes = createRecoveryCodes();
  const key = (await ownerOf(c).auth.$context).secretConfig;
  const backup_codes = await symmetricEncrypt({ key, data: JSON.stringify(codes) });
  await changeSecondFactor(c, session, "recovery_codes_renewed", undefined, (tx) =>
    tx.updateTable("auth.two_factors").set({ backup_codes }).where("user_id", "=", session.userId).execute(),
  );
  return codes;
}

/** @param factorAt undefined leaves it unchanged. */
async function changeSecondFactor(
  c: Context<Environment>,
  session: CurrentSession,
  kind: Parameters<typeof recordChangedWayIn>[2],
  factorAt: Date | null | undefined,
  change: (tx: Transaction<DB>) => Promise<unknown>,
): Promise<void> {
  const dependencies = ownerOf(c);
  const { cookieToken } = await dependencies.asOwner(session.userId, async (tx, effects) => {
    await lockPerson(tx, session.userId);
    await change(tx);
    const renewed = await renewSession(tx, session, factorAt === undefined ? {} : { factor_at: factorAt });
    const at = dependencies.now();
    await endOtherAccess(tx, effects, { userId: session.userId, keptId: renewed.id, at, by: kind });
    recordChangedWayIn(effects, session.userId, kind);
    return renewed;
  });
  if (cookieToken) await setSessionCookie(c, cookieToken);
}

async function finishSignIn(
  c: Context<Environment>,
  userId: string,
  factor: "totp" | "recovery_code",
  response: Response,
): Promise<void> {
  const { token } = (await response.json()) as { token: string };
  await recordSignIn(c, { userId, token, factor });
  passCookies(c, response);
}
