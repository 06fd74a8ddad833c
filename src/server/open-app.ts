import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { symmetricEncrypt } from "better-auth/crypto";
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { type Kysely, type KyselyPlugin, type PluginTransformQueryArgs, SelectQueryNode, sql } from "kysely";
import { Client } from "pg";
import type { Logger } from "pino";
import { z } from "zod";
import { adminPaths } from "#shared/admin-paths.ts";
import type { ReadApi } from "#shared/document-renderer.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { createApi } from "./api.ts";
import { guardFor } from "./auth/guard.ts";
import type { Environment, OwnerContext, RequestContext } from "./context.ts";
import { createContext } from "./create-context.ts";
import { installStarterContent } from "./features/content/install-starter-content.ts";
import { findContent } from "./features/content/queries.ts";
import { securityText, securityTextPath } from "./features/settings/security-text.ts";
import { jobs } from "./jobs.ts";
import { createMailWorker, isBulkMail, mailStart } from "./mails.ts";
import { warnOfOldPostgres } from "./ops/embedded-postgres/security-releases.ts";
import { welcomeAdmins } from "./ops/start/first-admins.ts";
import type { Club, ClubContext } from "./ops/start/start-club.ts";
import { connectDatabase, type Database, type DatabaseSetup } from "./platform/db/connect.ts";
import type { DB } from "./platform/db/database.generated.ts";
import { type DatabaseAddress, pgOptions } from "./platform/db/database-address.ts";
import { migrate, refuseWrongRights } from "./platform/db/migrate.ts";
import { clubIcons } from "./platform/documents/club-icon.ts";
import { assets, documents, drawings } from "./platform/documents/documents.ts";
import { loadRenderer } from "./platform/documents/load-renderer.ts";
import { keepCalendarDomain } from "./platform/http/calendar-domain.ts";
import { HttpError, notFound } from "./platform/http/http-error.ts";
import { closeWhenStopping, metricsPage, readiness } from "./platform/http/operator-pages.ts";
import { problemAnswer } from "./platform/http/problem.ts";
import { logRequests } from "./platform/http/request-log.ts";
import { embeddable, securityHeaders } from "./platform/http/security-headers.ts";
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
    mailFrom,
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
    isPrepared,
    replica,
    tracing,
  });
  if (!isSampleClub) await warnOfOldPostgres(db, !settings.databaseUrl, log);
  const databaseSetup: DatabaseSetup = {
    place: settings.databaseUrl ? "operator" : "embedded",
    hasPooler: settings.databaseDirectUrl !== undefined,
    isPrepared,
    replica: watchedReplica,
  };
  const metrics = createMetrics({ db, poolState, databaseSetup, version, jobNames: Object.keys(jobs) });
  const queue = createJobs({
    address: directAddress,
    log,
    metrics,
    tracing,
    definitions: jobs,
    isBulk: ({ template }) => isBulkMail(template),
    // Mails of the sample club leave at once, also at night.
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
    mailFrom,
    webhookAllowedHosts,
    bankStandInUrl,
    version,
    now: () => new Date(),
    builtRoot: join(root, "dist"),
    contentRevision: revision.current,
  });
  await keepCalendarDomain(db, appUrl);
  await installStarterContent(dependencies.asOwner, {
    isExample: !isSampleClub,
    now: dependencies.now(),
    readClub: dependencies.readClub,
  });
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

/** A real club must not open sample accounts, whose passwords are public. @throws Error for the operator. */
export async function refuseSamplePeople(db: Database): Promise<void> {
  const emails = Object.values(sampleAccounts).map(({ email }) => email);
  const found = await db.selectFrom("auth.users").select("id").where("email", "in", emails).executeTakeFirst();
  if (!found) return;
  throw new Error(
    "The database at DATABASE_URL holds the sample club, whose passwords everybody knows. Start the real club with another, empty database.",
  );
}

/** A sample club would delete a real club's first admins. @throws Error for the operator. */
export async function refuseRealPeople(db: Database): Promise<void> {
  const people = db.selectFrom("auth.users").select("email").union(db.selectFrom("admin_emails").select("email"));
  const emails = (await people.execute()).map(({ email }) => email);
  if (emails.length === 0 || emails.includes(sampleAccounts.admin.email)) return;
  throw new Error(
    "The database at DATABASE_URL holds a real club. Set ADMIN_EMAILS to the e-mail addresses of its admins.",
  );
}

