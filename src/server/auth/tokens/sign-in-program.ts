import type { Context } from "hono";
import type { z } from "zod";
import type { tokenInputSchema } from "#server/auth/tokens/token-schemas.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import { signInResponseSchema } from "#shared/account/session.ts";
import type { Environment } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { ownerOf } from "../owner-of.ts";
import { signInWithPassword } from "../passwords/sign-in-with-password.ts";
import { recordProgramSignIn } from "../sessions/record-sign-in.ts";
import { deviceOf } from "../sessions/start-session.ts";
import { consumeTotpCode } from "../two-factor/consume-codes.ts";

type Credentials = Extract<z.infer<typeof tokenInputSchema>, { email: string }>;

interface ProgramSession {
  sessionId: string;
  userId: string;
}

/** Same checks as the sign-in form. @throws HttpError as the form, or 401 totp_required. */
export async function signInProgram(
  c: Context<Environment>,
  { totp, ...credentials }: Credentials,
): Promise<ProgramSession> {
  const response = await signInWithPassword(c, credentials);
  const answer = (await response.json()) as { token?: string };
  if ("twoFactorRedirect" in signInResponseSchema.parse(answer))
    return signInWithCode(c, credentials.email.toLowerCase(), totp);
  const session = await getSession(c, answer.token ?? "");
  await recordProgramSignIn(c, { userId: session.userId, token: answer.token ?? "" });
  return session;
}

async function signInWithCode(c: Context<Environment>, email: string, totp: string | undefined) {
  if (totp === undefined) throw new HttpError(401, "totp_required", accountMessages.twoFactor.required);
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
