import { z } from "@hono/zod-openapi";
import {
  passwordChangeInputSchema,
  passwordResetInputSchema,
  passwordResetRequestSchema,
} from "#shared/account/account.ts";
import { signInInputSchema, signInResponseSchema } from "#shared/account/session.ts";
import { emailSchema } from "#shared/text.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { refusedField } from "../../platform/http/http-error.ts";
import { statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { recordChangedWayIn } from "../account/way-in-changed.ts";
import { callBetterAuth, passCookies } from "../call-better-auth.ts";
import { ownerOf } from "../owner-of.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { recordSignIn } from "../sessions/record-sign-in.ts";
import { endOtherAccess, revokeReplacedSession } from "../sessions/revoke-sessions.ts";
import { renewSession, setSessionCookie } from "../sessions/start-session.ts";
import { forgetWrongCodes } from "../two-factor/two-factor-limit.ts";
import { rememberDevice } from "./known-device.ts";
import { assertOwnPassword, assertStrongPassword, findPasswordOwner, lockPerson, setPassword } from "./password.ts";
import { forgetWrongPasswords } from "./password-limits.ts";
import { requestPasswordReset, resetPassword } from "./password-recovery.ts";
import { assertCredentials, signInWithPassword } from "./sign-in-with-password.ts";

const route = routesOf("Sign-in");
const accountRoute = routesOf("Account");

const signIn = route("post", "/auth/sign-in/email", {
  name: "signIn",
  summary: "Sign in with e-mail and password",
  audience: "anyone",
  body: signInInputSchema,
  answer: signInResponseSchema,
  refuses: [
    "invalid_credentials",
    "invalid_token",
    "missing_credentials",
    "email_not_verified",
    "forbidden",
    "rate_limited",
    "passwords_busy",
  ],
});

const sendVerification = route("post", "/auth/send-verification-email", {
  name: "sendVerificationMail",
  summary: "Send the verification mail again",
  audience: "anyone",
  body: z.object({ email: emailSchema }),
  answer: statusSchema,
  refuses: ["invalid_token", "rate_limited"],
});

const request = route("post", "/auth/request-password-reset", {
  name: "requestPasswordReset",
  summary: "Send a link to choose a new password",
  audience: "anyone",
  body: passwordResetRequestSchema,
  answer: statusSchema,
  refuses: ["rate_limited"],
});

const reset = route("post", "/auth/reset-password", {
  name: "resetPassword",
  summary: "Choose a new password with the token of the link",
  audience: "anyone",
  body: passwordResetInputSchema,
  answer: statusSchema,
  refuses: ["invalid_token", "weak_password", "rate_limited", "passwords_busy"],
});

const change = accountRoute("put", "/account/password", {
  name: "changePassword",
  summary: "Change the password",
  audience: "person",
  body: passwordChangeInputSchema,
  answer: statusSchema,
  refuses: ["wrong_password", "no_password", "weak_password", "rate_limited", "passwords_busy"],
});

export const passwordRoutes = createRouter()
  .openapi(
    signIn,
    async (c) => {
      const response = await signInWithPassword(c, c.req.valid("json"));
      await revokeReplacedSession(c);
      passCookies(c, response);
      // Better Auth's body repeats the session token: keep it from scripts.
      const body = (await response.json()) as { token?: string };
      const answer = signInResponseSchema.parse(body);
      // With two-factor, the second step records the sign-in.
      if ("user" in answer) await recordSignIn(c, { userId: answer.user.id, token: body.token ?? "" });
      return c.json(answer, 200);
    },
    (checked) => assertCredentials(checked),
  )
  .openapi(sendVerification, async (c) => {
    const { email } = c.req.valid("json");
    await ownerOf(c).limits.mailsPerAddress.take(clientAddress(c));
    await callBetterAuth(c, { body: { email } });
    return c.json({ status: true }, 200);
  })
  .openapi(request, async (c) => {
    const { email } = c.req.valid("json");
    const dependencies = ownerOf(c);
    await dependencies.limits.mailsPerAddress.take(clientAddress(c));
    await requestPasswordReset(dependencies, email);
    return c.json({ status: true }, 200);
  })
  .openapi(reset, async (c) => {
    const { token, password } = c.req.valid("json");
    const { email, userId } = await resetPassword(ownerOf(c), token, password);
    await forgetWrongCodes(ownerOf(c), userId);
    await forgetWrongPasswords(c, email);
    await rememberDevice(c, userId);
    return c.json({ status: true }, 200);
  })
  .openapi(change, async (c) => {
    const session = getCurrentSession(c);
    const dependencies = ownerOf(c);
    const { current_password, new_password } = c.req.valid("json");
    const owner = await findPasswordOwner(dependencies.db, session.userId);
    await assertStrongPassword(new_password, (await dependencies.readClub()).identity.name, owner);
    await assertOwnPassword(c, session, current_password);
    if (new_password === current_password) throw refusedField("new_password", "This is your present password.");
    const passwordHash = await (await dependencies.auth.$context).password.hash(new_password);
    const { cookieToken } = await dependencies.asOwner(session.userId, async (tx, effects) => {
      await lockPerson(tx, session.userId);
      await setPassword(tx, session.userId, passwordHash);
      const renewed = await renewSession(tx, session);
      const at = dependencies.now();
      await endOtherAccess(tx, effects, { userId: session.userId, keptId: renewed.id, at, by: "password_changed" });
      recordChangedWayIn(effects, session.userId, "password_changed");
      return renewed;
    });
    if (cookieToken) {
      await setSessionCookie(c, cookieToken);
      await rememberDevice(c, session.userId);
    }
    return c.json({ status: true }, 200);
  });