/** Pages and API as one Hono app, without side effects on import. */
export function createApp(dependencies: OwnerContext): Hono<Environment> {
  const app = new Hono<Environment>();
  const api = createApi();
  /** As a visitor, for the pages. */
  const readApi = async (path: string): Promise<unknown> => {
    const response = await app.request(`/api${path}`);
    if (!response.ok) throw new Error(`GET /api${path} answered ${response.status}.`);
    return response.json();
  };
  app.use(
    createMiddleware<Environment>(async (c, next) => {
      c.set("dependencies", dependencies);
      await next();
    }),
  );
  app.use(logRequests);
  for (const path of [
    "/api/settings/brand/files/*",
    "/feed.xml",
    "/previews/*",
    "/favicon.ico",
    "/favicon.svg",
    "/icon-192.png",
  ])
    app.use(path, embeddable);
  app.use(securityHeaders(dependencies.appUrl));
  app.onError((error, c) =>
    problemAnswer(error, c, (unexpected) => {
      dependencies.metrics.countError("request");
      c.var.log.error({ err: unexpected }, "unexpected");
    }),
  );
  app.use(closeWhenStopping);
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", readiness);
  app.get("/metrics", metricsPage);
  // Asked by password managers.
  app.get("/.well-known/change-password", (c) => c.redirect(`/#${paths.changePassword}`));
  app.get(securityTextPath, securityText);
  // Asked by feed readers and bookmarks.
  app.get("/favicon.ico", async (c) => c.redirect((await dependencies.readClub()).brand.icon_url ?? "/icon-192.png"));
  app.route("/api", api);
  app.all("/api/*", () => {
    throw new HttpError("not_found", "There is no such call.");
  });
  app.route("/", previewRoutes(api));
  const readBrand = async () => (await dependencies.readClub()).brand;
  app.use("/assets/*", drawings(dependencies.builtRoot, readBrand));
  app.use(clubIcons(dependencies.readClub));
  app.route("/", documents({ ...dependencies, readApi }));
  app.get("*", assets(dependencies.builtRoot));
  // Returned, not thrown: a throw here would bypass the response headers.
  app.notFound((c) => problemAnswer(new HttpError("not_found", "There is nothing at this address."), c, () => {}));
  return app;
}

/** A notification can be missed, as while the connection is lost. */
const checkMilliseconds = 5000;
const connectWithinMilliseconds = 5000;

interface Given {
  db: Database;
  address: DatabaseAddress;
  log: Pick<Logger, "warn">;
  checkEveryMilliseconds?: number;
}

interface FollowedRevision {
  /** Returns an empty text until the content has changed for the first time. */
  current: () => string;
  stop: () => Promise<void>;
}

