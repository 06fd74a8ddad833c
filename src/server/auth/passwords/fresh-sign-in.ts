import type { Context } from "hono";
import { freshSignInMessages, freshSignInMinutes } from "#shared/account/password-rules.ts";
import type { Environment } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { ownerOf } from "../owner-of.ts";
import type { CurrentSession } from "../sessions/session.ts";

/** The session was begun, its second factor given, or its owner confirmed in the last ten minutes. @throws HttpError fresh_sign_in_required. */
export async function assertFreshSignIn(c: Context<Environment>, session: CurrentSession | null): Promise<void> {
  const at = session && (await readSignedInAt(c, session));
  if (at && at > new Date(ownerOf(c).now().getTime() - freshSignInMinutes * 60_000)) return;
  throw new HttpError("fresh_sign_in_required", freshSignInMessages.needed);
}

/** @returns undefined where the session was ended meanwhile. */
export async function readSignedInAt(
  c: Context<Environment>,
  { id }: Pick<CurrentSession, "id">,
): Promise<Date | undefined> {
  const row = await ownerOf(c)
    .db.selectFrom("auth.sessions")
    .select(({ fn, ref }) => fn<Date>("greatest", [ref("created_at"), ref("factor_at"), ref("confirmed_at")]).as("at"))
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.at;
}

/** Password or passkey were right. */
export const noteConfirmedSignIn = (c: Context<Environment>, { id }: Pick<CurrentSession, "id">) =>
  ownerOf(c)
    .db.updateTable("auth.sessions")
    .set({ confirmed_at: ownerOf(c).now() })
    .where("id", "=", id)
    .execute();
