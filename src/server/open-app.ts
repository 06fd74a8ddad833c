import { readFileSync } from "node:fs";
import { join } from "node:path";
import { symmetricEncrypt } from "better-auth/crypto";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import type { OwnerContext } from "./context.ts";
import { createContext } from "./create-context.ts";
import { installStarterContent } from "./features/content/install-starter-content.ts";
import { jobs } from "./jobs.ts";
import { createMailWorker, mailStart } from "./mails.ts";
import { warnOfOldPostgres } from "./ops/embedded-postgres/security-releases.ts";
import { welcomeAdmins } from "./ops/start/first-admins.ts";
import { refuseRealPeople, refuseSamplePeople } from "./ops/start/refuse-sample-people.ts";
import type { Club, ClubContext } from "./ops/start/start-club.ts";
import { connectDatabase, type DatabaseSetup } from "./platform/db/connect.ts";
import { migrate, refuseWrongRights } from "./platform/db/migrate.ts";
import { followContentRevision } from "./platform/documents/content-revision.ts";
import { keepCalendarDomain } from "./platform/http/calendar-domain.ts";
import { createJobs } from "./platform/jobs/jobs.ts";
import { createMailTransport } from "./platform/mail/mail-transport.ts";
import { createMetrics } from "./platform/metrics/create-metrics.ts";
import type { Tracing, TracingSettings } from "./platform/tracing/tracing.ts";
import { createSampleClub, sampleAccounts } from "./sample/sample-club.ts";

/** Migrates the database and starts jobs and app. @param root with `db/` and `dist/`. */
export async function openApp(context: ClubContext, root: string): Promise<Club> {
  const { settings, address, directAddress, authSecret, log, isStopping } = context;
  await migrate(directAddress, root);
  const { appUrl, adminEmails, isAdminTwoFactorRequired, isSampleClub, google, metricsToken, s3, clamd } = settings;
  const {
    dataDir,
    backupsKept,
    smtpUrl,
    webhookAllowedHosts,
    bankStandInUrl,
    previousAuthSecret,
    authSecret: operatorsSecret,
  } = settings;
  const version = readVersion(root);
  const { readDatabaseUrl, isDatabasePrepared: isPrepared } = settings;
  const replica = readDatabaseUrl ? { url: readDatabaseUrl } : undefined;
  const tracing = settings.tracing && (await loadTracing(settings.tracing, version, log));
  const {
    db,
    readAs,
    replica: watchedReplica,
    poolState,
    close,
  } = connectDatabase(address, undefined, {
    ...{ isPrepared, replica, tracing },
  });
  if (!isSampleClub) await warnOfOldPostgres(db, !settings.databaseUrl, log);
  const databaseSetup: DatabaseSetup = {
    place: settings.databaseUrl ? "operator" : "embedded",
    hasPooler: settings.databaseDirectUrl !== undefined,
    ...{ isPrepared, replica: watchedReplica },
  };
  const metrics = createMetrics({ db, poolState, databaseSetup, version, jobNames: Object.keys(jobs) });
  const queue = createJobs({
    ...{ address: directAddress, log, metrics, tracing },
    definitions: jobs,
    // Who tries the sample club at night waits for its mails.
    ...(!isSampleClub && { mailStart: (request) => mailStart(request.template, new Date()) }),
    isScheduling: true,
  });
  const [revision] = await Promise.all([
    followContentRevision({ db, address: directAddress, log }),
    refuseWrongRights(directAddress),
    queue.start(),
  ]);
  const dependencies = createContext({
    db,
    readAs,
    queue,
    log,
    metrics,
    tracing,
    metricsToken,
    isStopping,
    appUrl,
    authSecret,
    previousAuthSecret,
    adminEmails,
    isAdminTwoFactorRequired,
    isSampleClub,
    google,
    s3,
    clamd,
    address: directAddress,
    databaseSetup,
    hasReplica: replica !== undefined,
    dataDir,
    backupsKept,
    operatorsSecret,
    smtpUrl,
    webhookAllowedHosts,
    bankStandInUrl,
    version,
    now: () => new Date(),
    builtRoot: join(root, "dist"),
    contentRevision: revision.current,
  });
  await keepCalendarDomain(db, appUrl);
  await installStarterContent(dependencies.asOwner, { isExample: !isSampleClub, now: dependencies.now() });
  await (isSampleClub ? fillSampleClub(dependencies) : refuseSamplePeople(db));
  const registrations = await welcomeAdmins(db, settings, dependencies.now(), smtpUrl ? queue.enqueueMail : undefined);
  const sendMail = createMailTransport({ ...settings, printLink: isSampleClub, log });
  await queue.workMail(createMailWorker({ sendMail, ...dependencies }));
  await queue.work(dependencies);
  return {
    fetch: createApp(dependencies).fetch,
    welcome: { appUrl, registrations, ...(isSampleClub && { sample: sampleAccounts }) },
    close: async () => {
      await revision.stop();
      await dependencies.pictureEncoder.close();
      await dependencies.documentChecker.close();
      await dependencies.certificateReader.close();
      await dependencies.watermarker.close();
      await dependencies.backups.close();
      await queue.stop();
      await close();
      await tracing?.close();
    },
  };
}

/** Nothing of it is loaded where it is off. */
async function loadTracing(settings: TracingSettings, version: string, log: Logger): Promise<Tracing> {
  const { createTracing } = await import("./platform/tracing/create-tracing.ts");
  return createTracing(settings, version, log);
}

async function fillSampleClub({ db, auth, pageSeal, builtRoot, now }: OwnerContext): Promise<void> {
  await refuseRealPeople(db);
  const { password, secretConfig: key } = await auth.$context;
  const encrypt = (data: string) => symmetricEncrypt({ key, data });
  await createSampleClub(db, { hashPassword: password.hash, encrypt, pageSeal, builtRoot, now: now() });
}

const readVersion = (root: string): string => JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
