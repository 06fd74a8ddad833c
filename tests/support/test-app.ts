import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makeSignature } from "better-auth/crypto";
import type { Logger } from "pino";
import { afterAll } from "vitest";
import type { PasswordHashingOptions } from "#server/auth/better-auth.ts";
import { sessionCookieName } from "#server/auth/sessions/current-session.ts";
import { createContext } from "#server/create-context.ts";
import { installStarterContent } from "#server/features/content/install-starter-content.ts";
import { jobs as definitions } from "#server/jobs.ts";
import { createApp } from "#server/open-app.ts";
import type { ResolveTxt } from "#server/ops/system/sender-domain.ts";
import type { DatabaseSetup } from "#server/platform/db/connect.ts";
import { keepCalendarDomain } from "#server/platform/http/calendar-domain.ts";
import type { Resolve } from "#server/platform/http/public-address.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createMetrics } from "#server/platform/metrics/create-metrics.ts";
import type { Tracing } from "#server/platform/tracing/tracing.ts";
import { setWorkerFolder } from "#server/platform/workers/spawn-worker.ts";
import type { Person } from "#server/sample/builders.ts";
import type { Settings } from "#server/settings.ts";
import { assertDescribed } from "./assert-described.ts";
import { assertReadable } from "./assert-readable.ts";
import { collectWatched, watchEffects, watchMails } from "./produced-effects.ts";
import { quickPasswords } from "./quick-passwords.ts";
import { silentLog } from "./silent-log.ts";
import { contentTemplateDatabase, templateDatabase } from "./test-cluster.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

// The scripts that have built the server set it; without it a test starts what stands in the sources now.
if (process.env.TEST_BUILT_WORKERS) setWorkerFolder(resolve(process.env.TEST_BUILT_WORKERS));

const usualSecret = "a secret for tests, of 32 characters and more";
const inYears = new Date("2100-01-01");

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is what the test expects it to be.
  body: any;
}

export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

interface Options {
  adminEmails?: string[];
  isAdminTwoFactorRequired?: boolean;
  isSampleClub?: boolean;
  appUrl?: string;
  google?: Settings["google"];
  now?: () => Date;
  /** The option is for a clock that is moved past what a session lasts. */
  hasLastingSessions?: boolean;
  log?: Logger;
  metricsToken?: string;
  isStopping?: () => boolean;
  s3?: Settings["s3"];
  clamd?: Settings["clamd"];
  passwordHashing?: PasswordHashingOptions;
  backupsKept?: number;
  smtpUrl?: string;
  webhookAllowedHosts?: string[];
  bankStandInUrl?: string;
  /** The function replaces the name server. */
  resolve?: Resolve;
  mailFrom?: string;
  /** The function answers from a name server of the test's own. */
  resolveTxt?: ResolveTxt;
  /** Simulated client address. */
  remoteAddress?: string;
  tracing?: Tracing;
  databaseSetup?: DatabaseSetup;
  authSecret?: string;
  previousAuthSecret?: string;
  /** Used in place of a new one, and not closed. */
  database?: TestDatabase;
  /** Of the public pages' content: each time another, so that nothing is kept, unless given. */
  contentRevision?: () => string;
}

