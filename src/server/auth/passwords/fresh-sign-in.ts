import { freshSignInMessages, freshSignInMinutes } from "#shared/account/password-rules.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import type { CurrentSession } from "../sessions/session.ts";

/** The session was begun, its second factor given, or its owner confirmed in the last ten minutes. @returns when that was. @throws HttpError fresh_sign_in_required. */
export function assertFreshSignIn(session: CurrentSession | null, now: Date): Date {
  const at = session?.signedInAt;
  if (at && at > new Date(now.getTime() - freshSignInMinutes * 60_000)) return at;
  throw new HttpError("fresh_sign_in_required", freshSignInMessages.needed);
}
