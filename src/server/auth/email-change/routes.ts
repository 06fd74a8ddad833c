import { createRoute } from "@hono/zod-openapi";
import {
  emailChangeConfirmationInputSchema,
  emailChangeConfirmationSchema,
  emailChangeInputSchema,
  emailChangeSchema,
} from "#shared/account.ts";
import { jsonBody, responses, statusSchema } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { openTo } from "../guard.ts";
import { ownerOf } from "../owner-of.ts";
import { lockPerson } from "../passwords/password.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";
import { requestEmailChange } from "./request-email-change.ts";

const request = createRoute({
  method: "post",
  path: "/account/email-changes",
  summary: "Ask for another e-mail; the answer never tells whether it has an account",
  ...openTo("person"),
  request: { body: jsonBody(emailChangeInputSchema) },
  responses: responses(201, emailChangeSchema, "It changes once both addresses have confirmed it"),
});

const confirm = createRoute({
  method: "post",
  path: "/auth/confirm-email-change",
  summary: "Confirm a change of e-mail with the token of one of its mails",
  ...openTo("anyone"),
  request: { body: jsonBody(emailChangeConfirmationInputSchema) },
  responses: responses(200, emailChangeConfirmationSchema, "Confirmed at this end, or changed by both"),
});

const cancel = createRoute({
  method: "delete",
  path: "/account/email-changes",
  summary: "Cancel the change of e-mail that is pending, if any",
  ...openTo("person"),
  responses: responses(200, statusSchema, "Nothing is pending any more"),
});

export const emailChangeRoutes = createRouter()
  .openapi(confirm, async (c) => {
    const { session } = c.var;
    const { token } = c.req.valid("json");
    return c.json({ outcome: await confirmEmailChange(ownerOf(c), token, session?.id ?? null) }, 200);
  })
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
