import { createRoute } from "@hono/zod-openapi";
import { emailChangeInputSchema, emailChangeSchema } from "#shared/account.ts";
import { jsonBody, responses, statusSchema } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { openTo } from "../guard.ts";
import { ownerOf } from "../owner-of.ts";
import { lockPerson } from "../passwords/set-password.ts";
import { getCurrentSession } from "../sessions/get-current-session.ts";
import { requestEmailChange } from "./request-email-change.ts";

const request = createRoute({
  method: "post",
  path: "/account/email-changes",
  summary: "Ask for another e-mail; the answer never tells whether it has an account",
  ...openTo("person"),
  request: { body: jsonBody(emailChangeInputSchema) },
  responses: responses(201, emailChangeSchema, "It changes once both addresses have confirmed it"),
});

const cancel = createRoute({
  method: "delete",
  path: "/account/email-changes",
  summary: "Cancel the change of e-mail that is pending, if any",
  ...openTo("person"),
  responses: responses(200, statusSchema, "Nothing is pending any more"),
});

export const emailChangeRoutes = createRouter()
  .openapi(request, async (c) => c.json(await requestEmailChange(c, c.req.valid("json")), 201))
  .openapi(cancel, async (c) => {
    const { userId } = getCurrentSession(c);
    await ownerOf(c).asOwner(userId, async (tx, effects) => {
      await lockPerson(tx, userId);
      const pending = tx.deleteFrom("auth.email_changes").where("user_id", "=", userId).where("changed_at", "is", null);
      const cancelled = await pending.returning("id").executeTakeFirst();
      if (cancelled) effects.audit("email_change_cancelled", userId);
    });
    return c.json({ status: true }, 200);
  });
