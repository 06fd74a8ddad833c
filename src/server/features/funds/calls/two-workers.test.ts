import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createMailWorker } from "#server/mails.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createMailTransport } from "#server/platform/mail/mail-transport.ts";
import { startTestSmtpServer, type TestSmtpServer } from "#server/platform/mail/test-smtp-server.ts";
import { buildAllocatedDeal, buildCollectionAccount, elevenMembers } from "#tests/support/build-allocated-deal.ts";
import { callRound } from "#tests/support/past-the-lists.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { fundsCallJobs } from "./jobs.ts";

const pace = { pollSeconds: 0.5, firstRetrySeconds: 1, longestRetrySeconds: 1, retriesWhenRefused: 1 };
const hour = 60 * 60 * 1000;
const monday = new Date("2026-01-26T10:00:00Z");
let club: TestApp;
let server: TestSmtpServer;
let running: { stop(): Promise<void> }[] = [];
beforeEach(async () => {
  club = await createTestApp({ now: () => monday });
  server = await startTestSmtpServer();
});
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()));
  running = [];
  await server.stop();
  await club.close();
});

/** A process that works. */
async function work() {
  const jobs = createJobs({
    address: club.address,
    log: silentLog,
    definitions: fundsCallJobs,
    pace,
    jobPace: { pollSeconds: 0.5, retrySeconds: 1 },
  });
  running.push(jobs);
  await jobs.start();
  const sendMail = createMailTransport({ smtpUrl: server.url, dataDir: "/nowhere", printLink: false, log: silentLog });
  await jobs.workMail(createMailWorker({ ...club, sendMail, log: silentLog }));
  await jobs.work({ ...club, log: silentLog });
}

it("Two processes that start after the due time tell each member once", async () => {
  const deal = await buildAllocatedDeal(club.db, {
    members: elevenMembers.slice(0, 5),
    at: new Date(monday.getTime() - 48 * hour),
  });
  await buildCollectionAccount(club.db, deal.id, new Date(monday.getTime() - 24 * hour));
  await callRound(club, deal.id);
  // Nobody was working while two days went by.
  await sql`update pgboss.job set start_after = now() - interval '1 hour' where name = 'funds-clock'`.execute(club.db);
  await sql`update commitments set called_at = called_at - interval '50 hours', due_at = due_at - interval '50 hours',
              grace_until = grace_until - interval '50 hours'`.execute(club.db);
  await Promise.all([work(), work()]);
  const pending = async () =>
    (
      await sql<{ count: number }>`select count(*)::int as count from pgboss.job
        where name in ('funds-clock', 'mail') and state::text <> 'completed'`.execute(club.db)
    ).rows[0]?.count;
  await expect.poll(pending, { timeout: 60_000, interval: 500 }).toBe(0);
  const told = server.mails
    .map(
      ({ recipients, subject }) =>
        `${recipients} ${subject
          ?.replaceAll(/£[\d,.]+/g, "£")
          .split(": ")[1]
          ?.slice(0, 14)}`,
    )
    .sort();
  const expected = deal.people.flatMap(({ email }) => [`${email} please pay £ b`, `${email} £ is late`]);
  expect(told).toEqual(expected.sort());
}, 120_000);
