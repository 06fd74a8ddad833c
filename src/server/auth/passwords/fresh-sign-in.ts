import type { Context } from "hono";
import { freshSignInMessages, freshSignInMinutes } from "#shared/account/password-rules.ts";
import type { Environment } from "../../context.ts";
import { refusedField } from "../../platform/http/http-error.ts";
import { ownerOf } from "../owner-of.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { assertOwnPassword } from "./password.ts";

/**
 * The session or its second factor is of the last ten minutes, or the password is given. @returns when that was. @throws
 * HttpError 422 without, wrong_password, 429.
 */
export async function assertFreshSignIn(c: Context<Environment>, password: string | undefined): Promise<Date> {
  const { db, now } = ownerOf(c);
  const session = getCurrentSession(c);
  const { at } = await db
    .selectFrom("auth.sessions")
    .select(({ fn, ref }) => fn<Date>("greatest", [ref("created_at"), ref("factor_at")]).as("at"))
    .where("id", "=", session.id)
    .executeTakeFirstOrThrow();
  if (at > new Date(now().getTime() - freshSignInMinutes * 60_000)) return at;
  if (password) {
    await assertOwnPassword(c, session, password);
    return now();
  }
  throw refusedField("password", freshSignInMessages.needed);
}
