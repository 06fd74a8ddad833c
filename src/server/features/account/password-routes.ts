import { createRoute, z } from "@hono/zod-openapi";
import { passwordChangeInputSchema } from "#shared/account.ts";
import { endOtherSessions } from "../../auth/end-sessions.ts";
import { getCurrentSession } from "../../auth/get-current-session.ts";
import { rememberDevice } from "../../auth/known-device.ts";
import { assertOwnPassword } from "../../auth/own-password.ts";
import { assertStrongPassword } from "../../auth/password.ts";
import { renewSession } from "../../auth/renew-session.ts";
import { lockPerson, setPassword } from "../../auth/set-password.ts";
import { setSessionCookie } from "../../auth/start-session.ts";
import { recordChangedWayIn } from "../../auth/way-in-changed.ts";
import { answers, jsonBody } from "../../http/answers.ts";
import { openTo } from "../../http/guard.ts";
import { createRouter } from "../../http/router.ts";

const change = createRoute({
  method: "put",
  path: "/account/password",
  summary: "Change the password, which ends all other sessions and gives this one a new cookie",
  ...openTo("person"),
  request: { body: jsonBody(passwordChangeInputSchema) },
  responses: answers(200, z.object({ status: z.boolean() }), "Changed"),
});

export const passwordRoutes = createRouter().openapi(change, async (c) => {
  const session = getCurrentSession(c);
  const { dependencies } = c.var;
  const { current_password, new_password } = c.req.valid("json");
  assertStrongPassword(new_password);
  await assertOwnPassword(c, session, current_password);
  const passwordHash = await (await dependencies.auth.$context).password.hash(new_password);
  const { cookieToken } = await dependencies.db.transaction().execute(async (tx) => {
    await lockPerson(tx, session.userId);
    await setPassword(tx, session.userId, passwordHash);
    const renewed = await renewSession(tx, session);
    await endOtherSessions(tx, session.userId, renewed.id);
    await recordChangedWayIn(tx, dependencies, session.userId, "password_changed");
    return renewed;
  });
  if (cookieToken) {
    await setSessionCookie(c, cookieToken);
    await rememberDevice(c, session.userId);
  }
  return c.json({ status: true }, 200);
});
