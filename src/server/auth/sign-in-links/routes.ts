import { createRoute } from "@hono/zod-openapi";
import { linkInputSchema, signInLinkRequestSchema } from "#shared/account.ts";
import { signInResponseSchema } from "#shared/session.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { jsonBody, responses, statusSchema } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { openTo } from "../guard.ts";
import { ownerOf } from "../owner-of.ts";
import { recordSignIn } from "../sessions/record-sign-in.ts";
import { startSession } from "../sessions/start-session.ts";
import { startTwoFactorChallenge } from "../two-factor/two-factor-challenge.ts";
import { consumeSignInLink, requestSignInLink } from "./sign-in-link.ts";

const request = createRoute({
  method: "post",
  path: "/auth/request-sign-in-link",
  summary: "Send a link to sign in; the answer never tells whether there is such an account",
  ...openTo("anyone"),
  request: { body: jsonBody(signInLinkRequestSchema) },
  responses: responses(
    200,
    statusSchema,
    "Sent, if there is such an account and it has not had too many in the last hour",
  ),
});

const signIn = createRoute({
  method: "post",
  path: "/auth/sign-in/link",
  summary: "Sign in with the token of the link",
  ...openTo("anyone"),
  request: { body: jsonBody(linkInputSchema) },
  responses: responses(
    200,
    signInResponseSchema,
    "Signed in, and the cookie is set; or a second factor is needed first",
  ),
});

export const signInLinkRoutes = createRouter()
  .openapi(request, async (c) => {
    const { email } = c.req.valid("json");
    const dependencies = ownerOf(c);
    await dependencies.limits.mailsPerAddress.take(clientAddress(c));
    await requestSignInLink(dependencies, email);
    return c.json({ status: true }, 200);
  })
  .openapi(signIn, async (c) => {
    const { db } = ownerOf(c);
    const userId = await consumeSignInLink(ownerOf(c), c.req.valid("json").token);
    const person = db.selectFrom("auth.users").select("two_factor_enabled").where("id", "=", userId);
    if ((await person.executeTakeFirstOrThrow()).two_factor_enabled) {
      await startTwoFactorChallenge(c, userId);
      return c.json({ twoFactorRedirect: true as const, twoFactorMethods: ["totp" as const] }, 200);
    }
    const token = await startSession(c, userId);
    await recordSignIn(c, { userId, token, details: { by: "link" } });
    return c.json({ user: { id: userId } }, 200);
  });
