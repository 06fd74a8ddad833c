import { createRoute, z } from "@hono/zod-openapi";
import { emailVerificationInputSchema } from "#shared/account.ts";
import { registrationInputSchema, registrationSchema } from "#shared/registrations.ts";
import type { AsOwner } from "../../platform/db/types.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { openTo } from "../guard.ts";
import { ownerOf } from "../owner-of.ts";
import { assertStrongPassword } from "../passwords/password.ts";
import { assertCredentials } from "../passwords/sign-in-with-password.ts";
import { registerAccount } from "./register-account.ts";
import { verifyEmail } from "./verify-email.ts";

const register = createRoute({
  method: "post",
  path: "/registrations",
  summary: "Make an account with an invitation",
  ...openTo("anyone"),
  request: { body: jsonBody(registrationInputSchema) },
  responses: responses(201, registrationSchema, "The account; its e-mail has to be verified before signing in"),
});

const verify = createRoute({
  method: "post",
  path: "/auth/verify-email",
  summary: "Verify an e-mail with the token of its mail and the password chosen at registration",
  ...openTo("anyone"),
  request: { body: jsonBody(emailVerificationInputSchema) },
  responses: responses(200, z.object({ email: z.string() }), "Verified: the e-mail can sign in now"),
});

export const registrationRoutes = createRouter()
  .openapi(
    register,
    async (c) => {
      const { limits, auth, db, asOwner, log, now, adminEmails } = ownerOf(c);
      const input = c.req.valid("json");
      const address = clientAddress(c);
      await limits.registrationsPerAddress.take(address);
      assertStrongPassword(input.password);
      const hashPassword = (await auth.$context).password.hash;
      const registration = { ...input, db, asOwner, log, now: now(), adminEmails, hashPassword };
      const account = await registerAccount(registration).catch((error) => auditWrongCode(asOwner, error));
      await limits.registrationsPerAddress.giveBack(address);
      return c.json({ ...account, email: input.email }, 201);
    },
    (checked) => assertCredentials(checked),
  )
  .openapi(verify, async (c) => {
    const { token, password } = c.req.valid("json");
    return c.json({ email: await verifyEmail(c, token, password) }, 200);
  });

/** Omits code and e-mail: they may belong to somebody else's invitation. @throws the given error. */
async function auditWrongCode(asOwner: AsOwner, error: unknown): Promise<never> {
  if (error instanceof HttpError && error.code === "invitation_invalid") {
    const { code } = error;
    await asOwner(null, async (_tx, effects) => effects.audit("registration_failed", null, { reason: code }));
  }
  throw error;
}
