import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createApp } from "./app.ts";
import { purgeAccounts } from "./auth/account/purge-accounts.ts";
import { welcomeAdmins } from "./club/first-admins.ts";
import type { OwnerContext } from "./context.ts";
import { createContext } from "./create-context.ts";
import { connectDatabase } from "./db/connect.ts";
import { migrate } from "./db/migrate.ts";
import { warnOfOldPostgres } from "./db/security-releases.ts";
import { removeUnusedPictures } from "./features/pictures/queries.ts";
import { createJobs } from "./jobs/jobs.ts";
import { removeExpiredRecords } from "./jobs/remove-expired-records.ts";
import { createMailTransport } from "./mail/mail-transport.ts";
import { createMailWorker } from "./mail/mail-worker.ts";
import { createMetrics } from "./metrics/create-metrics.ts";
import { createSampleClub, sampleAccounts } from "./sample/sample-club.ts";
import { refuseRealPeople, refuseSamplePeople } from "./start/refuse-sample-people.ts";
import type { Club, ClubContext } from "./start/start-club.ts";

/**
 * Brings the database up to date and puts the club together on it.
 * @param root folder of the project, which holds `migrations/` and `dist/`.
 */
export async function openClub(context: ClubContext, root: string): Promise<Club> {
  const { settings, address, authSecret, log, isStopping } = context;
  await migrate(address, root);
  const { appUrl, adminEmails, isAdminTwoFactorRequired, isSampleClub, google, metricsToken } = settings;
  const { db, readAs, poolState, close } = connectDatabase(address);
  if (!isSampleClub) await warnOfOldPostgres(db, !settings.databaseUrl, log);
  const metrics = createMetrics({ db, poolState, version: readVersion(root) });
  const jobs = createJobs({ address, log, metrics, isScheduling: true });
  await jobs.start();
  const dependencies = createContext({
    db,
    readAs,
    enqueueMail: jobs.enqueueMail,
    log,
    metrics,
    metricsToken,
    isStopping,
    appUrl,
    authSecret,
    adminEmails,
    isAdminTwoFactorRequired,
    google,
    now: () => new Date(),
    builtRoot: join(root, "dist"),
  });
  await (isSampleClub ? fillSampleClub(dependencies) : refuseSamplePeople(db));
  const registrations = await welcomeAdmins(
    db,
    settings,
    dependencies.now(),
    settings.smtpUrl ? jobs.enqueueMail : undefined,
  );
  const sendMail = createMailTransport({ ...settings, printLink: isSampleClub, log });
  await jobs.workMail(createMailWorker({ sendMail, ...dependencies }));
  await jobs.workNightly("unused-pictures", () => removeUnusedPictures(db, dependencies.now()));
  await jobs.workNightly("expired-records", () => removeExpiredRecords(dependencies.asOwner, dependencies.now(), log));
  await jobs.workNightly("purge-accounts", () => purgeAccounts(dependencies));
  return {
    fetch: createApp(dependencies).fetch,
    welcome: { appUrl, registrations, ...(isSampleClub && { sample: sampleAccounts }) },
    close: async () => {
      await dependencies.pictureEncoder.close();
      await jobs.stop();
      await close();
    },
  };
}

async function fillSampleClub({ db, auth, now }: OwnerContext): Promise<void> {
  await refuseRealPeople(db);
  const { password } = await auth.$context;
  await createSampleClub(db, { hashPassword: password.hash, now: now() });
}

const readVersion = (root: string): string => JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
