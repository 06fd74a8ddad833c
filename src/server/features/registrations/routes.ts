import { createRoute } from "@hono/zod-openapi";
import { registrationInputSchema, registrationSchema } from "#shared/registrations.ts";
import { assertCredentials } from "../../auth/missing-credentials.ts";
import { assertStrongPassword } from "../../auth/password.ts";
import { registerAccount } from "../../auth/register-account.ts";
import { writeAudit } from "../../db/audit.ts";
import type { Database } from "../../db/connect.ts";
import { answers, jsonBody } from "../../http/answers.ts";
import { clientAddress } from "../../http/client-address.ts";
import { openTo } from "../../http/guard.ts";
import { Refusal } from "../../http/refusal.ts";
import { createRouter } from "../../http/router.ts";

const register = createRoute({
  method: "post",
  path: "/registrations",
  summary: "Make an account with an invitation",
  ...openTo("anyone"),
  request: { body: jsonBody(registrationInputSchema) },
  responses: answers(201, registrationSchema, "The account; its e-mail has to be verified before signing in"),
});

export const registrationRoutes = createRouter().openapi(
  register,
  async (c) => {
    const { limits, auth, db, log, now, adminEmails, enqueueMail } = c.var.dependencies;
    const input = c.req.valid("json");
    const address = clientAddress(c);
    await limits.registrationsPerAddress.take(address);
    assertStrongPassword(input.password);
    const hashPassword = (await auth.$context).password.hash;
    const registration = { ...input, db, log, now: now(), adminEmails, enqueueMail, hashPassword };
    const account = await registerAccount(registration).catch((error) => auditWrongCode(db, error));
    await limits.registrationsPerAddress.giveBack(address);
    return c.json({ ...account, email: input.email }, 201);
  },
  (checked) => assertCredentials(checked),
);

/** Without the code and the e-mail, which somebody else's invitation may have. @throws what it was given. */
async function auditWrongCode(db: Database, error: unknown): Promise<never> {
  if (error instanceof Refusal && error.code === "invitation_invalid") {
    const audit = ["registration_failed", null, { reason: error.code }] as const;
    await db.transaction().execute((tx) => writeAudit(tx, null, [[...audit]]));
  }
  throw error;
}
