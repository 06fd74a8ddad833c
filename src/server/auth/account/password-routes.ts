import { createRoute } from "@hono/zod-openapi";
import { passwordChangeInputSchema } from "#shared/account.ts";
import { jsonBody, responses, statusSchema } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { openTo } from "../guard.ts";
import { ownerOf } from "../owner-of.ts";
import { rememberDevice } from "../passwords/known-device.ts";
import { assertOwnPassword, assertStrongPassword, lockPerson, setPassword } from "../passwords/password.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { renewSession } from "../sessions/renew-session.ts";
import { revokeOtherSessions } from "../sessions/revoke-sessions.ts";
import { setSessionCookie } from "../sessions/start-session.ts";
import { recordChangedWayIn } from "./way-in-changed.ts";

const change = createRoute({
  method: "put",
  path: "/account/password",
  summary: "Change the password, which ends all other sessions and gives this one a new cookie",
  ...openTo("person"),
  request: { body: jsonBody(passwordChangeInputSchema) },
  responses: responses(200, statusSchema, "Changed"),
});

export const passwordRoutes = createRouter().openapi(change, async (c) => {
  const session = getCurrentSession(c);
  const dependencies = ownerOf(c);
  const { current_password, new_password } = c.req.valid("json");
  assertStrongPassword(new_password);
  await assertOwnPassword(c, session, current_password);
  const passwordHash = await (await dependencies.auth.$context).password.hash(new_password);
  const { cookieToken } = await dependencies.asOwner(session.userId, async (tx, effects) => {
    await lockPerson(tx, session.userId);
    await setPassword(tx, session.userId, passwordHash);
    const renewed = await renewSession(tx, session);
    await revokeOtherSessions(tx, session.userId, renewed.id);
    recordChangedWayIn(effects, session.userId, "password_changed");
    return renewed;
  });
  if (cookieToken) {
    await setSessionCookie(c, cookieToken);
    await rememberDevice(c, session.userId);
  }
  return c.json({ status: true }, 200);
});