/** The app on its own database, called without HTTP. */
export async function createTestApp({
  adminEmails = [],
  isAdminTwoFactorRequired = false,
  isSampleClub = true,
  appUrl = "http://127.0.0.1:3000",
  google,
  now: givenClock,
  hasLastingSessions = false,
  log = silentLog,
  metricsToken,
  isStopping = () => false,
  remoteAddress,
  authSecret = usualSecret,
  previousAuthSecret,
  database: given,
  s3,
  clamd,
  passwordHashing = {},
  backupsKept = 14,
  smtpUrl,
  webhookAllowedHosts = [],
  bankStandInUrl,
  resolve,
  mailFrom,
  resolveTxt,
  tracing,
  databaseSetup = { place: "embedded", hasPooler: false, isPrepared: true, replica: undefined },
  contentRevision = () => crypto.randomUUID(),
}: Options = {}) {
  const now = givenClock ?? (() => new Date());
  // The content of the template was published when the run began, which another clock may not have reached.
  const database =
    given ?? (await createTestDatabase(givenClock || !isSampleClub ? templateDatabase : contentTemplateDatabase));
  const { db, readAs, address } = database;
  const metrics = createMetrics({
    db,
    poolState: database.poolState,
    databaseSetup,
    version: "1.2.3",
    jobNames: Object.keys(definitions),
  });
  const jobs = createJobs({ address, log, metrics, definitions, tracing });
  await jobs.start();
  const dataDir = join(tmpdir(), `kindling-${address.database}`);
  const builtRoot = join(process.cwd(), "dist");
  const dependencies = createContext({
    db,
    readAs,
    databaseSetup,
    hasReplica: false,
    queue: watchMails(jobs),
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
    now,
    builtRoot,
    s3,
    clamd,
    address,
    dataDir,
    backupsKept,
    operatorsSecret: authSecret,
    smtpUrl,
    webhookAllowedHosts,
    bankStandInUrl,
    ...(resolve && { resolve }),
    ...(resolveTxt && { resolveTxt }),
    mailFrom,
    version: "1.2.3",
    contentRevision,
    passwordHashing: { hasher: quickPasswords, ...passwordHashing },
  });
  await watchEffects(db);
  await keepCalendarDomain(db, appUrl);
  await installStarterContent(dependencies.asOwner, {
    isExample: !isSampleClub,
    now: now(),
    readClub: dependencies.readClub,
  });
  const app = createApp(dependencies);

  const callWith =
    (given: Record<string, string>): Call =>
    async (method, path, body, headers = {}) => {
      const sent = {
        origin: appUrl,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...given,
        ...headers,
      };
      const isRaw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
      const text = isRaw ? (body as BodyInit | undefined) : JSON.stringify(body);
      const request = { method, headers: sent, ...(text === undefined ? {} : { body: text }) };
      const response = await app.request(`${appUrl}${path}`, request, { incoming: { socket: { remoteAddress } } });
      const answer = { status: response.status, headers: response.headers, body: parse(await response.text()) };
      assertDescribed(method, path, answer.status, answer.body);
      await assertReadable(path, answer.status, answer.body);
      return answer;
    };

  return {
    ...dependencies,
    database,
    authSecret,
    address,
    dataDir,
    jobs,
    fetch: app.fetch,
    visitor: callWith({}),
    /** Skips the password hash. */
    as: async (person: Person): Promise<Call> => {
      const cookie = await signIn(person);
      const call = callWith({ cookie });
      // Who is asked confirms that it is them, and presses again.
      return async (...given) => {
        const answer = await call(...given);
        if (answer.body?.code !== "fresh_sign_in_required") return answer;
        await confirmSignIn(person.id);
        return call(...given);
      };
    },
    /** The session is as old as the clock says. */
    asStale: async (person: Person): Promise<Call> => callWith({ cookie: await signIn(person) }),
    cookieOf: signIn,
    /** These columns of the audit's rows about a subject, oldest first. */
    auditOf: <Column extends "kind" | "actor_id" | "details">(subjectId: string, ...columns: Column[]) =>
      db.selectFrom("audit_events").select(columns).where("subject_id", "=", subjectId).orderBy("id").execute(),
    close: async () => {
      await dependencies.pictureEncoder.close();
      await dependencies.documentChecker.close();
      await dependencies.certificateReader.close();
      await dependencies.watermarker.close();
      await dependencies.backups.close();
      await jobs.stop();
      await collectWatched(db);
      if (!given) await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };

  async function confirmSignIn(userId: string): Promise<void> {
    await db.updateTable("auth.sessions").set({ confirmed_at: now() }).where("user_id", "=", userId).execute();
  }

  async function signIn({ id }: Person): Promise<string> {
    const { internalAdapter } = await dependencies.auth.$context;
    const lasting = hasLastingSessions ? { expiresAt: inYears } : undefined;
    const { token } = await internalAdapter.createSession(id, false, lasting, true);
    const value = encodeURIComponent(`${token}.${await makeSignature(token, dependencies.keys.betterAuth)}`);
    return `${sessionCookieName(appUrl)}=${value}`;
  }
}

/** For all tests of a file, at its top level: closed after the last of them. */
export async function openTestApp(options?: Options): Promise<TestApp> {
  const club = await createTestApp(options);
  afterAll(() => club.close());
  return club;
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
