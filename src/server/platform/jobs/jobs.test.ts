import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildInvitation } from "#server/sample/builders.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { noQueue } from "#tests/support/no-queue.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { deriveKeys } from "../../auth/derive-keys.ts";
import { collect } from "../../features.ts";
import { createMailWorker } from "../../mails.ts";
import { createAsOwner } from "../db/as-owner.ts";
import { createMailTransport } from "../mail/mail-transport.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../mail/test-smtp-server.ts";
import { type Job, type JobContext, nightly, scheduled } from "./job.ts";
import type { JobData } from "./job-data.ts";
import { createJobs, type Jobs } from "./jobs.ts";
import { openTestGate } from "./test-gate.ts";

const pace = { pollSeconds: 0.5, firstRetrySeconds: 1, longestRetrySeconds: 1, retriesWhenRefused: 1 };
const jobPace = { pollSeconds: 0.5, retrySeconds: 1 };

let database: TestDatabase;
let server: TestSmtpServer;
let started: Jobs<JobContext>[];

beforeEach(async () => {
  database = await createTestDatabase();
  server = await startTestSmtpServer();
  started = [];
});

afterEach(async () => {
  for (const jobs of started) await jobs.stop();
  await server.stop();
  await database.close();
});

/** Simulates a process: own queue on the shared database, with a worker unless it only enqueues. */
const clock = () => new Date();

async function startProcess({
  address = database.address,
  log = silentLog,
  works = true,
  smtpUrl = server.url,
  definitions = {} as Record<string, Job<never>>,
} = {}) {
  const jobs = createJobs({ address, log, pace, jobPace, definitions });
  started.push(jobs);
  await jobs.start();
  const sendMail = createMailTransport({ smtpUrl, dataDir: "/nowhere", printLink: false, log });
  const club = {
    db: database.db,
    readAs: database.readAs,
    readClub: async () => defaultClub,
    appUrl: "https://club.example",
    keys: deriveKeys("x".repeat(32)),
    asOwner: createAsOwner(database.db, jobs, clock),
    now: clock,
    waitingKinds: collect("waiting"),
    isSampleClub: true,
  };
  if (works) await jobs.workMail(createMailWorker({ ...club, sendMail, log }));
  return jobs;
}

function invite({ enqueueMail }: Jobs<JobContext>, email: string) {
  return database.db.transaction().execute(async (tx) => {
    const { id } = await buildInvitation(tx, { email });
    await enqueueMail(tx, [{ template: "invitation", invitation_id: id }]);
  });
}

const recipients = () => server.mails.flatMap((mail) => mail.recipients).toSorted();

const countJobs = async (...states: string[]) =>
  (await sql`select 1 from pgboss.job where name = 'mail' and state::text = any(${states})`.execute(database.db)).rows
    .length;

describe("A person who is invited", () => {
  it("An invited person gets the mail once the invitation is stored", async () => {
    const jobs = await startProcess();
    await invite(jobs, "ada@mail.example");
    await expect.poll(recipients).toEqual(["ada@mail.example"]);
    expect(server.mails[0]?.subject).toBe("You are invited to Kindling");
    await expect.poll(() => countJobs("completed")).toBe(1);
  });

  it("An invited person gets no mail when the invitation was not stored", async () => {
    const jobs = await startProcess();
    const failure = database.db.transaction().execute(async (tx) => {
      const { id } = await buildInvitation(tx, { email: "ada@mail.example" });
      await jobs.enqueueMail(tx, [{ template: "invitation", invitation_id: id }]);
      throw new Error("changed my mind");
    });
    await expect(failure).rejects.toThrow("changed my mind");
    await invite(jobs, "grace@mail.example");
    await expect.poll(recipients).toEqual(["grace@mail.example"]);
    expect(await countJobs("created", "retry", "active", "completed", "failed")).toBe(1);
  });

  it("An invited person gets no mail when the invitation was withdrawn before the mail was sent", async () => {
    const jobs = await startProcess({ works: false });
    await invite(jobs, "ada@mail.example");
    await database.db.deleteFrom("invitations").execute();
    await startProcess();
    await expect.poll(() => countJobs("completed")).toBe(1);
    expect(recipients()).toEqual([]);
  });

  it("An invited person gets one mail, however many processes run", async () => {
    const [one] = await Promise.all([startProcess(), startProcess()]);
    const emails = Array.from({ length: 24 }, (_, index) => `guest-${String(index).padStart(2, "0")}@mail.example`);
    await Promise.all(emails.map((email) => invite(one, email)));
    await expect.poll(() => countJobs("completed")).toBe(24);
    expect(recipients()).toEqual(emails);
  });
});

