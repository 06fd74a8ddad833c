import type { Context } from "hono";
import type { z } from "zod";
import { jwksSchema, type Tokens, tokenInputSchema, tokensSchema } from "#server/auth/tokens/token-schemas.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import { signInResponseSchema } from "#shared/account/session.ts";
import type { Environment, OwnerContext } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { routesOf } from "../../route.ts";
import { createRouter, refuseBadInput } from "../../router.ts";
import { ownerOf } from "../owner-of.ts";
import { assertCredentials, signInWithPassword } from "../passwords/sign-in-with-password.ts";
import { getSessionOfToken } from "../sessions/current-session.ts";
import { toSession } from "../sessions/session.ts";
import { deviceOf, recordProgramSignIn } from "../sessions/start-session.ts";
import { consumeTotpCode } from "../two-factor/consume-codes.ts";
import { signAccessToken } from "./access-token.ts";
import { consumeRefreshToken, createRefreshToken, getRefreshToken, programSessionEnd } from "./refresh-tokens.ts";

const route = routesOf("Sign-in");

const keysCachedSeconds = 10 * 60;

/** OpenAPI text; `tokens.test.ts` runs its example. */
const tokensDescription = `
Send an e-mail address and a password, and \`totp\` with two-factor sign-in (else 401 \`totp_required\`). The access token
goes into the \`Authorization\` header and lasts ten minutes; the refresh token brings the next pair, once: if it comes
again, the session ends with all its tokens. It also ends 30 days after it was last refreshed, when its owner ends it, and
when they change their password.

\`\`\`sh
tokens=$(curl --silent "$CLUB/api/tokens" \\
  --header 'Content-Type: application/json' \\
  --data "{\\"email\\": \\"$EMAIL\\", \\"password\\": \\"$PASSWORD\\"}")
token() { echo "$tokens" | sed "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/"; }

curl --silent "$CLUB/api/session" --header "Authorization: Bearer $(token access_token)"

curl --silent "$CLUB/api/tokens" \\
  --header 'Content-Type: application/json' \\
  --data "{\\"refresh_token\\": \\"$(token refresh_token)\\"}"
\`\`\`

Its issuer and audience are the club's address, its keys at \`/api/auth/jwks\`.
`.trim();

const tokens = route("post", "/tokens", {
  name: "issueTokens",
  summary: "Sign in as a program, or go on with a refresh token",
  description: tokensDescription,
  audience: "anyone",
  body: tokenInputSchema,
  answer: tokensSchema,
  refuses: [
    "invalid_code",
    "invalid_credentials",
    "invalid_token",
    "missing_credentials",
    "totp_required",
    "email_not_verified",
    "rate_limited",
    "passwords_busy",
  ],
});

const jwks = route("get", "/auth/jwks", {
  name: "getSigningKeys",
  summary: "The public keys of access tokens",
  audience: "anyone",
  answer: jwksSchema,
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

type Credentials = Extract<z.infer<typeof tokenInputSchema>, { email: string }>;

interface ProgramSession {
  sessionId: string;
  userId: string;
}

/** Same checks as the sign-in form. @throws HttpError as the form, or 401 totp_required. */
async function signInProgram(c: Context<Environment>, { totp, ...credentials }: Credentials): Promise<ProgramSession> {
  const response = await signInWithPassword(c, credentials);
  const answer = (await response.json()) as { token?: string };
  if ("twoFactorRedirect" in signInResponseSchema.parse(answer))
    return signInWithCode(c, credentials.email.toLowerCase(), totp);
  const session = await getSession(c, answer.token ?? "");
  await recordProgramSignIn(c, { userId: session.userId, token: answer.token ?? "" });
  return session;
}

async function signInWithCode(c: Context<Environment>, email: string, totp: string | undefined) {
  if (totp === undefined) throw new HttpError("totp_required", accountMessages.twoFactor.required);
  const dependencies = ownerOf(c);
  const person = dependencies.db.selectFrom("auth.users").select("id").where("email", "=", email);
  const { id: userId } = await person.executeTakeFirstOrThrow();
  await consumeTotpCode(dependencies, userId, totp);
  const { internalAdapter } = await dependencies.auth.$context;
  const { token } = await internalAdapter.createSession(userId, false, deviceOf(c));
  await recordProgramSignIn(c, { userId, token, factor: "totp" });
  return getSession(c, token);
}

async function getSession(c: Context<Environment>, token: string): Promise<ProgramSession> {
  const { db } = ownerOf(c);
  const session = db.selectFrom("auth.sessions").select(["id", "user_id"]).where("token", "=", token);
  const { id, user_id } = await session.executeTakeFirstOrThrow();
  return { sessionId: id, userId: user_id };
}

function assertTokenInput(checked: Parameters<typeof assertCredentials>[0]): undefined {
  if (!("refresh_token" in Object(checked.data))) return assertCredentials(checked);
  refuseBadInput(checked);
}

interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
}

/** Turns the session into a program's. */
export async function issueTokens(
  dependencies: OwnerContext,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<IssuedTokens> {
  const { asOwner, keys } = dependencies;
  const now = dependencies.now();
  const accessToken = await signAccessToken(dependencies, { userId, sessionId });
  const refreshToken = await asOwner(userId, async (tx, effects) => {
    await tx
      .updateTable("auth.sessions")
      .set({ expires_at: programSessionEnd(now) })
      .where("id", "=", sessionId)
      .execute();
    effects.audit("tokens_issued", userId);
    return createRefreshToken(tx, keys.refreshTokens, sessionId, now);
  });
  return { accessToken, refreshToken };
}

/** @throws HttpError 400 invalid_token. */
async function renewTokens(dependencies: OwnerContext, refreshToken: string): Promise<IssuedTokens> {
  const { db, keys } = dependencies;
  const now = dependencies.now();
  const found = await getRefreshToken(dependencies, refreshToken);
  const accessToken = await signAccessToken(dependencies, found);
  return db.transaction().execute(async (tx) => {
    await consumeRefreshToken(tx, found, now, programSessionEnd(now));
    return { accessToken, refreshToken: await createRefreshToken(tx, keys.refreshTokens, found.sessionId, now) };
  });
}
