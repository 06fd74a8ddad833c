import { createRoute, z } from "@hono/zod-openapi";
import { passwordChangeInputSchema } from "#shared/account.ts";
import { getCurrentSession } from "../../auth/get-current-session.ts";
import { rememberDevice } from "../../auth/known-device.ts";
import { assertOwnPassword } from "../../auth/own-password.ts";
import { assertStrongPassword } from "../../auth/password.ts";
import { lockPerson, setPassword } from "../../auth/set-password.ts";
import { writeAudit } from "../../db/audit.ts";
import { answers, jsonBody } from "../../http/answers.ts";
import { openTo } from "../../http/guard.ts";
import { createRouter } from "../../http/router.ts";

const change = createRoute({
  method: "put",
  path: "/account/password",
  summary: "Change the password, which ends all other sessions",
  ...openTo("person"),
  request: { body: jsonBody(passwordChangeInputSchema) },
  responses: answers(200, z.object({ status: z.boolean() }), "Changed"),
});

export const passwordRoutes = createRouter().openapi(change, async (c) => {
  const session = getCurrentSession(c);
  const { db, auth } = c.var.dependencies;
  const { current_password, new_password } = c.req.valid("json");
  assertStrongPassword(new_password);
  await assertOwnPassword(c, session, current_password);
  const passwordHash = await (await auth.$context).password.hash(new_password);
  await db.transaction().execute(async (tx) => {
    await lockPerson(tx, session.userId);
    await setPassword(tx, session.userId, passwordHash, session.id);
    await writeAudit(tx, session.userId, [["password_changed", session.userId, undefined]]);
  });
  await rememberDevice(c, session.userId);
  return c.json({ status: true }, 200);
});
