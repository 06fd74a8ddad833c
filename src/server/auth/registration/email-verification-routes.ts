import { createRoute, z } from "@hono/zod-openapi";
import { emailVerificationInputSchema } from "#shared/account.ts";
import { jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { openTo } from "../guard.ts";
import { verifyEmail } from "./verify-email.ts";

const verify = createRoute({
  method: "post",
  path: "/auth/verify-email",
  summary: "Verify an e-mail with the token of its mail and the password chosen at registration",
  ...openTo("anyone"),
  request: { body: jsonBody(emailVerificationInputSchema) },
  responses: responses(200, z.object({ email: z.string() }), "Verified: the e-mail can sign in now"),
});

export const emailVerificationRoutes = createRouter().openapi(verify, async (c) => {
  const { token, password } = c.req.valid("json");
  return c.json({ email: await verifyEmail(c, token, password) }, 200);
});
