import { createRoute } from "@hono/zod-openapi";
import { jwksSchema, type Tokens, tokenInputSchema, tokensSchema } from "#server/auth/tokens/token-schemas.ts";
import { jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter, refuseBadInput } from "../../router.ts";
import { openTo } from "../guard.ts";
import { ownerOf } from "../owner-of.ts";
import { assertCredentials } from "../passwords/missing-credentials.ts";
import { getSessionOfToken, toSession } from "../sessions/current-session.ts";
import { issueTokens, renewTokens } from "./issue-tokens.ts";
import { signInProgram } from "./sign-in-program.ts";
import { tokensDescription } from "./tokens-description.ts";

const keysCachedSeconds = 10 * 60;

const tokens = createRoute({
  method: "post",
  path: "/tokens",
  summary: "Sign in as a program, or go on with a refresh token",
  description: tokensDescription,
  ...openTo("anyone"),
  request: { body: jsonBody(tokenInputSchema) },
  responses: responses(200, tokensSchema, "The session and its tokens"),
});

const jwks = createRoute({
  method: "get",
  path: "/auth/jwks",
  summary: "The public keys of access tokens",
  ...openTo("anyone"),
  responses: responses(200, jwksSchema, "A JSON Web Key Set"),
});

export const tokenRoutes = createRouter()
  .openapi(
    tokens,
    async (c) => {
      const dependencies = ownerOf(c);
      const input = c.req.valid("json");
      const { accessToken, refreshToken } = await ("refresh_token" in input
        ? renewTokens(dependencies, input.refresh_token)
        : issueTokens(dependencies, await signInProgram(c, input)));
      const session = toSession(await getSessionOfToken(dependencies, accessToken), dependencies.now());
      const pair = { access_token: accessToken, refresh_token: refreshToken, token_type: "bearer" } as const;
      return c.json({ ...session, ...pair } satisfies Tokens, 200);
    },
    (checked) => assertTokenInput(checked),
  )
  .openapi(jwks, async (c) => {
    const { keys } = await ownerOf(c).auth.api.getJwks();
    return c.json(jwksSchema.parse({ keys }), 200, { "cache-control": `public, max-age=${keysCachedSeconds}` });
  });

function assertTokenInput(checked: Parameters<typeof assertCredentials>[0]): undefined {
  if (!("refresh_token" in Object(checked.data))) return assertCredentials(checked);
  refuseBadInput(checked);
}
