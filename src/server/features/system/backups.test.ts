import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { buildAdmin } from "#server/sample/builders.ts";
import { describeCheck } from "#shared/system/system-messages.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const hour = 60 * 60 * 1000;

let time = new Date();
const club = await openTestApp({ backupsKept: 2, now: () => time });
const person = await buildAdmin(club.db, { password_hash: await hashPassword("a long enough password") });
const admin = await club.as(person);

beforeEach(async () => {
  await club.db.deleteFrom("backups").execute();
  await club.db.deleteFrom("audit_events").execute();
  rmSync(folder(), { recursive: true, force: true });
});

const folder = () => join(club.dataDir, "backups");
const list = async () => (await admin("GET", "/api/system/backups")).body.items;
const audits = () => club.db.selectFrom("audit_events").select(["kind", "actor_id", "details"]).execute();

async function makeBackup() {
  const { body } = await admin("POST", "/api/system/backups");
  const read = () => admin("GET", `/api/system/backups/${body.name}`);
  await expect.poll(async () => (await read()).body.state).not.toBe("running");
  return (await read()).body;
}

describe("POST /system/backups", () => {
  it("makes a backup in the background, reads the backup again, and leaves an audit row", async () => {
    const begun = await admin("POST", "/api/system/backups");
    expect([begun.status, begun.body.state, begun.body.can]).toEqual([202, "running", { download: false }]);
    const { name } = begun.body;
    expect(await audits()).toEqual([{ kind: "backup_requested", actor_id: person.id, details: { name } }]);
    await expect.poll(async () => (await list())[0].state).toBe("verified");
    const [backup] = await list();
    const file = readFileSync(join(folder(), name));
    expect(backup).toMatchObject({
      name,
      host: hostname(),
      bytes: file.length,
      reason: null,
      can: { download: true },
    });
    expect(backup.sha256).toBe(createHash("sha256").update(file).digest("hex"));
    expect(backup.rows_total).toBeGreaterThan(0);
    expect([backup.rows_written, backup.rows_read_back]).toEqual([backup.rows_total, backup.rows_total]);
  });

  it("returns the backup that is being made, however many ask", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => admin("POST", "/api/system/backups")));
    await expect.poll(async () => (await list()).map(({ state }: { state: string }) => state)).not.toContain("running");
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(readdirSync(folder())).toHaveLength((await list()).length);
  });

  it("deletes row and file of all backups but the newest", async () => {
    const names: string[] = [];
    for (const after of [0, 1, 2]) {
      time = new Date(Date.now() + after * hour);
      names.push((await makeBackup()).name);
    }
    await expect.poll(async () => (await list()).length).toBe(2);
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual([names[2], names[1]]);
    expect(readdirSync(folder()).toSorted()).toEqual(names.slice(1).toSorted());
    time = new Date();
  });

  it("returns why a backup failed, and leaves no file", async () => {
    mkdirSync(club.dataDir, { recursive: true });
    writeFileSync(folder(), "not a folder");
    expect(await makeBackup()).toMatchObject({ state: "failed", reason: "Error EEXIST.", bytes: null });
    rmSync(folder());
  });

  it("closes a backup whose process ended, and deletes what that process had written", async () => {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), "kindling-cut.backup.abcdef.part"), "cut");
    await club.db.insertInto("backups").values({ name: "kindling-cut.backup", host: hostname() }).execute();
    const { name } = await makeBackup();
    const { body } = await admin("GET", "/api/system/backups/kindling-cut.backup");
    expect([body.state, body.reason]).toEqual(["failed", "The process that made it ended."]);
    expect(readdirSync(folder())).toEqual([name]);
  });
});

