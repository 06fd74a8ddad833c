import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { SystemService } from "../../context.ts";
import type { Database } from "../../platform/db/connect.ts";
import type { ReadAs } from "../../platform/db/read-as.ts";
import type { AsOwner } from "../../platform/db/types.ts";
import { discardJob, listJobs, retryJob } from "../../platform/jobs/queued-jobs.ts";
import { readSystem, type SystemFacts } from "./read-system.ts";

interface Options extends SystemFacts {
  db: Database;
  readAs: ReadAs;
  asOwner: AsOwner;
}

/** New kinds of errors beyond this number are counted together. */
const mostClientErrors = 500;

export function createSystem({ db, readAs, asOwner, ...facts }: Options): SystemService {
  return {
    read: () => readSystem(readAs("owner"), facts),
    listJobs: (query) => listJobs(readAs("owner"), query),
    retryJob: (actorId, id) =>
      asOwner(actorId, async (tx, effects) => {
        const job = await retryJob(tx, id);
        if (job) effects.audit("job_retried", null, { kind: job.kind, name: job.name });
        return job;
      }),
    discardJob: (actorId, id) =>
      asOwner(actorId, async (tx, effects) => {
        const job = await discardJob(tx, id);
        if (job) effects.audit("job_discarded", null, { kind: job.kind, name: job.name });
        return job !== undefined;
      }),
    countClientError: async (error, keepsNewKind) => {
      const fingerprint = createHash("sha256").update(`${error.message}\n${error.stack}\n${error.path}`).digest("hex");
      const now = facts.now();
      const counted = { count: sql<number>`client_errors.count + 1`, last_at: now, build: error.build };
      const again = await db
        .updateTable("client_errors")
        .set(counted)
        .where("fingerprint", "=", fingerprint)
        .returning("id")
        .executeTakeFirst();
      if (again) return;
      const { kinds } = await db
        .selectFrom("client_errors")
        .select((eb) => eb.fn.countAll<string>().as("kinds"))
        .executeTakeFirstOrThrow();
      const values =
        keepsNewKind && Number(kinds) < mostClientErrors
          ? { ...error, fingerprint }
          : { ...error, message: "Other errors", stack: null, path: "/", fingerprint: "other" };
      await db
        .insertInto("client_errors")
        .values({ ...values, created_at: now, last_at: now })
        .onConflict((conflict) => conflict.column("fingerprint").doUpdateSet(counted))
        .execute();
    },
  };
}
