import type { Logger } from "pino";
import type { Auth } from "../auth/better-auth.ts";
import type { CurrentSession } from "../auth/current-session.ts";
import type { GoogleProvider } from "../auth/google/google-provider.ts";
import type { Limits } from "../auth/limits.ts";
import type { Actor, AsActor, EnqueueMail } from "../db/as-actor.ts";
import type { Database } from "../db/connect.ts";
import type { ReadAs } from "../db/read-as.ts";
import type { Keys } from "../derive-keys.ts";
import type { PictureEncoder } from "../features/pictures/picture-encoder.ts";
import type { Metrics } from "../metrics/create-metrics.ts";

/** What the app is made of; passed in, so that tests and several processes each have their own. */
export interface Dependencies {
  /** The owner's: for auth and readiness. Features go through asActor, or readAs where one statement reads. */
  db: Database;
  asActor: AsActor;
  readAs: ReadAs;
  enqueueMail: EnqueueMail;
  auth: Auth;
  /** Absent where the operator has not set it up. */
  google: GoogleProvider | undefined;
  limits: Limits;
  pictureEncoder: PictureEncoder;
  log: Logger;
  metrics: Metrics;
  /** Who knows it may read /metrics; without one nobody may. */
  metricsToken: string | undefined;
  /** From the moment this process is told to stop. */
  isStopping: () => boolean;
  appUrl: string;
  ownOrigins: readonly string[];
  /** Derived from AUTH_SECRET, one per purpose. */
  keys: Keys;
  adminEmails: readonly string[];
  /** Admins without a second factor are turned away from what is for admins. */
  isAdminTwoFactorRequired: boolean;
  now: () => Date;
  /** Folder of what the build made of the pages. */
  builtRoot: string;
}

/** Who asks, and what the answer is made with: what a handler passes on to a function that does its work. */
export interface Caller {
  dependencies: Dependencies;
  actor: Actor;
}

/** Hono's type of what a request carries along. */
export interface Environment {
  Bindings: { incoming?: { socket?: { remoteAddress?: string } } };
  Variables: {
    dependencies: Dependencies;
    requestId: string;
    log: Logger;
    /** The signed-in person, read once per request by the guard. */
    session: CurrentSession | null;
    actor: Actor;
  };
}
