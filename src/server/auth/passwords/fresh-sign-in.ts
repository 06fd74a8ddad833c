import type { Context } from "hono";
import { freshSignInMinutes, systemMessages } from "#shared/system-messages.ts";
import type { Environment } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { ownerOf } from "../owner-of.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { assertOwnPassword } from "./password.ts";

/** The session began within ten minutes, or the password is given. @throws HttpError 422 without, wrong_password, 429. */
export async function assertFreshSignIn(c: Context<Environment>, password: string | undefined): Promise<void> {
  const { db, now } = ownerOf(c);
  const session = getCurrentSession(c);
  const fresh = await db
    .selectFrom("auth.sessions")
    .select("id")
    .where("id", "=", session.id)
    .where("created_at", ">", new Date(now().getTime() - freshSignInMinutes * 60_000))
    .executeTakeFirst();
  if (fresh) return;
  if (password) return assertOwnPassword(c, session, password);
  const message = systemMessages.passwordNeeded;
  throw new HttpError(422, "invalid_body", `password: ${message}`, { errors: [{ path: "password", message }] });
}
