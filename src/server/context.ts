import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { DeleteAccount } from "./auth/account/account-deletion.ts";
import type { Auth } from "./auth/better-auth.ts";
import type { Keys } from "./auth/derive-keys.ts";
import type { GoogleProvider } from "./auth/google/google-provider.ts";
import type { Limits } from "./auth/limits.ts";
import type { CurrentSession } from "./auth/sessions/session-types.ts";
import type { PictureEncoder } from "./features/pictures/picture-encoder.ts";
import type { Database } from "./platform/db/connect.ts";
import type { DB } from "./platform/db/database.generated.ts";
import type { ReadAs } from "./platform/db/read-as.ts";
import type { Actor, AsActor, AsOwner, EnqueueMail } from "./platform/db/types.ts";
import type { HttpContext, NodeBindings } from "./platform/http/http-context.ts";
import type { MailContext } from "./platform/mail/mail-writer.ts";

/** What a feature's routes work with: everything in it keeps to the rights of the actor. */
export interface RequestContext extends HttpContext {
  asActor: AsActor;
  readAs: (actor: Actor) => Kysely<DB>;
  limits: Limits;
  pictureEncoder: PictureEncoder;
  deleteAccount: DeleteAccount;
  /** Admins without a second factor are turned away from what is for admins. */
  isAdminTwoFactorRequired: boolean;
  now: () => Date;
}

/** With the database owner's connection, which passes row-level policies by: for auth, jobs and ops, never for features. */
export interface OwnerContext extends Omit<RequestContext, "readAs"> {
  db: Database;
  readAs: ReadAs;
  asOwner: AsOwner;
  enqueueMail: EnqueueMail;
  auth: Auth;
  /** Absent where the operator has not set it up. */
  google: GoogleProvider | undefined;
  /** Derived from AUTH_SECRET, one per purpose. */
  keys: Keys;
  adminEmails: readonly string[];
}

/** For the mails of auth, whose links need tokens. */
export interface OwnerMailContext extends MailContext, Pick<OwnerContext, "db" | "keys"> {}

/** Who asks, and what the response is made with: what a handler passes on to a function that does its work. */
export interface Caller {
  dependencies: RequestContext;
  actor: Actor;
}

/** Hono's type of what a request carries along. */
export interface Environment {
  Bindings: NodeBindings;
  Variables: {
    dependencies: RequestContext;
    requestId: string;
    log: Logger;
    /** The signed-in person, read once per request by the guard. */
    session: CurrentSession | null;
    actor: Actor;
  };
}
