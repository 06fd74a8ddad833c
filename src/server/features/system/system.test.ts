import { readdirSync } from "node:fs";
import { sql } from "kysely";
import { pino } from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import { removeExpiredRecords } from "#server/auth/index.ts";
import { buildAdmin, buildContent, buildPerson } from "#server/sample/builders.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import { describeCheck } from "#shared/system/system-messages.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { createTestApp, openTestApp } from "#tests/support/test-app.ts";

const noId = "01900000-0000-7000-8000-000000000000";
const lines: string[] = [];

const log = pino({ level: "warn" }, { write: (line) => void lines.push(line) });
const club = await openTestApp({ log, appUrl: "https://club.example", smtpUrl: "smtp://mail.example" });
const person = await buildAdmin(club.db);
const admin = await club.as(person);
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(club.db);
  for (const table of ["backups", "client_errors", "audit_events", "auth.rate_limits"] as const)
    await club.db.deleteFrom(table).execute();
});

const audits = () => club.db.selectFrom("audit_events").select(["kind", "actor_id", "details"]).execute();

/** In the queue, as its worker would leave it. */
async function queueJob(state: string, input: { name?: string; data?: object; reason?: string } = {}) {
  const { name = "mail", data = { template: "invitation", invitation_id: noId }, reason } = input;
  const output = reason ? JSON.stringify({ reason }) : null;
  const isOver = ["completed", "failed"].includes(state);
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, state, output, started_on, completed_on)
    values (${name}, ${JSON.stringify(data)}, ${state}::pgboss.job_state, ${output}::jsonb,
            ${state === "created" ? null : new Date()}, ${isOver ? new Date() : null}) returning id`.execute(club.db);
  return rows[0]?.id ?? "";
}

const stateOf = async (id: string) =>
  (await sql<{ state: string }>`select state::text from pgboss.job where id = ${id}`.execute(club.db)).rows[0]?.state;

describe("GET /system", () => {
  const checks = async () => {
    const { body } = await admin("GET", "/api/system");
    return Object.fromEntries(
      body.checks.map(({ key, state, value }: { key: string; state: string; value: string }) => [key, [state, value]]),
    );
  };

  it("returns the tasks of a new club", async () => {
    await buildContent(club.db, { kind: "news", is_example: true });
    expect(await checks()).toMatchObject({
      setup: ["open", null],
      mail: ["open", "unproven"],
      backup: ["wrong", null],
      app_url: ["good", "https://club.example"],
      second_admin: ["open", "1"],
      admin_two_factor: ["open", "1"],
      examples: ["open", "1"],
      starter_texts: [
        "open",
        "identity.name,identity.operator,identity.address,identity.contact_email,identity.regulation,identity.company_number,identity.taglines,identity.motto,identity.mission,warnings,deal_texts,nominee,figures,plans,terms,links,stats.sample",
      ],
      postgresql: [expect.any(String), expect.stringMatching(/^\d+\.\d+$/)],
      node: [expect.any(String), process.versions.node],
    });
  });

  it("returns the finished tasks as good", async () => {
    await queueJob("completed");
    const second = await buildAdmin(club.db);
    for (const { id } of [person, second]) {
      const factor = { user_id: id, secret: "x", backup_codes: "x", verified: true };
      await club.db.insertInto("auth.two_factors").values(factor).execute();
    }
    await club.db.deleteFrom("content_items").execute();
    await club.db.insertInto("club_setup").values({ finished_at: new Date() }).execute();
    const verified = { state: "verified", finished_at: new Date(), bytes: 1, sha256: "0".repeat(64) } as const;
    await club.db
      .insertInto("backups")
      .values({ name: "a.backup", host: "a", ...verified })
      .execute();
    expect(await checks()).toMatchObject({
      setup: ["good", null],
      mail: ["good", null],
      backup: ["good", expect.any(String)],
      second_admin: ["good", "2"],
      admin_two_factor: ["good", "0"],
      examples: ["good", "0"],
    });
  });

  it("returns the day from which a second admin can confirm what another entered", async () => {
    const announced_at = new Date(Date.now() - 24 * 60 * 60 * 1000);
    const { id } = await buildAdmin(club.db, { announced_at });
    const newest = await buildAdmin(club.db, { announced_at: new Date() });
    await club.db
      .deleteFrom("user_roles")
      .where("role", "=", "admin")
      .where("user_id", "!=", person.id)
      .where("user_id", "not in", [id, newest.id])
      .execute();
    const from = new Date(announced_at.getTime() + 7 * 24 * 60 * 60 * 1000).toISOString();
    expect(await checks()).toMatchObject({ second_admin: ["good", `3 ${from}`] });
    expect(describeCheck("second_admin", "good", "2 2026-12-06T09:05:00.000Z")).toBe(
      "2 admins. A second can confirm what another entered from 6 December 2026, 09:05, if nobody objects.",
    );
  });

  it("returns starter texts that no admin has saved, and takes none that the setup wrote for an admin's", async () => {
    await club.db.deleteFrom("club_setup").execute();
    await buildContent(club.db, { kind: "page", is_example: true });
    const input = {
      name: "Kindling",
      operator: "Castell Angels Ltd",
      company_number: "01234567",
      address: ["1 Quay Road", "Whitby"],
      contact_email: "post@castell.example",
      regulation: "",
      start_with: "examples",
    };
    expect((await admin("POST", "/api/setup/finish", input)).status).toBe(200);
    expect(await checks()).toMatchObject({
      examples: ["good", "0"],
      starter_texts: ["open", "warnings,deal_texts,nominee,figures,plans,terms,pages"],
    });

    for (const key of ["plans", "figures"] as const) {
      const { body } = await admin("GET", `/api/settings/${key}`);
      const given = { value: body.value, expected_revision: body.revision };
      expect((await admin("PUT", `/api/settings/${key}`, given)).status).toBe(200);
    }
    await club.db.deleteFrom("content_items").execute();
    const left = { starter_texts: ["open", "warnings,deal_texts,nominee,terms"] };
    expect(await checks()).toMatchObject(left);
    const { identity, warnings, deal_texts, nominee, terms } = defaultSettings;
    const own = {
      identity: {
        ...identity,
        company_number: "01234567",
        taglines: ["Angels of Castell", "Together"],
        motto: "We back what we know.",
        mission: "We invest in the companies of our valley.",
      },
      warnings,
      deal_texts: { ...deal_texts, exemption: "For certified members." },
      nominee: { ...nominee, name: "Castell Nominees Ltd" },
      terms,
    };
    for (const [key, value] of Object.entries(own)) {
      const expected_revision = (await admin("GET", `/api/settings/${key}`)).body.revision;
      expect((await admin("PUT", `/api/settings/${key}`, { value, expected_revision })).status).toBe(200);
    }
    expect(await checks()).toMatchObject({ starter_texts: ["good", null] });
  });

  it("warns of a backup older than two days, of a failed one, and of a mail that failed", async () => {
    const created_at = new Date(Date.now() - 49 * 60 * 60 * 1000);
    const over = { host: "a", created_at, finished_at: created_at };
    const row = { ...over, name: "a.backup", state: "verified", bytes: 1, sha256: "0".repeat(64) } as const;
    await club.db.insertInto("backups").values(row).execute();
    await queueJob("retry");
    expect(await checks()).toMatchObject({ backup: ["wrong", created_at.toISOString()], mail: ["wrong", "failing"] });
    const failed = {
      name: "b.backup",
      host: "a",
      state: "failed",
      reason: "The disk is full.",
      finished_at: new Date(),
    } as const;
    await club.db.insertInto("backups").values(failed).execute();
    expect((await checks()).backup).toEqual(["wrong", "failed"]);
  });

  it("returns how the database is reached", async () => {
    const { body } = await admin("GET", "/api/system");
    expect(body.database).toEqual({ place: "embedded", has_pooler: false, is_prepared: true, replica: null });
    expect(body.checks.map(({ key }: { key: string }) => key)).not.toContain("replica");
    expect(await club.metrics.describe()).toContain(
      'kindling_database_info{place="embedded",pooler="off",prepared="on"} 1\n',
    );
  });

  it.each([
    [{ isUp: true, lagBytes: 0, lagSeconds: 0 }, ["good", null], /replica_up 1\n[\s\S]*lag_bytes 0\n/],
    [{ isUp: true, lagBytes: 5000, lagSeconds: 90 }, ["wrong", "behind"], /lag_bytes 5000\n[\s\S]*lag_seconds 90\n/],
    [{ isUp: false, lagBytes: null, lagSeconds: null }, ["wrong", "away"], /replica_up 0\n[\s\S]*lag_bytes Nan\n/],
  ])("warns of a replica that is away or far behind: %o", async (state, expected, figures) => {
    const reads = { answered: 98, behind: 1, failed: 1 };
    const replica = { reads, readState: async () => state };
    const databaseSetup = { place: "operator", hasPooler: true, isPrepared: false, replica } as const;
    const other = await createTestApp({ database: club.database, databaseSetup });
    const { body } = await (await other.as(person))("GET", "/api/system");
    expect(body.checks.at(-1)).toEqual({ key: "replica", state: expected[0], value: expected[1] });
    expect(body.database).toEqual({
      place: "operator",
      has_pooler: true,
      is_prepared: false,
      replica: { is_up: state.isUp, lag_bytes: state.lagBytes, lag_seconds: state.lagSeconds, reads },
    });
    expect(await other.metrics.describe()).toMatch(figures);
    await other.close();
  });

  it("returns versions, sizes, and the last run of every job", async () => {
    await queueJob("failed", { name: "backup", data: {}, reason: "no place for ada@mail.example" });
    const { body } = await admin("GET", "/api/system");
    expect(body.versions.map(({ name }: { name: string }) => name)).toEqual(["Kindling", "PostgreSQL", "Node.js"]);
    expect(body.versions[0].version).toBe("1.2.3");
    expect(body.sizes.database_bytes).toBeGreaterThan(0);
    expect(body.sizes.disk_free_bytes).toBeLessThanOrEqual(body.sizes.disk_bytes);
    expect(body.jobs).toContainEqual({ name: "unused-files", state: null, last_at: null, reason: null });
    expect(body.jobs).toContainEqual({
      name: "backup",
      state: "failed",
      last_at: expect.any(String),
      reason: "no place for [email]",
    });
  });
});

describe("POST /system/test-mail", () => {
  it("queues a mail to the admin, shows its state, and leaves an audit row", async () => {
    expect((await admin("POST", "/api/system/test-mail")).status).toBe(202);
    const { body } = await admin("GET", "/api/system");
    expect(body.test_mail).toMatchObject({ kind: "mail", name: "test", state: "waiting", reason: null });
    expect(await audits()).toEqual([{ kind: "test_mail_requested", actor_id: person.id, details: {} }]);
    expect(await takeMails(club)).toMatchObject([{ to: person.email, subject: "Test email from Kindling" }]);
  });

  it("returns 429 after ten in an hour", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await admin("POST", "/api/system/test-mail")).status);
    expect(statuses).toEqual([...Array(10).fill(202), 429]);
  });
});

describe("GET /system/jobs", () => {
  it("returns mails and jobs by state with their reasons, and no recipient", async () => {
    const failed = await queueJob("failed", { reason: "550 <ada@mail.example> unknown" });
    const waiting = await queueJob("created", { name: "backup", data: {} });
    await queueJob("completed");
    const { body } = await admin("GET", "/api/system/jobs?state=failed");
    expect(body.items).toEqual([
      {
        id: failed,
        kind: "mail",
        name: "invitation",
        state: "failed",
        created_at: expect.any(String),
        at: expect.any(String),
        retries: 0,
        reason: "550 <[email]> unknown",
        can: { retry: true, discard: true },
      },
    ]);
    const waits = await admin("GET", "/api/system/jobs?state=waiting");
    expect(waits.body.items).toMatchObject([
      { id: waiting, kind: "job", name: "backup", can: { retry: false, discard: true } },
    ]);
    expect((await admin("GET", "/api/system/jobs")).body.items).toHaveLength(3);
  });

  it("returns every job once over the pages", async () => {
    const ids = [];
    for (let n = 0; n < 5; n++) ids.push(await queueJob("failed"));
    const seen: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await admin("GET", `/api/system/jobs?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      if (!body.next_cursor) break;
      cursor = body.next_cursor;
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
  });

  it("returns 422 for an unknown state", async () => {
    expect((await admin("GET", "/api/system/jobs?state=lost")).status).toBe(422);
  });
});

