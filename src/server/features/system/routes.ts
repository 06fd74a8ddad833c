import { Readable } from "node:stream";
import { z } from "@hono/zod-openapi";
import type { Transaction } from "kysely";
import { pageQuerySchema } from "#shared/lists.ts";
import {
  type Backup,
  backupListSchema,
  backupNameSchema,
  backupSchema,
  clientErrorInputSchema,
  mailHeadersSchema,
  queuedJobListSchema,
  queuedJobQuerySchema,
  queuedJobSchema,
  senderDomainSchema,
  systemStateSchema,
} from "#shared/system/system.ts";
import { systemMessages } from "#shared/system/system-messages.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { describeClientError } from "./describe-client-error.ts";

const route = routesOf("Club");

const read = route("get", "/system", {
  name: "getSystem",
  summary: "Checklist, mails, versions, sizes, jobs and errors",
  audience: "admin",
  key: "read",
  answer: systemStateSchema,
});

const sendTestMail = route("post", "/system/test-mail", {
  name: "sendTestMail",
  summary: "Queue a test email to oneself",
  audience: "admin",
  status: 202,
  answer: statusSchema,
  refuses: ["rate_limited"],
});

const readMailDomain = route("get", "/system/mail-domain", {
  name: "getMailDomain",
  summary: "What DNS says of the sender of the club’s emails",
  audience: "admin",
  key: "read",
  answer: senderDomainSchema,
});

const checkMailHeaders = route("post", "/system/mail-domain/headers", {
  name: "checkMailHeaders",
  summary: "The same, with the headers of an email that has arrived",
  audience: "admin",
  body: mailHeadersSchema,
  answer: senderDomainSchema,
});

const listJobs = route("get", "/system/jobs", {
  name: "listJobs",
  summary: "Emails and jobs of the queue, by state",
  audience: "admin",
  key: "read",
  query: queuedJobQuerySchema,
  answer: queuedJobListSchema,
});

const retryJob = route("post", "/system/jobs/{id}/retry", {
  name: "retryJob",
  summary: "Try a failed email or job again at once",
  audience: "admin",
  params: idParameter,
  answer: queuedJobSchema,
});

const discardJob = route("post", "/system/jobs/{id}/discard", {
  name: "discardJob",
  summary: "Delete an email or job that waits or has failed",
  audience: "admin",
  params: idParameter,
  answer: statusSchema,
});

const reportClientError = route("post", "/client-errors", {
  name: "reportClientError",
  summary: "Report an error of the browser, without free text",
  audience: "anyone",
  body: clientErrorInputSchema,
  limit: { bytes: 4 * 1024 },
  status: 202,
  answer: statusSchema,
  refuses: ["rate_limited"],
});

const params = z.object({ name: backupNameSchema });

const listBackupsRoute = route("get", "/system/backups", {
  name: "listBackups",
  summary: "Backups of the last nights",
  audience: "admin",
  query: pageQuerySchema,
  answer: backupListSchema,
});

const startBackupRoute = route("post", "/system/backups", {
  name: "startBackup",
  summary: "Make a backup now, in the background",
  audience: "admin",
  status: 202,
  answer: backupSchema,
  refuses: ["not_found"],
});

const readBackupRoute = route("get", "/system/backups/{name}", {
  name: "getBackup",
  summary: "A backup: state, size, progress while it is being made",
  audience: "admin",
  params,
  answer: backupSchema,
});

const downloadBackupRoute = route("post", "/system/backups/{name}/download", {
  name: "downloadBackup",
  summary: "The file of a verified backup",
  audience: "admin",
  params,
  needsFreshSignIn: true,
  file: "application/gzip",
  refuses: ["409 bad_request"],
});

