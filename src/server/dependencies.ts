import { createAuth } from "./auth/better-auth.ts";
import { createLimits } from "./auth/limits.ts";
import { createAsActor } from "./db/as-actor.ts";
import { writeAudit } from "./db/audit.ts";
import type { Dependencies } from "./http/environment.ts";
import { ownOriginsOf } from "./http/own-origin.ts";

type Given = Pick<
  Dependencies,
  "db" | "enqueueMail" | "log" | "appUrl" | "secret" | "adminEmails" | "now" | "builtRoot"
>;

/** Puts together what the app works with; the server and the tests do it the same way. */
export function createDependencies(given: Given): Dependencies {
  const { db, enqueueMail, log, appUrl, secret } = given;
  const ownOrigins = ownOriginsOf(appUrl);
  const auth = createAuth({
    db,
    appUrl,
    ownOrigins,
    secret,
    onError: (message) => log.error(message),
    onEmailVerified: (userId) =>
      db.transaction().execute((tx) => writeAudit(tx, userId, [["email_verified", userId, undefined]])),
    sendVerificationMail: (userId) =>
      db.transaction().execute(async (tx) => {
        await writeAudit(tx, null, [["verification_mail_requested", userId, undefined]]);
        await enqueueMail(tx, [{ template: "verification", user_id: userId }]);
      }),
  });
  return { ...given, ownOrigins, auth, asActor: createAsActor(db, enqueueMail), limits: createLimits(db) };
}