describe("POST /system/jobs/{id}/retry", () => {
  it("queues a failed mail again, and leaves an audit row", async () => {
    const id = await queueJob("failed", { reason: "550" });
    const { status, body } = await admin("POST", `/api/system/jobs/${id}/retry`);
    expect([status, body.state, await stateOf(id)]).toEqual([200, "waiting", "retry"]);
    expect(await audits()).toEqual([
      { kind: "job_retried", actor_id: person.id, details: { kind: "mail", name: "invitation" } },
    ]);
  });

  it("runs a failed job again", async () => {
    const id = await queueJob("failed", { name: "unused-files", data: {} });
    await admin("POST", `/api/system/jobs/${id}/retry`);
    await club.jobs.work(club);
    await expect.poll(() => stateOf(id), { timeout: 15_000, interval: 50 }).toBe("completed");
  });

  it("returns 404 for a job that has not failed", async () => {
    for (const state of ["created", "active", "completed"]) {
      const id = await queueJob(state);
      expect((await admin("POST", `/api/system/jobs/${id}/retry`)).status).toBe(404);
      expect(await stateOf(id)).toBe(state);
    }
    expect(await audits()).toEqual([]);
  });
});

describe("POST /system/jobs/{id}/discard", () => {
  it.each(["created", "retry", "failed"])("deletes a mail that is %s, and leaves an audit row", async (state) => {
    const id = await queueJob(state);
    expect((await admin("POST", `/api/system/jobs/${id}/discard`)).body).toEqual({ status: true });
    expect(await stateOf(id)).toBeUndefined();
    expect(await audits()).toEqual([
      { kind: "job_discarded", actor_id: person.id, details: { kind: "mail", name: "invitation" } },
    ]);
  });

  it("returns 404 for a mail of a message to members, which is stopped under Messages", async () => {
    const id = await queueJob("failed", { name: "bulk-mail" });
    const { body } = await admin("GET", "/api/system/jobs?state=failed");
    expect(body.items).toMatchObject([{ id, kind: "mail", can: { retry: true, discard: false } }]);
    expect((await admin("POST", `/api/system/jobs/${id}/discard`)).status).toBe(404);
    expect(await stateOf(id)).toBe("failed");
  });

  it.each(["active", "completed"])("returns 404 for a job that is %s", async (state) => {
    const id = await queueJob(state);
    expect((await admin("POST", `/api/system/jobs/${id}/discard`)).status).toBe(404);
    expect([await stateOf(id), await audits()]).toEqual([state, []]);
  });
});