describe("A club whose mail server is down", () => {
  it("A club whose mail server is down loses no mail, and stores an invitation although nothing can be sent", async () => {
    const jobs = await startProcess();
    await server.stop();
    await invite(jobs, "ada@mail.example");
    await invite(jobs, "grace@mail.example");
    await expect.poll(() => countJobs("retry")).toBe(2);
    server = await startTestSmtpServer(server.port);
    await expect.poll(recipients).toEqual(["ada@mail.example", "grace@mail.example"]);
  });

  it("A club whose mail server is down logs the outage without addresses or codes", async () => {
    const lines: string[] = [];
    const log = pino({ level: "debug" }, { write: (line) => void lines.push(line) });
    await server.stop();
    await invite(await startProcess({ log }), "ada@mail.example");
    await expect.poll(() => lines.join("")).toContain("mail failed, will retry");
    expect(lines[0]).toContain('"reason":"The mail server did not take it: ECONNREFUSED at CONN"');
    expect(lines[0]).toContain('"template":"invitation"');
    expect(lines.join("")).not.toMatch(/@|register/);
    server = await startTestSmtpServer(server.port);
  });

  it("A club sends the other mails and stops retrying one whose recipient the server keeps rejecting", async () => {
    const jobs = await startProcess();
    await Promise.all(["ada", "nobody", "grace"].map((name) => invite(jobs, `${name}@mail.example`)));
    await expect.poll(() => countJobs("failed")).toBe(1);
    expect(recipients()).toEqual(["ada@mail.example", "grace@mail.example"]);
    expect(await countJobs("completed")).toBe(2);
  });
});

describe("A club whose database goes away", () => {
  it("A club whose database goes away resumes sending when the database is back, without a restart", async () => {
    const gate = await openTestGate(database.address);
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line) => void lines.push(line) });
    const jobs = await startProcess({ address: gate.address, log });
    await gate.shut();
    await expect.poll(() => lines.join("")).toContain("job queue error");
    await invite(await startProcess({ works: false }), "ada@mail.example");
    expect(recipients()).toEqual([]);
    await gate.open();
    await expect.poll(recipients).toEqual(["ada@mail.example"]);
    await jobs.stop();
    await gate.shut();
  });

  it("A club whose database is away shuts down cleanly", async () => {
    const gate = await openTestGate(database.address);
    const jobs = await startProcess({ address: gate.address });
    await gate.shut();
    await jobs.stop();
  });
});

describe("A mail that is being sent", () => {
  it("A mail that is being sent is finished before its process stops", async () => {
    const jobs = await startProcess({ works: false });
    const stages: string[] = [];
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await jobs.workMail(async () => {
      stages.push("begun");
      await finished;
      stages.push("finished");
    });
    await invite(jobs, "ada@mail.example");
    await expect.poll(() => stages).toEqual(["begun"]);
    const stopped = jobs.stop().then(() => stages.push("stopped"));
    finish();
    await stopped;
    expect(stages).toEqual(["begun", "finished", "stopped"]);
    expect(await countJobs("completed")).toBe(1);
  });

  it("A mail has the same id at every attempt", async () => {
    const jobs = await startProcess({ works: false });
    const ids: string[] = [];
    await jobs.workMail(async ({ id }) => {
      ids.push(id);
      if (ids.length === 1) throw new Error("the first try fails");
    });
    await invite(jobs, "ada@mail.example");
    await expect.poll(() => countJobs("completed")).toBe(1);
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), ids[0]]);
  });
});

const logTo = (lines: string[]) => pino({ level: "error" }, { write: (line) => void lines.push(line) });

const context = (): JobContext => ({
  asOwner: createAsOwner(database.db, noQueue, clock),
  now: clock,
  log: silentLog,
});

