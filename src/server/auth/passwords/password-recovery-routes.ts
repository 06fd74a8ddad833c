import { createRoute } from "@hono/zod-openapi";
import { passwordResetInputSchema, passwordResetRequestSchema } from "#shared/account.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { jsonBody, responses, statusSchema } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { openTo } from "../guard.ts";
import { ownerOf } from "../owner-of.ts";
import { forgetWrongCodes } from "../two-factor/two-factor-limit.ts";
import { rememberDevice } from "./known-device.ts";
import { assertStrongPassword } from "./password.ts";
import { forgetWrongPasswords } from "./password-limits.ts";
import { requestPasswordReset, resetPassword } from "./password-recovery.ts";

const request = createRoute({
  method: "post",
  path: "/auth/request-password-reset",
  summary: "Send a link to choose a new password; the answer never tells whether there is such an account",
  ...openTo("anyone"),
  request: { body: jsonBody(passwordResetRequestSchema) },
  responses: responses(
    200,
    statusSchema,
    "Sent, if there is such an account and it has not had too many in the last hour",
  ),
});

const reset = createRoute({
  method: "post",
  path: "/auth/reset-password",
  summary: "Choose a new password with the token of the link; this ends all sessions and disconnects Google",
  ...openTo("anyone"),
  request: { body: jsonBody(passwordResetInputSchema) },
  responses: responses(200, statusSchema, "The new password signs in"),
});

export const passwordRecoveryRoutes = createRouter()
  .openapi(request, async (c) => {
    const { email } = c.req.valid("json");
    const dependencies = ownerOf(c);
    await dependencies.limits.mailsPerAddress.take(clientAddress(c));
    await requestPasswordReset(dependencies, email);
    return c.json({ status: true }, 200);
  })
  .openapi(reset, async (c) => {
    const { token, password } = c.req.valid("json");
    assertStrongPassword(password);
    const { email, userId } = await resetPassword(ownerOf(c), token, password);
    await forgetWrongCodes(ownerOf(c), userId);
    await forgetWrongPasswords(c, email);
    await rememberDevice(c, userId);
    return c.json({ status: true }, 200);
  });
