import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { emailVerificationInputSchema, emailVerificationLinkSchema, linkInputSchema } from "#shared/account/account.ts";
import { type RegistrationInput, registrationInputSchema, registrationSchema } from "#shared/account/registrations.ts";
import { type SetupAccount, setupAccountSchema } from "#shared/setup/setup.ts";
import type { Environment } from "../../context.ts";
import type { AsOwner } from "../../platform/db/types.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { ownerOf } from "../owner-of.ts";
import { assertCredentials } from "../passwords/sign-in-with-password.ts";
import { recordSignIn } from "../sessions/record-sign-in.ts";
import { startSession } from "../sessions/start-session.ts";
import { registerAccount } from "./register-account.ts";
import { readVerificationLink, verifyEmail } from "./verify-email.ts";

const route = routesOf("Sign-in");

const register = route("post", "/registrations", {
  name: "register",
  summary: "Make an account with an invitation",
  audience: "anyone",
  body: registrationInputSchema,
  status: 201,
  answer: registrationSchema,
  refuses: [
    "missing_credentials",
    "account_exists",
    "invitation_used",
    "invitation_expired",
    "setup_closed",
    "invitation_invalid",
    "weak_password",
    "rate_limited",
    "passwords_busy",
  ],
});

const setUp = route("post", "/setup/account", {
  name: "createFirstAdmin",
  summary: "Make the first admin's account by its link",
  audience: "anyone",
  body: setupAccountSchema,
  status: 201,
  answer: registrationSchema,
  refuses: [
    "account_exists",
    "invitation_used",
    "invitation_expired",
    "setup_closed",
    "invitation_invalid",
    "weak_password",
    "rate_limited",
    "passwords_busy",
  ],
});

const readLink = route("post", "/auth/verify-email/read", {
  name: "readEmailVerificationLink",
  summary: "Whether the link of a verification mail was used",
  audience: "anyone",
  body: linkInputSchema,
  answer: emailVerificationLinkSchema,
  refuses: ["invalid_token"],
});

const verify = route("post", "/auth/verify-email", {
  name: "verifyEmail",
  summary: "Verify an e-mail with the token of its mail and the password",
  audience: "anyone",
  body: emailVerificationInputSchema,
  answer: z.object({ email: z.string() }),
  refuses: ["invalid_token", "wrong_password", "rate_limited", "passwords_busy"],
});

export const registrationRoutes = createRouter()
  .openapi(
    register,
    async (c) => {
      const input = c.req.valid("json");
      return c.json(
        { ...(await registerWithin(c, input)), email: input.email, is_mailed: ownerOf(c).hasMailServer },
        201,
      );
    },
    (checked) => assertCredentials(checked),
  )
  .openapi(setUp, async (c) => {
    const input: SetupAccount = c.req.valid("json");
    const account = await registerWithin(c, input, { isSetup: true });
    await recordSignIn(c, { userId: account.user_id, token: await startSession(c, account.user_id) });
    return c.json({ ...account, email: input.email, is_mailed: ownerOf(c).hasMailServer }, 201);
  })
  .openapi(readLink, async (c) => c.json(await readVerificationLink(c, c.req.valid("json").token), 200))
  .openapi(verify, async (c) => {
    const { token, password } = c.req.valid("json");
    return c.json({ email: await verifyEmail(c, token, password) }, 200);
  });

/** Within the limit of failed tries. */
async function registerWithin(c: Context<Environment>, input: RegistrationInput, { isSetup = false } = {}) {
  const { limits, auth, db, asOwner, log, now, adminEmails } = ownerOf(c);
  const address = clientAddress(c);
  await limits.registrationsPerAddress.take(address);
  const hashPassword = (await auth.$context).password.hash;
  const clubName = (await c.var.dependencies.readClub()).identity.name;
  const registration = { ...input, db, asOwner, log, now: now(), adminEmails, hashPassword, clubName, isSetup };
  const account = await registerAccount(registration).catch((error) => auditWrongCode(asOwner, error));
  await limits.registrationsPerAddress.giveBack(address);
  return account;
}

/** Omits code and e-mail: they may belong to somebody else's invitation. @throws the given error. */
async function auditWrongCode(asOwner: AsOwner, error: unknown): Promise<never> {
  if (error instanceof HttpError && error.code === "invitation_invalid") {
    const { code } = error;
    await asOwner(null, async (_tx, effects) => effects.audit("registration_failed", null, { reason: code }));
  }
  throw error;
}
