import { createRoute, z } from "@hono/zod-openapi";
import {
  passwordOnlyInputSchema,
  recoveryCodeInputSchema,
  recoveryCodesSchema,
  totpInputSchema,
  twoFactorSetupSchema,
} from "#shared/account.ts";
import { accountMessages } from "#shared/account-messages.ts";
import { signedInSchema } from "#shared/session.ts";
import { answers, jsonBody } from "../http/answers.ts";
import { openTo } from "../http/guard.ts";
import { Refusal } from "../http/refusal.ts";
import { createRouter } from "../http/router.ts";
import { callBetterAuth, passCookies } from "./call-better-auth.ts";
import { hasSecondFactor } from "./current-session.ts";
import { getCurrentSession } from "./get-current-session.ts";
import { rememberDevice } from "./known-device.ts";
import { assertOwnPassword } from "./own-password.ts";
import { spendRecoveryCode } from "./spend-recovery-code.ts";
import { spendTotpCode } from "./spend-totp-code.ts";
import { findTwoFactorPerson } from "./two-factor-person.ts";

const verifyTotp = createRoute({
  method: "post",
  path: "/auth/two-factor/verify-totp",
  summary: "Give a code of the authenticator app: the second step of signing in, and the last of setting it up",
  ...openTo("anyone"),
  request: { body: jsonBody(totpInputSchema) },
  responses: answers(200, signedInSchema, "Signed in; the cookie is set"),
});

const verifyRecoveryCode = createRoute({
  method: "post",
  path: "/auth/two-factor/verify-backup-code",
  summary: "Sign in with a recovery code in place of the authenticator app's",
  ...openTo("anyone"),
  request: { body: jsonBody(recoveryCodeInputSchema) },
  responses: answers(200, signedInSchema, "Signed in; the cookie is set, and the code is used up"),
});

const enable = createRoute({
  method: "post",
  path: "/auth/two-factor/enable",
  summary: "Begin to set up two-factor sign-in; it is on once a code has been given",
  ...openTo("person"),
  request: { body: jsonBody(passwordOnlyInputSchema) },
  responses: answers(200, twoFactorSetupSchema, "What the authenticator app needs, and the recovery codes, once"),
});

const disable = createRoute({
  method: "post",
  path: "/auth/two-factor/disable",
  summary: "Turn two-factor sign-in off",
  ...openTo("person"),
  request: { body: jsonBody(passwordOnlyInputSchema) },
  responses: answers(200, z.object({ status: z.boolean() }), "It is off"),
});

const renewRecoveryCodes = createRoute({
  method: "post",
  path: "/auth/two-factor/generate-backup-codes",
  summary: "Make new recovery codes, in place of all earlier ones",
  ...openTo("person"),
  request: { body: jsonBody(passwordOnlyInputSchema) },
  responses: answers(200, recoveryCodesSchema, "The codes, once"),
});

/** Better Auth's two-factor sign-in, with codes that work once and limits on guessing them. */
export const twoFactorRoutes = createRouter()
  .openapi(verifyTotp, async (c) => {
    const { code } = c.req.valid("json");
    const { dependencies, session } = c.var;
    const userId = await findTwoFactorPerson(c);
    await spendTotpCode(dependencies, userId, code);
    const response = await callBetterAuth(c, { body: { code } });
    await dependencies.asActor({ userId }, async (_tx, trace) => {
      if (!session) trace.audit("signed_in", userId, { factor: "totp" });
      else if (!hasSecondFactor(session)) trace.audit("two_factor_enabled", userId);
    });
    passCookies(c, response);
    await rememberDevice(c, userId);
    return c.json({ user: { id: userId } }, 200);
  })
  .openapi(verifyRecoveryCode, async (c) => {
    const { dependencies, session } = c.var;
    const userId = await findTwoFactorPerson(c);
    const redeem = (code: string) => callBetterAuth(c, { body: { code } });
    const response = await spendRecoveryCode(dependencies, userId, c.req.valid("json").code, redeem);
    await dependencies.asActor({ userId }, async (_tx, trace) => {
      trace.audit("recovery_code_used", userId);
      if (!session) trace.audit("signed_in", userId, { factor: "recovery_code" });
    });
    passCookies(c, response);
    await rememberDevice(c, userId);
    return c.json({ user: { id: userId } }, 200);
  })
  .openapi(enable, async (c) => {
    const session = getCurrentSession(c);
    const { password } = c.req.valid("json");
    await assertOwnPassword(c, session, password);
    if (hasSecondFactor(session)) throw new Refusal(409, "bad_request", accountMessages.twoFactor.isOn);
    const response = await callBetterAuth(c, { body: { password } });
    const setup = (await response.json()) as { totpURI: string; backupCodes: string[] };
    return c.json({ totp_uri: setup.totpURI, recovery_codes: setup.backupCodes }, 200);
  })
  .openapi(disable, async (c) => {
    const session = getCurrentSession(c);
    const { password } = c.req.valid("json");
    await assertOwnPassword(c, session, password);
    const response = await callBetterAuth(c, { body: { password } });
    await c.var.dependencies.asActor(c.var.actor, async (_tx, trace) => {
      if (hasSecondFactor(session)) trace.audit("two_factor_disabled", session.userId);
    });
    passCookies(c, response);
    return c.json({ status: true }, 200);
  })
  .openapi(renewRecoveryCodes, async (c) => {
    const session = getCurrentSession(c);
    const { password } = c.req.valid("json");
    await assertOwnPassword(c, session, password);
    if (!hasSecondFactor(session)) throw new Refusal(409, "bad_request", accountMessages.twoFactor.isOff);
    const response = await callBetterAuth(c, { body: { password } });
    await c.var.dependencies.asActor(c.var.actor, async (_tx, trace) =>
      trace.audit("recovery_codes_renewed", session.userId),
    );
    const { backupCodes } = (await response.json()) as { backupCodes: string[] };
    return c.json({ recovery_codes: backupCodes }, 200);
  });
