import { join } from "node:path";
import { createApp } from "./app.ts";
import { welcomeAdmins } from "./club/first-admins.ts";
import { connectDatabase } from "./db/connect.ts";
import { migrate } from "./db/migrate.ts";
import { createDependencies } from "./dependencies.ts";
import { createJobs } from "./jobs/jobs.ts";
import { createMailTransport } from "./mail/mail-transport.ts";
import { createMailWorker } from "./mail/mail-worker.ts";
import type { Club, ClubContext } from "./start/start-club.ts";

/**
 * Brings the database up to date and puts the club together on it.
 * @param root folder of the project, which holds `migrations/` and `dist/web/`.
 */
export async function openClub(
  { settings, address, authSecret: secret, log }: ClubContext,
  root: string,
): Promise<Club> {
  await migrate(address, root);
  const { appUrl, adminEmails, isSampleClub } = settings;
  const { db, close } = connectDatabase(address);
  const jobs = createJobs({ address, log });
  await jobs.start();
  const sendMail = createMailTransport({ ...settings, printLink: isSampleClub, log });
  await jobs.workMail(createMailWorker({ sendMail, log, db, appUrl, secret }));
  const now = () => new Date();
  const webRoot = join(root, "dist/web");
  const { enqueueMail } = jobs;
  const app = createApp(createDependencies({ db, enqueueMail, log, appUrl, secret, adminEmails, now, webRoot }));
  return {
    fetch: app.fetch,
    welcome: { appUrl, registrations: await welcomeAdmins(db, settings, now()) },
    close: async () => {
      await jobs.stop();
      await close();
    },
  };
}
