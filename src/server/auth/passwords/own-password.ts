import type { Context } from "hono";
import { accountMessages } from "#shared/account-messages.ts";
import { yourDataMessages } from "#shared/your-data.ts";
import type { Environment } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { ownerOf } from "../owner-of.ts";
import type { CurrentSession } from "../sessions/session-types.ts";
import { withPasswordLimits } from "./password-limits.ts";

/** @throws HttpError no_password, wrong_password, 429. */
export async function assertOwnPassword(
  c: Context<Environment>,
  { userId, user }: CurrentSession,
  password: string,
): Promise<void> {
  const { auth, asOwner } = ownerOf(c);
  const hash = await findHash(c, userId);
  if (!hash) throw new HttpError(409, "no_password", accountMessages.noPassword);
  const { verify } = (await auth.$context).password;
  await withPasswordLimits(c, user.email, async () => {
    if (await verify({ hash, password })) return;
    await asOwner(userId, async (_tx, effects) => effects.audit("password_check_failed", userId));
    throw new HttpError(400, "wrong_password", accountMessages.wrongPassword);
  });
}

/** Accounts that only use Google need none. @throws HttpError 422 when missing, wrong_password, 429. */
export async function assertOwnPasswordIfAny(
  c: Context<Environment>,
  session: CurrentSession,
  password: string | undefined,
): Promise<void> {
  if (!(await findHash(c, session.userId))) return;
  if (password) return assertOwnPassword(c, session, password);
  const message = yourDataMessages.passwordMissing;
  throw new HttpError(422, "invalid_body", `password: ${message}`, { errors: [{ path: "password", message }] });
}

async function findHash(c: Context<Environment>, userId: string): Promise<string | null | undefined> {
  const account = await ownerOf(c)
    .db.selectFrom("auth.accounts")
    .select("password as hash")
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .executeTakeFirst();
  return account?.hash;
}