describe("The nightly job", () => {
  it("The nightly job makes one backup a night, also when processes are restarted in between", async () => {
    await club.backups.makeNightly();
    await club.backups.makeNightly();
    expect(await list()).toHaveLength(1);
    time = new Date(Date.now() + 24 * hour);
    await club.backups.makeNightly();
    time = new Date();
    expect((await list()).map(({ state }: { state: string }) => state)).toEqual(["verified", "verified"]);
    expect(await audits()).toEqual([]);
  });

  it("The nightly backup fails, so that the job is tried again, while the folder cannot be written to", async () => {
    mkdirSync(club.dataDir, { recursive: true });
    writeFileSync(folder(), "not a folder");
    await expect(club.backups.makeNightly()).rejects.toThrow("EEXIST");
    rmSync(folder());
  });
});

describe("GET /system/backups", () => {
  it("returns an empty list before the first backup", async () => {
    expect((await admin("GET", "/api/system/backups")).body).toEqual({ items: [], next_cursor: null });
  });
});

describe("A row whose file is not on this machine any more", () => {
  it("A row whose file is gone is no backup: the list, the checklist and the nightly job say so", async () => {
    const { name } = await makeBackup();
    const checkOf = async () =>
      (await admin("GET", "/api/system")).body.checks.find(({ key }: { key: string }) => key === "backup");
    expect(await checkOf()).toMatchObject({ state: "good" });
    rmSync(join(folder(), name));
    expect(await checkOf()).toEqual({ key: "backup", state: "wrong", value: null });
    expect(describeCheck("backup", "wrong", null)).toBe("There is no backup of this installation. Make one now.");
    expect(await list()).toMatchObject([
      { reason: "The file of this backup is not on the disk any more.", can: { download: false } },
    ]);
    await club.backups.makeNightly();
    expect(readdirSync(folder())).toHaveLength(1);
    expect(await checkOf()).toMatchObject({ state: "good" });
  });
});

describe("POST /system/backups/{name}/download", () => {
  const download = (name: string, call = admin) =>
    call("POST", `/api/system/backups/${encodeURIComponent(name)}/download`);

  it.each(["../auth-secret", "..%2f..%2fauth-secret", "/etc/passwd", "a.backup\0"])(
    "returns 422 for %s",
    async (name) => {
      mkdirSync(folder(), { recursive: true });
      writeFileSync(join(club.dataDir, "auth-secret"), "hush");
      expect((await download(name)).status).toBe(422);
      expect(await audits()).toEqual([]);
    },
  );

  it("returns 409 for a backup that is not verified, or on another machine", async () => {
    const verified = { state: "verified", finished_at: time, bytes: 1, sha256: "0".repeat(64) } as const;
    await club.db.insertInto("backups").values({ name: "running.backup", host: hostname() }).execute();
    await club.db
      .insertInto("backups")
      .values({ name: "far.backup", host: "far", ...verified })
      .execute();
    expect((await download("running.backup")).body.detail).toBe("This backup cannot be downloaded.");
    const { status, body } = await download("far.backup");
    expect([status, body.detail]).toEqual([409, "This backup is on another machine: far."]);
    const far = (await admin("GET", "/api/system/backups/far.backup")).body;
    expect(far.can).toEqual({ download: false });
  });

  it("returns the file after a fresh sign-in, and leaves an audit row", async () => {
    const { name, sha256, bytes } = await makeBackup();
    const cookie = await club.cookieOf(person);
    const headers = { cookie, origin: club.appUrl, "content-type": "application/json" };
    const url = `${club.appUrl}/api/system/backups/${name}/download`;
    const response = await club.fetch(new Request(url, { method: "POST", headers, body: "{}" }));
    const content = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect([createHash("sha256").update(content).digest("hex"), content.length]).toEqual([sha256, bytes]);
    expect((await audits()).at(-1)).toEqual({ kind: "backup_downloaded", actor_id: person.id, details: { name } });
  });

  it("returns 404 when somebody has removed the file", async () => {
    const { name } = await makeBackup();
    rmSync(join(folder(), name));
    expect(existsSync(folder())).toBe(true);
    const { status, body } = await download(name);
    expect([status, body.detail]).toEqual([404, "The file of this backup is not on the disk any more."]);
  });
});