/** Knows the revision of the public pages' content: PostgreSQL notifies of a change, and it is read again every few seconds. */
export async function followContentRevision({
  db,
  address,
  log,
  checkEveryMilliseconds = checkMilliseconds,
}: Given): Promise<FollowedRevision> {
  const stopping = new AbortController();
  let revision = await readRevision(db);
  let connection: Client | undefined;
  let isKnown = true;

  const read = async () => {
    revision = await readRevision(db);
  };
  const listen = async () => {
    if (connection) return;
    const client = new Client({ ...pgOptions(address), connectionTimeoutMillis: connectWithinMilliseconds });
    // A lost connection would end the process otherwise; the next check makes another.
    client.on("error", () => {});
    client.once("end", () => {
      connection = undefined;
    });
    client.on("notification", () => void read().catch(() => {}));
    await client.connect();
    connection = client;
    await client.query("listen content_revision");
  };
  const check = async () => {
    // Read after it listens, so that no change falls between the two; without notifications it is still read.
    const errors: unknown[] = [];
    for (const step of [listen, read]) await step().catch((error: unknown) => errors.push(error));
    if (errors.length > 0 && isKnown) log.warn({ err: errors[0] }, "content revision not followed");
    isKnown = errors.length === 0;
  };
  const follow = async () => {
    while (!stopping.signal.aborted) {
      await check();
      await wait(checkEveryMilliseconds, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const following = follow();
  return {
    current: () => revision,
    stop: async () => {
      stopping.abort();
      await following;
      await connection?.end();
    },
  };
}

async function readRevision(db: Database): Promise<string> {
  const row = await db.selectFrom("content_revisions").select("revision").executeTakeFirst();
  return row?.revision ?? "";
}

/**
 * The page that shows an item, as it would be with its draft published.
 * @param api answers below /api.
 */
function previewRoutes(api: Hono<Environment>): Hono<Environment> {
  const routes = new Hono<Environment>().get("/preview/:id", guardFor({ audience: "admin" }), async (c) => {
    const { dependencies, actor } = c.var;
    const { success, data: id } = z.uuid().safeParse(c.req.param("id"));
    const item = success && (await dependencies.asActor(actor, (tx) => findContent(tx, id)));
    if (!item) throw notFound("content");
    const { builtRoot, appUrl } = dependencies;
    const { preview } = await loadRenderer(builtRoot, appUrl);
    const read = reading(api, withDraft(dependencies, item.id), c.req.raw.headers);
    const draft = item.draft as Record<string, unknown>;
    const { content, type } = await preview({ ...item, draft }, read);
    return c.body(content, 200, { "cache-control": "no-store", "content-type": type, "x-robots-tag": "noindex" });
  });
  // A person whose session has ended signs in on the way to the editor.
  return routes.onError((error, c) => {
    if (!(error instanceof HttpError) || error.status !== 401) throw error;
    const id = c.req.path.split("/").at(-1) ?? "";
    return c.redirect(pageUrl(c.var.dependencies.appUrl, adminPaths.contentItem(id)), 302);
  });
}

const withDraft = (dependencies: RequestContext, id: string): RequestContext => ({
  ...dependencies,
  readAs: (actor) => withDraftAsPublished(dependencies.readAs(actor), id),
});

/** Reads the content as it would be after the publication of one draft, for somebody who may read drafts. */
function withDraftAsPublished(reader: Kysely<DB>, id: string): Kysely<DB> {
  const { with: shadow } = shadowingView(reader, id).toOperationNode();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }: PluginTransformQueryArgs) =>
      SelectQueryNode.is(node) && shadow ? { ...node, with: shadow } : node,
    transformResult: async ({ result }) => result,
  };
  return reader.withPlugin(plugin);
}

/** A day or time that a draft does not have yet is today's on its preview; an update without a day is left out. */
const shownDraft = sql<DB["published_content"]["content"]>`
  draft || jsonb_strip_nulls(jsonb_build_object(
    'date', case when draft ->> 'date' = '' then to_char(now() at time zone 'Europe/London', 'YYYY-MM-DD') end,
    'start_time', case when draft ->> 'start_time' = '' then '00:00' end,
    'end_time', case when draft ->> 'end_time' = '' then '23:59' end,
    'updates', case when draft ? 'updates' then jsonb_path_query_array(draft, '$.updates[*] ? (@.date != "")') end))`;

/** In a query, a common table expression takes the place of the view of its name. */
const shadowingView = (reader: Kysely<DB>, id: string) =>
  reader
    .with("published_content", (db) =>
      db
        .selectFrom(sql<DB["published_content"]>`public.published_content`.as("present"))
        .select(["id", "kind", "slug", "content", "first_published_at", "published_at", "position", "is_example"])
        .where("id", "<>", id)
        .unionAll(
          db
            .selectFrom("content_items")
            .select(["id", "kind", "slug", shownDraft.as("content")])
            .select(sql<Date>`coalesce(first_published_at, now())`.as("first_published_at"))
            .select(sql<Date>`now()`.as("published_at"))
            .select("position")
            .select(sql<boolean>`is_example and revision = 1`.as("is_example"))
            .where("id", "=", id),
        ),
    )
    .selectFrom("published_content")
    .selectAll();

/** Reads with the rights of the request whose headers these are. */
function reading(api: Hono<Environment>, dependencies: RequestContext, given: Headers): ReadApi {
  const headers = new Headers(given);
  // The response is parsed here, so it must not be compressed.
  headers.delete("accept-encoding");
  const withDependencies = createMiddleware<Environment>(async (c, next) => {
    c.set("dependencies", dependencies);
    await next();
  });
  const inner = new Hono<Environment>().use(withDependencies).route("/api", api);
  inner.onError((error) => {
    throw error;
  });
  return async (path) => (await inner.request(`/api${path}`, { headers })).json();
}
