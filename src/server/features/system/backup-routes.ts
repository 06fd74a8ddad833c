import { Readable } from "node:stream";
import { z } from "@hono/zod-openapi";
import { freshSignInSchema } from "#shared/account/session.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { backupListSchema, backupNameSchema, backupSchema } from "#shared/system/system.ts";
import { systemMessages } from "#shared/system/system-messages.ts";
import { assertFreshSignIn } from "../../auth/passwords/fresh-sign-in.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { findBackup, getBackup, listBackups } from "./backups.ts";

const route = routesOf("Club");

const params = z.object({ name: backupNameSchema });

const list = route("get", "/system/backups", {
  name: "listBackups",
  summary: "Backups of the last nights, newest first, with the one that is being made and those that failed",
  audience: "admin",
  query: pageQuerySchema,
  answer: backupListSchema,
});

const start = route("post", "/system/backups", {
  name: "startBackup",
  summary: "Make a backup now, in the background",
  audience: "admin",
  status: 202,
  answer: backupSchema,
  refuses: ["not_found"],
});

const read = route("get", "/system/backups/{name}", {
  name: "getBackup",
  summary: "A backup: state, size, progress while it is being made",
  audience: "admin",
  params,
  answer: backupSchema,
});

const download = route("post", "/system/backups/{name}/download", {
  name: "downloadBackup",
  summary:
    "The file of a verified backup: all data of the club. Needs a sign-in of the last ten minutes, or the password; it leaves a row in the audit",
  audience: "admin",
  params,
  body: freshSignInSchema,
  file: "application/gzip",
  refuses: ["wrong_password", "no_password", "rate_limited", "passwords_busy", "409 bad_request"],
});

export const backupRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await dependencies.asActor(actor, (tx) => listBackups(tx, c.var, c.req.valid("query"))), 200);
  })
  .openapi(start, async (c) => {
    const { dependencies, actor } = c.var;
    const id = await dependencies.backups.start(actor.userId ?? "");
    return c.json(await dependencies.asActor(actor, (tx) => getBackup(tx, c.var, { id })), 202);
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const { name } = c.req.valid("param");
    return c.json(await dependencies.asActor(actor, (tx) => getBackup(tx, c.var, { name })), 200);
  })
  .openapi(download, async (c) => {
    const { dependencies, actor } = c.var;
    const { backups } = dependencies;
    const { name } = c.req.valid("param");
    const backup = await dependencies.asActor(actor, (tx) => findBackup(tx, { name }));
    if (!backup) throw notFound("backup");
    if (backup.state !== "verified") throw new HttpError(409, "bad_request", systemMessages.notReady);
    if (backup.host !== backups.host) throw new HttpError(409, "bad_request", systemMessages.elsewhere(backup.host));
    await assertFreshSignIn(c, c.req.valid("json").password);
    const file = await backups.open(backup.name);
    if (!file) throw new HttpError(404, "not_found", systemMessages.fileGone);
    await dependencies.asActor(actor, async (_tx, effects) => effects.audit("backup_downloaded", null, { name }));
    return c.body(Readable.toWeb(file) as ReadableStream, 200, {
      "content-type": "application/gzip",
      "content-length": String(backup.bytes),
      "content-disposition": attachment(backup.name),
    }) as never;
  });
