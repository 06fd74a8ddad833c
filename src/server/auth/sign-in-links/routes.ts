import { linkInputSchema, signInLinkRequestSchema } from "#shared/account/account.ts";
import { signInResponseSchema } from "#shared/account/session.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { ownerOf } from "../owner-of.ts";
import { recordSignIn, startSession } from "../sessions/start-session.ts";
import { startTwoFactorChallenge } from "../two-factor/two-factor-challenge.ts";
import { consumeSignInLink, requestSignInLink } from "./sign-in-link.ts";

const route = routesOf("Sign-in");

const request = route("post", "/auth/request-sign-in-link", {
  name: "requestSignInLink",
  summary: "Send a link to sign in",
  audience: "anyone",
  body: signInLinkRequestSchema,
  answer: statusSchema,
  refuses: ["rate_limited"],
});

const signIn = route("post", "/auth/sign-in/link", {
  name: "signInWithLink",
  summary: "Sign in with the token of the link",
  audience: "anyone",
  body: linkInputSchema,
  answer: signInResponseSchema,
  refuses: ["invalid_token"],
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
