import type { Session } from "#shared/session.ts";
import { signInMessages } from "#shared/sign-in-messages.ts";

/** What the session module itself has to say, with the status that a server would say it with. */
export class SessionError extends Error {
  override name = "SessionError";
  readonly status: 400 | 500;
  constructor(status: 400 | 500, message: string) {
    super(message);
    this.status = status;
  }
}

export const sessionMissing = () => new SessionError(400, signInMessages.sessionMissing);

/** @returns the session of an answer, or null when it says that there is none. @throws SessionError when it has no user. */
export function sessionIn(answer: { session: Session | null } | null): Session | null {
  if (answer?.session === null) return null;
  if (!answer?.session?.user?.id) throw new SessionError(500, signInMessages.userMissing);
  return answer.session;
}
