import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { accountNameInputSchema, accountSchema, passwordIfAnySchema } from "#shared/account.ts";
import { getCurrentSession } from "../../auth/get-current-session.ts";
import { assertOwnPasswordIfAny } from "../../auth/own-password.ts";
import { writeAudit } from "../../db/audit.ts";
import { answers, jsonBody } from "../../http/answers.ts";
import { openTo } from "../../http/guard.ts";
import { createRouter } from "../../http/router.ts";
import { disconnectGoogle } from "./disconnect-google.ts";
import { readAccount } from "./read-account.ts";

const read = createRoute({
  method: "get",
  path: "/account",
  summary: "How one signs in, and where one is signed in",
  ...openTo("person"),
  responses: answers(200, accountSchema, "The account, without secrets"),
});

const rename = createRoute({
  method: "put",
  path: "/account/name",
  summary: "Change one's name",
  ...openTo("person"),
  request: { body: jsonBody(accountNameInputSchema) },
  responses: answers(200, accountNameInputSchema, "The name"),
});

const disconnect = createRoute({
  method: "delete",
  path: "/account/identities/google",
  summary: "Disconnect one's Google account; the password is asked for",
  ...openTo("person"),
  request: { body: { ...jsonBody(passwordIfAnySchema), required: false } },
  responses: answers(200, z.object({ status: z.boolean() }), "Disconnected; 409 last_way_in without a password"),
});

export const accountRoutes = createRouter()
  .openapi(read, async (c) => c.json(await readAccount(c.var.dependencies, getCurrentSession(c)), 200))
  .openapi(rename, async (c) => {
    const { full_name } = c.req.valid("json");
    const { userId } = getCurrentSession(c);
    const { db, now } = c.var.dependencies;
    await db.transaction().execute(async (tx) => {
      const person = tx.updateTable("auth.users").where("id", "=", userId);
      await person.set({ name: full_name, updated_at: now() }).execute();
      await writeAudit(tx, userId, [["account_name_changed", userId, undefined]]);
    });
    return c.json({ full_name }, 200);
  })
  .openapi(disconnect, async (c) => {
    const session = getCurrentSession(c);
    await assertOwnPasswordIfAny(c, session, c.req.valid("json").password);
    await disconnectGoogle(c.var.dependencies, session.userId);
    return c.json({ status: true }, 200);
  });
