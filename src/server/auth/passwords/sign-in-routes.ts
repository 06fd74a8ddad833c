import { z } from "@hono/zod-openapi";
import { signInInputSchema, signInResponseSchema } from "#shared/account/session.ts";
import { emailSchema } from "#shared/text.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { callBetterAuth, passCookies } from "../call-better-auth.ts";
import { ownerOf } from "../owner-of.ts";
import { recordSignIn } from "../sessions/record-sign-in.ts";
import { revokeReplacedSession } from "../sessions/revoke-sessions.ts";
import { assertCredentials, signInWithPassword } from "./sign-in-with-password.ts";

const route = routesOf("Sign-in");

const signIn = route("post", "/auth/sign-in/email", {
  name: "signIn",
  summary: "Sign in with e-mail and password",
  audience: "anyone",
  body: signInInputSchema,
  answer: signInResponseSchema,
  refuses: [
    "invalid_credentials",
    "invalid_token",
    "missing_credentials",
    "email_not_verified",
    "forbidden",
    "rate_limited",
    "passwords_busy",
  ],
});

const sendVerification = route("post", "/auth/send-verification-email", {
  name: "sendVerificationMail",
  summary: "Send the verification mail again; the answer never tells whether there is such an account",
  audience: "anyone",
  body: z.object({ email: emailSchema }),
  answer: statusSchema,
  refuses: ["invalid_token", "rate_limited"],
});

/** Better Auth's exposed routes. */
export const signInRoutes = createRouter()
  .openapi(
    signIn,
    async (c) => {
      const response = await signInWithPassword(c, c.req.valid("json"));
      await revokeReplacedSession(c);
      passCookies(c, response);
      // Better Auth's body repeats the session token: keep it from scripts.
      const body = (await response.json()) as { token?: string };
      const answer = signInResponseSchema.parse(body);
      // With two-factor, the second step records the sign-in.
      if ("user" in answer) await recordSignIn(c, { userId: answer.user.id, token: body.token ?? "" });
      return c.json(answer, 200);
    },
    (checked) => assertCredentials(checked),
  )
  .openapi(sendVerification, async (c) => {
    const { email } = c.req.valid("json");
    await ownerOf(c).limits.mailsPerAddress.take(clientAddress(c));
    await callBetterAuth(c, { body: { email } });
    return c.json({ status: true }, 200);
  });