describe("A nightly job", () => {
  it("A nightly job runs soon after the start, once for processes that start together, and again after a failure", async () => {
    let tries = 0;
    const sweep = nightly(async () => {
      if (++tries === 1) throw new Error("the first try fails");
    });
    const lines: string[] = [];
    const options = { works: false, log: logTo(lines), definitions: { sweep } };
    const [one, two] = await Promise.all([startProcess(options), startProcess(options)]);
    await Promise.all([one.work(context()), two.work(context())]);
    await expect.poll(() => statesOf("sweep")).toEqual(["completed"]);
    expect(tries).toBe(2);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { job: "sweep", retries: 0, msg: "job failed, will retry" },
    ]);
    const { rows } = await sql`select name, cron from pgboss.schedule`.execute(database.db);
    expect(rows).toEqual([{ name: "sweep", cron: "17 3 * * *" }]);
  });
});

describe("A scheduled job", () => {
  const name = "remove-email-changes";
  const definitionsOf = (run: (data: JobData[typeof name]) => Promise<unknown>) => ({
    [name]: scheduled((_context: JobContext, data: JobData[typeof name]) => run(data)),
  });

  const schedule = (jobs: Jobs<JobContext>, at = new Date(), fails = false) =>
    createAsOwner(
      database.db,
      jobs,
      clock,
    )(null, async (_tx, effects) => {
      effects.schedule(name, {}, at);
      if (fails) throw new Error("changed my mind");
    });

  it("A scheduled job runs once however many processes run, and never when its change was rolled back", async () => {
    const runs: string[] = [];
    const process = (label: string) =>
      startProcess({ works: false, definitions: definitionsOf(async () => void runs.push(label)) });
    const [one, two] = await Promise.all([process("one"), process("two")]);
    await expect(schedule(one, new Date(), true)).rejects.toThrow("changed my mind");
    await Promise.all(Array.from({ length: 24 }, (_, n) => schedule(n % 2 ? one : two)));
    await Promise.all([one.work(context()), two.work(context())]);
    await expect.poll(() => statesOf(name)).toEqual(Array(24).fill("completed"));
    expect(runs).toHaveLength(24);
  });

  it("A scheduled job waits until its due time", async () => {
    let runs = 0;
    const jobs = await startProcess({ works: false, definitions: definitionsOf(async () => runs++) });
    await schedule(jobs, new Date("2100-01-01T00:00:00Z"));
    await schedule(jobs);
    await jobs.work(context());
    await expect.poll(() => statesOf(name)).toEqual(["completed", "created"]);
    expect(runs).toBe(1);
  });

  it("A scheduled job runs at the next start when no process was running at its due time", async () => {
    let runs = 0;
    const options = { works: false, definitions: definitionsOf(async () => runs++) };
    const earlier = await startProcess(options);
    await schedule(earlier, new Date("2026-01-01T00:00:00Z"));
    await earlier.stop();
    await (await startProcess(options)).work(context());
    await expect.poll(() => statesOf(name)).toEqual(["completed"]);
    expect(runs).toBe(1);
  });

  it("A scheduled job is retried with backoff while it fails, and blocks no other job", async () => {
    const lines: string[] = [];
    let runs = 0;
    const run = async () => {
      if (++runs !== 2 && runs <= 3) throw new Error("not yet");
    };
    const jobs = await startProcess({ works: false, log: logTo(lines), definitions: definitionsOf(run) });
    await schedule(jobs);
    await schedule(jobs);
    await jobs.work(context());
    await expect.poll(() => statesOf(name)).toEqual(["completed", "completed"]);
    const { rows } = await sql<{ retries: number; backoff: boolean }>`
      select retry_count as retries, retry_backoff as backoff from pgboss.job
       where name = ${name} order by retry_count`.execute(database.db);
    expect(rows).toEqual([
      { retries: 0, backoff: true },
      { retries: 2, backoff: true },
    ]);
    expect(lines.map((line) => JSON.parse(line).retries)).toEqual([0, 1]);
  });
});

const statesOf = async (name: string) =>
  (
    await sql<{ state: string }>`select state::text from pgboss.job where name = ${name} order by 1`.execute(
      database.db,
    )
  ).rows.map(({ state }) => state);
