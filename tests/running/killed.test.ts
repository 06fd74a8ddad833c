import { expect, it } from "vitest";
import { identifyProcess } from "#server/db/embedded/process-identity.ts";
import { connectTo, ownDatabase, serverPidOf } from "./support/database.ts";
import { prepareStage } from "./support/stage.ts";
import { call, signInAsAdmin } from "./support/visitor.ts";

const { folder, spawn } = prepareStage();
const writers = 4;
const enough = 60;

it("A club that is killed while admins write takes PostgreSQL down within seconds, starts again, and has all it said it had saved", async () => {
  const dataDir = folder();
  const club = spawn({ DATA_DIR: dataDir });
  const url = await club.url();
  const serverPid = serverPidOf(dataDir);
  const cookie = await signInAsAdmin(url);
  const ledger: string[] = [];
  const write = async (writer: number) => {
    for (let number = 0; ; number++) {
      const email = `guest-${writer}-${number}@mail.example`;
      const { status } = await call(url, "POST /api/invitations", { email }, cookie);
      expect(status).toBe(201);
      ledger.push(email);
      if (ledger.length === enough) club.process.kill("SIGKILL");
    }
  };
  const writing = Array.from({ length: writers }, (_, writer) => write(writer));
  for (const result of await Promise.allSettled(writing)) {
    expect(result).toMatchObject({ status: "rejected", reason: { name: "TypeError" } }); // What fetch throws.
  }
  expect(await club.ended).toBe("SIGKILL");
  await expect.poll(() => identifyProcess(serverPid), { timeout: 5000 }).toBeUndefined();

  const next = spawn({ DATA_DIR: dataDir });
  expect((await call(await next.url(), "GET /readyz")).status).toBe(200);
  const database = await connectTo(ownDatabase(dataDir));
  const { rows } = await database.query<{ email: string; traces: number; mails: number }>(
    `select email,
            (select count(*)::int from audit_events where kind = 'invitation_created' and subject_id = i.id) as traces,
            (select count(*)::int from pgboss.job where data ->> 'invitation_id' = i.id::text) as mails
       from invitations i where email = any($1)`,
    [ledger],
  );
  await database.end();
  expect(ledger.length).toBeGreaterThanOrEqual(enough);
  expect(rows.map(({ email }) => email).toSorted()).toEqual(ledger.toSorted());
  expect(rows.filter(({ traces, mails }) => traces !== 1 || mails !== 1)).toEqual([]);
});
