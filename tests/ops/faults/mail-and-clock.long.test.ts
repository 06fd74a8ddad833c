import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { startTestSmtpServer } from "#server/platform/mail/test-smtp-server.ts";
import { connectTo, ownDatabase } from "../support/database.ts";
import { prepareStage } from "../support/stage.ts";
import { call, signInAsAdmin } from "../support/visitor.ts";
import { auditLoad, nothingAmiss, startLoad } from "./support/load.ts";
import { writesPerPhase } from "./support/settings.ts";

const { sampleClubFolder, spawn } = prepareStage();
const hourMs = 60 * 60 * 1000;

it("Mails queued during an hour without a mail server are each sent exactly once when it is back", async () => {
  const dataDir = sampleClubFolder();
  const first = await startTestSmtpServer();
  await first.stop();
  const url = await spawn({ DATA_DIR: dataDir, SMTP_URL: first.url }).url();
  const load = startLoad(() => [url], await signInAsAdmin(url));
  // Each is tried ten times.
  await load.more(Math.min(writesPerPhase, 100));
  const ledger = await load.stop();
  const owner = await connectTo(ownDatabase(dataDir));
  const makeDue = () =>
    owner.query("update pgboss.job set start_after = now() where name = 'mail' and state in ('created', 'retry')");
  let passedMs = 0;
  while (passedMs < hourMs) {
    passedMs += await waitUntilAllAreLater();
    await makeDue();
  }
  const second = await startTestSmtpServer(first.port);
  const invited = () => second.mails.flatMap(({ recipients }) => recipients).filter((one) => one.startsWith("load-"));
  const received = async () => {
    await makeDue();
    return new Set(invited()).size;
  };
  await expect.poll(received, { timeout: 40_000, interval: 200 }).toBe(ledger.acknowledged.length);
  expect(await auditLoad("Mail server away for an hour", ledger, ownDatabase(dataDir))).toEqual(nothingAmiss);
  expect(invited().toSorted()).toEqual(ledger.acknowledged.toSorted());
  await owner.end();
  await second.stop();

  /** Waits for the invitations; a mail about the admin's sign-in waits beside them. @returns ms until the next retry. */
  async function waitUntilAllAreLater(): Promise<number> {
    for (;;) {
      const { rows } = await owner.query(
        `select count(*) filter (where state = 'active' or start_after <= now())::int as busy, count(*)::int as waiting,
                extract(epoch from max(start_after) - now())::float * 1000 as ms
           from pgboss.job
          where name = 'mail' and data->>'template' = 'invitation' and state in ('created', 'retry', 'active')`,
      );
      expect(rows[0].waiting).toBe(ledger.acknowledged.length);
      if (rows[0].busy === 0) return rows[0].ms;
      await wait(100);
    }
  }
});

it("A process whose clock jumps a day forward and hours back loses no writes and ends no sessions", async () => {
  const dataDir = sampleClubFolder();
  const clock = pathToFileURL("tests/ops/faults/support/jumping-clock.mjs").href;
  const club = spawn({ DATA_DIR: dataDir, NODE_OPTIONS: `--import ${clock}` });
  const url = await club.url();
  const cookie = await signInAsAdmin(url);
  const load = startLoad(() => [url], cookie);
  for (let jump = 0; jump < 3; jump++) {
    await load.more(writesPerPhase / 2);
    club.process.kill("SIGUSR2");
  }
  await load.more(writesPerPhase / 2);
  const ledger = await load.stop();
  expect(await auditLoad("Clock jumps", ledger, ownDatabase(dataDir))).toEqual(nothingAmiss);
  expect((await call(url, "GET /api/session", undefined, cookie)).body.session.role).toBe("admin");
});
