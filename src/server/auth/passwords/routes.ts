import {
  passwordChangeInputSchema,
  passwordResetInputSchema,
  passwordResetRequestSchema,
} from "#shared/account/account.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { refusedField } from "../../platform/http/http-error.ts";
import { statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { recordChangedWayIn } from "../account/way-in-changed.ts";
import { ownerOf } from "../owner-of.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { endOtherAccess } from "../sessions/revoke-sessions.ts";
import { renewSession, setSessionCookie } from "../sessions/start-session.ts";
import { forgetWrongCodes } from "../two-factor/two-factor-limit.ts";
import { rememberDevice } from "./known-device.ts";
import { assertOwnPassword, assertStrongPassword, lockPerson, setPassword } from "./password.ts";
import { forgetWrongPasswords } from "./password-limits.ts";
import { requestPasswordReset, resetPassword } from "./password-recovery.ts";

const route = routesOf("Sign-in");
const accountRoute = routesOf("Account");

const request = route("post", "/auth/request-password-reset", {
  name: "requestPasswordReset",
  summary: "Send a link to choose a new password; the answer never tells whether there is such an account",
  audience: "anyone",
  body: passwordResetRequestSchema,
  answer: statusSchema,
  refuses: ["rate_limited"],
});

const reset = route("post", "/auth/reset-password", {
  name: "resetPassword",
  summary: "Choose a new password with the token of the link; this ends all sessions and disconnects Google",
  audience: "anyone",
  body: passwordResetInputSchema,
  answer: statusSchema,
  refuses: ["invalid_token", "weak_password", "rate_limited", "passwords_busy"],
});

const change = accountRoute("put", "/account/password", {
  name: "changePassword",
  summary: "Change the password, which ends all other sessions and gives this one a new cookie",
  audience: "person",
  body: passwordChangeInputSchema,
  answer: statusSchema,
  refuses: ["wrong_password", "no_password", "weak_password", "rate_limited", "passwords_busy"],
});

export const passwordRoutes = createRouter()
  .openapi(request, async (c) => {
    const { email } = c.req.valid("json");
    const dependencies = ownerOf(c);
    await dependencies.limits.mailsPerAddress.take(clientAddress(c));
    await requestPasswordReset(dependencies, email);
    return c.json({ status: true }, 200);
  })
  .openapi(reset, async (c) => {
    const { token, password } = c.req.valid("json");
    await assertStrongPassword(password, (await ownerOf(c).readClub()).identity.name);
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
    await assertStrongPassword(new_password, (await dependencies.readClub()).identity.name);
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
