import {
  emailChangeConfirmationInputSchema,
  emailChangeConfirmationSchema,
  emailChangeInputSchema,
  emailChangeSchema,
} from "#shared/account/account.ts";
import { statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { ownerOf } from "../owner-of.ts";
import { lockPerson } from "../passwords/password.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";
import { requestEmailChange } from "./request-email-change.ts";

const route = routesOf("Account");

const request = route("post", "/account/email-changes", {
  name: "requestEmailChange",
  summary: "Ask for another e-mail; the answer never tells whether it has an account",
  audience: "person",
  body: emailChangeInputSchema,
  status: 201,
  answer: emailChangeSchema,
  refuses: ["wrong_password", "no_password", "422 email_taken", "rate_limited", "passwords_busy"],
});

const confirm = route("post", "/auth/confirm-email-change", {
  name: "confirmEmailChange",
  summary: "Confirm a change of e-mail with the token of one of its mails",
  audience: "anyone",
  body: emailChangeConfirmationInputSchema,
  answer: emailChangeConfirmationSchema,
  refuses: ["invalid_token", "email_taken"],
});

const cancel = route("delete", "/account/email-changes", {
  name: "cancelEmailChange",
  summary: "Cancel the change of e-mail that is pending, if any",
  audience: "person",
  answer: statusSchema,
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