export const systemRoutes = createRouter()
  .openapi(read, async (c) => c.json(await c.var.dependencies.system.read(), 200))
  .openapi(sendTestMail, async (c) => {
    const { dependencies, actor } = c.var;
    const user_id = actor.userId ?? "";
    await dependencies.limits.testMailsPerPerson.take(user_id);
    await dependencies.asActor(actor, async (_tx, effects) => {
      effects.mail("test", { user_id });
      effects.audit("test_mail_requested", user_id);
    });
    return c.json({ status: true }, 202);
  })
  .openapi(readMailDomain, async (c) => c.json(await c.var.dependencies.system.readSenderDomain(), 200))
  .openapi(checkMailHeaders, async (c) =>
    c.json(await c.var.dependencies.system.readSenderDomain(c.req.valid("json").headers), 200),
  )
  .openapi(listJobs, async (c) => c.json(await c.var.dependencies.system.listJobs(c.req.valid("query")), 200))
  .openapi(retryJob, async (c) => {
    const { dependencies, actor } = c.var;
    const job = await dependencies.system.retryJob(actor.userId ?? "", c.req.valid("param").id);
    if (!job) throw notFound("failed job");
    return c.json(job, 200);
  })
  .openapi(discardJob, async (c) => {
    const { dependencies, actor } = c.var;
    const isGone = await dependencies.system.discardJob(actor.userId ?? "", c.req.valid("param").id);
    if (!isGone) throw notFound("job that waits or has failed");
    return c.json({ status: true }, 200);
  })
  .openapi(reportClientError, async (c) => {
    const { dependencies, log } = c.var;
    const { limits, system, metrics, builtRoot } = dependencies;
    await limits.clientErrorsPerAddress.take(clientAddress(c));
    // Beyond it kinds that are known are counted on, so that a stranger does not silence everybody.
    const isUsual = await limits.clientErrors.tryTake("all");
    const error = describeClientError(c.req.valid("json"), builtRoot);
    await system.countClientError(error, isUsual);
    metrics.countBrowserError();
    if (isUsual) log.warn({ message: error.message, path: error.path, build: error.build }, "browser error");
    return c.json({ status: true }, 202);
  })
  .openapi(listBackupsRoute, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await dependencies.asActor(actor, (tx) => listBackups(tx, c.var, c.req.valid("query"))), 200);
  })
  .openapi(startBackupRoute, async (c) => {
    const { dependencies, actor } = c.var;
    const id = await dependencies.backups.start(actor.userId ?? "");
    return c.json(await dependencies.asActor(actor, (tx) => getBackup(tx, c.var, { id })), 202);
  })
  .openapi(readBackupRoute, async (c) => {
    const { dependencies, actor } = c.var;
    const { name } = c.req.valid("param");
    return c.json(await dependencies.asActor(actor, (tx) => getBackup(tx, c.var, { name })), 200);
  })
  .openapi(downloadBackupRoute, async (c) => {
    const { dependencies, actor } = c.var;
    const { backups } = dependencies;
    const { name } = c.req.valid("param");
    const backup = await dependencies.asActor(actor, (tx) => findBackup(tx, { name }));
    if (!backup) throw notFound("backup");
    if (backup.state !== "verified") throw new HttpError("bad_request", systemMessages.notReady, { status: 409 });
    if (backup.host !== backups.host)
      throw new HttpError("bad_request", systemMessages.elsewhere(backup.host), { status: 409 });
    const file = await backups.open(backup.name);
    if (!file) throw new HttpError("not_found", systemMessages.fileGone);
    await dependencies.asActor(actor, async (_tx, effects) => effects.audit("backup_downloaded", null, { name }));
    return c.body(Readable.toWeb(file) as ReadableStream, 200, {
      "content-type": "application/gzip",
      "content-length": String(backup.bytes),
      "content-disposition": attachment(backup.name),
    }) as never;
  });

type Wanted = { id: string } | { name: string };
type Row = NonNullable<Awaited<ReturnType<typeof findBackup>>>;

async function listBackups(tx: Transaction<DB>, caller: Caller, page: { cursor?: string; limit: number }) {
  const { items, next_cursor } = await keysetPage(
    tx.selectFrom("backups").selectAll(),
    newestFirst("created_at"),
    page,
  );
  return { items: items.map((row) => toBackup(caller, row)), next_cursor };
}

/** @throws HttpError 404. */
async function getBackup(tx: Transaction<DB>, caller: Caller, wanted: Wanted): Promise<Backup> {
  const row = await findBackup(tx, wanted);
  if (!row) throw notFound("backup");
  return toBackup(caller, row);
}

const findBackup = (tx: Transaction<DB>, wanted: Wanted) => {
  const backup = tx.selectFrom("backups").selectAll();
  const found = "id" in wanted ? backup.where("id", "=", wanted.id) : backup.where("name", "=", wanted.name);
  return found.executeTakeFirst();
};

function toBackup({ dependencies }: Caller, row: Row): Backup {
  const { name, host, state, sha256 } = row;
  const { backups } = dependencies;
  const isHere = host === backups.host;
  const isGone = state === "verified" && isHere && !backups.hasFile(name);
  return {
    name,
    host,
    state,
    sha256,
    reason: isGone ? systemMessages.fileGone : row.reason,
    started_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    bytes: row.bytes,
    rows_total: row.rows_total,
    rows_written: row.rows_written,
    rows_read_back: row.rows_read_back,
    can: { download: state === "verified" && isHere && !isGone },
  };
}
