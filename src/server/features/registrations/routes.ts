import { createRoute } from "@hono/zod-openapi";
import { registrationInputSchema, registrationSchema } from "#shared/registrations.ts";
import { assertStrongPassword } from "../../auth/password.ts";
import { registerAccount } from "../../auth/register-account.ts";
import { answers, jsonBody } from "../../http/answers.ts";
import { clientAddress } from "../../http/client-address.ts";
import { openTo } from "../../http/guard.ts";
import { createRouter } from "../../http/router.ts";

const register = createRoute({
  method: "post",
  path: "/registrations",
  summary: "Make an account with an invitation",
  ...openTo("anyone"),
  request: { body: jsonBody(registrationInputSchema) },
  responses: answers(201, registrationSchema, "The account; its e-mail has to be verified before signing in"),
});

export const registrationRoutes = createRouter().openapi(register, async (c) => {
  const { limits, auth, db, log, now, adminEmails, enqueueMail } = c.var.dependencies;
  const input = c.req.valid("json");
  const address = clientAddress(c);
  await limits.registrationsPerAddress.take(address);
  assertStrongPassword(input.password);
  const hashPassword = (await auth.$context).password.hash;
  const account = await registerAccount({ ...input, db, log, now: now(), adminEmails, enqueueMail, hashPassword });
  await limits.registrationsPerAddress.giveBack(address);
  return c.json({ ...account, email: input.email }, 201);
});
