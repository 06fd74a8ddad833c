import { createRoute } from "@hono/zod-openapi";
import { emailChangeConfirmationInputSchema, emailChangeConfirmationSchema } from "#shared/account.ts";
import { answers, jsonBody } from "../http/answers.ts";
import { openTo } from "../http/guard.ts";
import { createRouter } from "../http/router.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";
import { ownerOf } from "./owner-of.ts";

const confirm = createRoute({
  method: "post",
  path: "/auth/confirm-email-change",
  summary: "Confirm a change of e-mail with the token of one of its mails",
  ...openTo("anyone"),
  request: { body: jsonBody(emailChangeConfirmationInputSchema) },
  responses: answers(200, emailChangeConfirmationSchema, "Confirmed at this end, or changed by both"),
});

export const emailChangeConfirmationRoutes = createRouter().openapi(confirm, async (c) => {
  const { session } = c.var;
  const dependencies = ownerOf(c);
  const { token } = c.req.valid("json");
  return c.json({ outcome: await confirmEmailChange(dependencies, token, session?.id ?? null) }, 200);
});
