import { sql } from "kysely";
import { jobs } from "#server/jobs.ts";
import type { Job, JobContext } from "#server/platform/jobs/job.ts";
import type { TestApp } from "./test-app.ts";

interface DueJob {
  id: string;
  name: string;
  data: object;
  start_after: Date;
}

/**
 * Runs each one-off job that falls due until then at its own time, earliest first, also those that these schedule.
 * @param setNow sets the clock of the app.
 */
export async function moveClock(club: TestApp, setNow: (now: Date) => void, to: Date): Promise<void> {
  for (;;) {
    const { rows } = await sql<DueJob>`
      delete from pgboss.job where id = (
        select id from pgboss.job where name = any (${Object.keys(jobs)}) and state = 'created' and start_after <= ${to}
         order by start_after, id limit 1)
      returning id, name, data, start_after`.execute(club.db);
    const [due] = rows;
    if (!due) break;
    if (due.start_after > club.now()) setNow(due.start_after);
    const { run } = (jobs as unknown as Record<string, Job<object, JobContext>>)[due.name] ?? {};
    await run?.(club, due.data);
  }
  setNow(to);
}
