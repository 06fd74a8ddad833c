import { createRoute } from "@hono/zod-openapi";
import { emailChangeConfirmationInputSchema, emailChangeConfirmationSchema } from "#shared/account.ts";
import { jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { openTo } from "../guard.ts";
import { ownerOf } from "../owner-of.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";

const confirm = createRoute({
  method: "post",
  path: "/auth/confirm-email-change",
  summary: "Confirm a change of e-mail with the token of one of its mails",
  ...openTo("anyone"),
  request: { body: jsonBody(emailChangeConfirmationInputSchema) },
  responses: responses(200, emailChangeConfirmationSchema, "Confirmed at this end, or changed by both"),
});

export const emailChangeConfirmationRoutes = createRouter().openapi(confirm, async (c) => {
  const { session } = c.var;
  const dependencies = ownerOf(c);
  const { token } = c.req.valid("json");
  return c.json({ outcome: await confirmEmailChange(dependencies, token, session?.id ?? null) }, 200);
});
