import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { startEmbeddedPostgres } from "#server/ops/embedded-postgres/embedded-postgres.ts";
import type { DatabaseAddress } from "#server/platform/db/database-address.ts";
import { startTestSmtpServer } from "#server/platform/mail/test-smtp-server.ts";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { rowsOf, schemaOf } from "./support/club-content.ts";
import { connectTo, ownDatabase } from "./support/database.ts";
import { findOtherPostgres, startOtherPostgres } from "./support/other-postgres.ts";
import { cookieOf, invited, type SavedClub, saveSampleClub, signIn } from "./support/saved-club.ts";
import { prepareStage } from "./support/stage.ts";
import { call, signInAsAdmin } from "./support/visitor.ts";

const stage = prepareStage();
const { folder, sampleClubFolder, spawn, command } = stage;
/** Excluded from backups. */
const leftOut = Object.fromEntries(
  [
    ...["auth.api_keys", "auth.refresh_tokens", "auth.sessions", "auth.verifications", "auth.rate_limits"],
    // Their files are not on this machine.
    "public.backups",
  ].map((name) => [name, "0 "]),
);
let saved: SavedClub;

beforeAll(async () => {
  saved = await saveSampleClub(stage);
});

/** Starts PostgreSQL on a stopped club's data. */
async function lookInto<Result>(
  dataDir: string,
  look: (address: DatabaseAddress) => Promise<Result>,
  clusterFolder = "postgres-sample",
): Promise<Result> {
  const postgres = await startEmbeddedPostgres({ dataDir, folder: clusterFolder, log: silentLog });
  try {
    return await look(postgres.address);
  } finally {
    await postgres.stop();
  }
}

async function restored(file = saved.file): Promise<string> {
  const dataDir = folder();
  const { exitCode, said } = await command({ DATA_DIR: dataDir }, "restore", file);
  expect([exitCode, said]).toEqual([0, expect.stringContaining("is restored from")]);
  return dataDir;
}

describe("A restored club", () => {
  it("A restored club has the same tables, rows, constraints and policies, and no sessions", async () => {
    const dataDir = await restored();
    const [rows, schema] = await lookInto(saved.dataDir, async (at) => [await rowsOf(at), await schemaOf(at)]);
    const [restoredRows, restoredSchema] = await lookInto(dataDir, async (at) => [
      await rowsOf(at),
      await schemaOf(at),
    ]);
    expect(rows["auth.sessions"]).toMatch(/^[1-9]/);
    expect(restoredRows).toEqual({ ...rows, ...leftOut });
    expect(restoredSchema).toEqual(schema);
    expect(rows["auth.users"]).toMatch(/^51 /);
    expect(rows["auth.two_factors"]).toMatch(/^9 /);
    expect(readFileSync(join(dataDir, "auth-secret"))).toEqual(readFileSync(join(saved.dataDir, "auth-secret")));
    expect(statSync(join(dataDir, "auth-secret")).mode & 0o777).toBe(0o600);
  });

  it("A restored club accepts passwords and second factors and sends each queued mail once", async () => {
    const smtp = await startTestSmtpServer();
    const dataDir = await restored();
    const club = spawn({ DATA_DIR: dataDir, SMTP_URL: smtp.url });
    const url = await club.url();
    expect((await signIn(url, sampleAccounts.admin)).status).toBe(200);
    const asked = await signIn(url, sampleAccounts.member);
    expect(asked.body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
    const code = saved.totp.generate({ timestamp: Date.now() + 30_000 });
    const answer = await call(url, "POST /api/auth/two-factor/verify-totp", { code }, cookieOf(asked));
    expect(answer.status).toBe(200);

    const database = await connectTo(ownDatabase(dataDir));
    const jobs = async () => (await database.query("select state::text from pgboss.job where name = 'mail'")).rows;
    await expect.poll(async () => (await jobs()).filter(({ state }) => state !== "completed")).toEqual([]);
    await database.end();
    const recipients = smtp.mails.flatMap((mail) => mail.recipients);
    const { admin, member } = sampleAccounts;
    // Of each sign-in on a new device one more, before the backup and now.
    const signedIn = [admin.email, admin.email, member.email, member.email];
    expect(recipients.toSorted()).toEqual([...signedIn, invited, member.email].toSorted());
    await smtp.stop();
  });

  it("A restored club has every write acknowledged before its backup began, and no partial write", async () => {
    const dataDir = sampleClubFolder();
    const club = spawn({ DATA_DIR: dataDir });
    const url = await club.url();
    const cookie = await signInAsAdmin(url);
    const ledger: string[] = [];
    let isOver = false;
    const write = async (writer: number) => {
      for (let number = 0; !isOver; number++) {
        const email = `guest-${writer}-${number}@mail.example`;
        expect((await call(url, "POST /api/invitations", { email }, cookie)).status).toBe(201);
        ledger.push(email);
      }
    };
    const writing = [write(1), write(2), write(3)];
    await expect.poll(() => ledger.length).toBeGreaterThan(30);
    const before = [...ledger];
    const file = join(folder(), "club.backup");
    const { exitCode } = await command({ DATA_DIR: dataDir }, "backup", file);
    const during = ledger.length - before.length;
    isOver = true;
    await Promise.all(writing);
    expect(exitCode).toBe(0);
    expect(during).toBeGreaterThan(0);

    const { rows } = await lookInto(await restored(file), async (address) => {
      const database = await connectTo(address);
      const result = await database.query<{ email: string; traces: number }>(
        `select email, (select count(*)::int from audit_events where subject_id = i.id) as traces
           from invitations i where email like 'guest-%'
         union all
         select 'nobody', 1 from audit_events a
          where kind = 'invitation_created' and not exists (select from invitations where id = a.subject_id)
            and created_at > now() - interval '10 minutes'`,
      );
      await database.end();
      return result;
    });
    expect(rows.map(({ email }) => email)).toEqual(expect.arrayContaining(before));
    expect(rows.filter(({ email, traces }) => email === "nobody" || traces !== 1)).toEqual([]);
  });

  it("A club moves to another version of PostgreSQL and back", async ({ skip }) => {
    const bin = findOtherPostgres();
    if (!bin) return skip("No other PostgreSQL is installed (apt-get install postgresql).");
    const postgres = await startOtherPostgres(bin, folder());
    try {
      const AUTH_SECRET = readFileSync(join(saved.dataDir, "auth-secret"), "utf8").trim();
      const settings = { DATA_DIR: folder(), DATABASE_URL: postgres.url, AUTH_SECRET };
      expect(await command(settings, "restore", saved.file)).toMatchObject({ exitCode: 0 });
      const rows = await rowsOf(postgres.endpoint);
      expect(rows).toEqual({ ...(await lookInto(saved.dataDir, rowsOf)), ...leftOut });
      const back = join(folder(), "back.backup");
      expect(await command(settings, "backup", back)).toMatchObject({ exitCode: 0 });
      const dataDir = folder();
      expect(await command({ DATA_DIR: dataDir, AUTH_SECRET }, "restore", back)).toMatchObject({ exitCode: 0 });
      expect(await lookInto(dataDir, rowsOf)).toEqual(rows);
    } finally {
      await postgres.stop();
    }
  });
});
