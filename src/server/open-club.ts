import { join } from "node:path";
import { createApp } from "./app.ts";
import { welcomeAdmins } from "./club/first-admins.ts";
import { connectDatabase } from "./db/connect.ts";
import { migrate } from "./db/migrate.ts";
import { createDependencies } from "./dependencies.ts";
import { removeUnusedPictures } from "./features/pictures/queries.ts";
import type { Dependencies } from "./http/environment.ts";
import { createJobs } from "./jobs/jobs.ts";
import { createMailTransport } from "./mail/mail-transport.ts";
import { createMailWorker } from "./mail/mail-worker.ts";
import { createSampleClub, sampleAccounts } from "./sample/sample-club.ts";
import { refuseRealPeople, refuseSamplePeople } from "./start/refuse-sample-people.ts";
import type { Club, ClubContext } from "./start/start-club.ts";

/**
 * Brings the database up to date and puts the club together on it.
 * @param root folder of the project, which holds `migrations/` and `dist/`.
 */
export async function openClub({ settings, address, authSecret, log }: ClubContext, root: string): Promise<Club> {
  await migrate(address, root);
  const { appUrl, adminEmails, isAdminTwoFactorRequired, isSampleClub, google } = settings;
  const { db, close } = connectDatabase(address);
  const jobs = createJobs({ address, log });
  await jobs.start();
  const dependencies = createDependencies({
    db,
    enqueueMail: jobs.enqueueMail,
    log,
    appUrl,
    secret: authSecret,
    adminEmails,
    isAdminTwoFactorRequired,
    google,
    now: () => new Date(),
    builtRoot: join(root, "dist"),
  });
  await (isSampleClub ? fillSampleClub(dependencies) : refuseSamplePeople(db));
  const registrations = await welcomeAdmins(db, settings, dependencies.now());
  const sendMail = createMailTransport({ ...settings, printLink: isSampleClub, log });
  await jobs.workMail(createMailWorker({ sendMail, ...dependencies }));
  await jobs.workPictures(() => removeUnusedPictures(db, dependencies.now()));
  return {
    fetch: createApp(dependencies).fetch,
    welcome: { appUrl, registrations, ...(isSampleClub && { sample: sampleAccounts }) },
    close: async () => {
      await jobs.stop();
      await close();
    },
  };
}

async function fillSampleClub({ db, auth, now }: Dependencies): Promise<void> {
  await refuseRealPeople(db);
  const { password } = await auth.$context;
  await createSampleClub(db, { hashPassword: password.hash, now: now() });
}
