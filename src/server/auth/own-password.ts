import type { Context } from "hono";
import { accountMessages } from "#shared/account-messages.ts";
import type { Environment } from "../http/environment.ts";
import { Refusal } from "../http/refusal.ts";
import type { CurrentSession } from "./current-session.ts";
import { withPasswordLimits } from "./password-limits.ts";

/**
 * Makes sure that whoever is signed in knows the password, within the limits on guessing it.
 * @throws Refusal no_password, wrong_password, or 429.
 */
export async function assertOwnPassword(
  c: Context<Environment>,
  { userId, user }: CurrentSession,
  password: string,
): Promise<void> {
  const { db, auth } = c.var.dependencies;
  const account = await db
    .selectFrom("auth.accounts")
    .select("password as hash")
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .executeTakeFirst();
  const hash = account?.hash;
  if (!hash) throw new Refusal(409, "no_password", accountMessages.noPassword);
  const { verify } = (await auth.$context).password;
  await withPasswordLimits(c, user.email, async () => {
    if (await verify({ hash, password })) return;
    throw new Refusal(400, "wrong_password", accountMessages.wrongPassword);
  });
}