describe("POST /client-errors", () => {
  const script = readdirSync("dist/web/assets").find((file) => /^app-.{6,12}\.js$/.test(file)) ?? "";
  const error = {
    name: "TypeError",
    message: "Priya Raman, sort code 10-20-30: ada@mail.example is undefined",
    stack: `TypeError: Priya Raman\n at Priya (https://club.example/assets/${script}?code=XZ7NUD5PVP:1:2)\n at https://evil.example/priya-raman-10203040.js:3:4`,
    path: "/register?code=XZ7NUD5PVP#top",
    build: script,
  };
  const report = (body: object = error, call = club.visitor) => call("POST", "/api/client-errors", body);
  const shown = async () => (await admin("GET", "/api/system")).body.client_errors;

  it("counts a visitor's browser errors in list, log and metrics, and stores no free text", async () => {
    lines.length = 0;
    expect([await report(), await report()].map(({ status }) => status)).toEqual([202, 202]);
    expect(await shown()).toEqual([
      {
        id: expect.any(String),
        message: "TypeError: is undefined",
        stack: `${script}:1:2`,
        path: "/register",
        build: script,
        count: 2,
        first_at: expect.any(String),
        last_at: expect.any(String),
      },
    ]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: "browser error" }, { msg: "browser error" }]);
    expect(lines.join()).not.toMatch(/ada@|XZ7NUD5PVP|Priya|10-20-30|evil/i);
    expect(await club.metrics.describe()).toContain("kindling_browser_errors_total 2\n");
  });

  it("returns 413 for more than 4 KiB and 422 for anything else", async () => {
    expect((await report({ ...error, stack: "x".repeat(4096) })).status).toBe(413);
    expect((await report({ message: "x" })).status).toBe(422);
    expect(await shown()).toEqual([]);
  });

  it("returns 429 after twenty of one address in ten minutes", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++) statuses.push((await report()).status);
    expect(statuses).toEqual([...Array(20).fill(202), 429]);
  });

  it("counts new kinds together once there are 500", async () => {
    await sql`insert into client_errors (fingerprint, message, path, build)
              select n::text, 'x', '/', 'b' from generate_series(1, 500) n`.execute(club.db);
    await report();
    await report({ ...error, message: "Failed to fetch" });
    const other = club.db.selectFrom("client_errors").select(["message", "count"]).where("fingerprint", "=", "other");
    expect(await other.execute()).toEqual([{ message: "Other errors", count: 2 }]);
  });

  it("counts a known kind on, and others together, once strangers have sent 300 in an hour", async () => {
    await report();
    for (let count = 1; count < 300; count++) await club.limits.clientErrors.take("all");
    expect(
      [await report(), await report({ ...error, message: "Failed to fetch" })].map(({ status }) => status),
    ).toEqual([202, 202]);
    const counted = (await shown()).map(({ message, count }: { message: string; count: number }) => [message, count]);
    expect(counted.sort()).toEqual([
      ["Other errors", 1],
      ["TypeError: is undefined", 2],
    ]);
  });

  it("hides reported errors from members", async () => {
    await report();
    const member = await buildPerson(club.db);
    const rows = await club.asActor({ userId: member.id }, (tx) =>
      tx.selectFrom("client_errors").selectAll().execute(),
    );
    expect(rows).toEqual([]);
  });

  it("A reported error is forgotten 14 days after it last happened", async () => {
    await report();
    const kept = () => club.db.selectFrom("client_errors").select("count").execute();
    await removeExpiredRecords(club.asOwner, new Date(Date.now() + 13 * 24 * 60 * 60 * 1000), silentLog);
    expect(await kept()).toEqual([{ count: 1 }]);
    await removeExpiredRecords(club.asOwner, new Date(Date.now() + 15 * 24 * 60 * 60 * 1000), silentLog);
    expect(await kept()).toEqual([]);
  });
});
