import { createAuth } from "./auth/better-auth.ts";
import { createGoogleProvider } from "./auth/google/google-provider.ts";
import { createLimits } from "./auth/limits.ts";
import type { PasswordHashingOptions } from "./auth/password-hashing.ts";
import { createAsActor } from "./db/as-actor.ts";
import { writeAudit } from "./db/audit.ts";
import { deriveKeys } from "./derive-keys.ts";
import { createPictureEncoder } from "./features/pictures/picture-encoder.ts";
import type { Dependencies } from "./http/environment.ts";
import { ownOriginsOf } from "./http/own-origin.ts";
import type { Settings } from "./settings.ts";

type Given = Pick<
  Dependencies,
  | "db"
  | "readAs"
  | "enqueueMail"
  | "log"
  | "metrics"
  | "metricsToken"
  | "isStopping"
  | "appUrl"
  | "adminEmails"
  | "isAdminTwoFactorRequired"
  | "now"
  | "builtRoot"
> &
  Pick<Settings, "google"> & { authSecret: string; passwordHashing?: PasswordHashingOptions };

/** Puts together what the app works with; the server and the tests do it the same way. */
export function createDependencies({ authSecret, passwordHashing, ...given }: Given): Dependencies {
  const { db, enqueueMail, log, appUrl } = given;
  const keys = deriveKeys(authSecret);
  const limits = createLimits(db);
  const ownOrigins = ownOriginsOf(appUrl);
  const auth = createAuth({
    db,
    appUrl,
    ownOrigins,
    key: keys.betterAuth,
    legacySecret: authSecret,
    ...(passwordHashing && { passwordHashing }),
    onError: (message) => log.error(message),
    sendVerificationMail: async ({ id: userId, email }) => {
      if (!(await limits.verificationMailsPerEmail.tryTake(email, { userId }))) return;
      await db.transaction().execute(async (tx) => {
        await writeAudit(tx, null, [["verification_mail_requested", userId, undefined]]);
        await enqueueMail(tx, [{ template: "verification", user_id: userId }]);
      });
    },
  });
  const google = given.google && createGoogleProvider(given.google, appUrl);
  return {
    ...given,
    keys,
    ownOrigins,
    auth,
    google,
    asActor: createAsActor(db, enqueueMail),
    limits,
    pictureEncoder: createPictureEncoder(),
  };
}
