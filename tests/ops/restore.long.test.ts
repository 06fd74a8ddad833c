import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { rowsOf } from "./support/club-content.ts";
import { connectTo } from "./support/database.ts";
import { editBackup, forgeBackup } from "./support/edit-backup.ts";
import type { OperatorsPostgres } from "./support/operators-postgres.ts";
import { copyData } from "./support/prepared-data.ts";
import { type SavedClub, saveSampleClub, signIn } from "./support/saved-club.ts";
import { prepareStage } from "./support/stage.ts";

const stage = prepareStage();
const { folder, spawn, command, startOperatorsPostgres } = stage;
let saved: SavedClub;
let AUTH_SECRET: string;

beforeAll(async () => {
  saved = await saveSampleClub(stage);
  AUTH_SECRET = readFileSync(join(saved.dataDir, "auth-secret"), "utf8").trim();
});

/** Expects a failure that changes nothing. @returns its message. */
async function refusal(file: string, settings: Record<string, string> = {}, ...options: string[]): Promise<string> {
  const DATA_DIR = folder();
  const { exitCode, said } = await command({ DATA_DIR, ...settings }, "restore", file, ...options);
  expect(exitCode).toBe(1);
  expect(readdirSync(DATA_DIR)).toEqual([]);
  return said.trim().replace("Kindling: restore did not take place. ", "");
}

const newFile = () => join(folder(), "changed.backup");

describe("A refused restore, which changes nothing", () => {
  it("A restore refuses a file truncated at any position", async () => {
    const whole = readFileSync(saved.file);
    for (const length of [0, 5, 300, Math.floor(whole.length / 2), whole.length - 9, whole.length - 1]) {
      const file = newFile();
      writeFileSync(file, whole.subarray(0, length));
      expect(await refusal(file)).toBe(`${file} is cut short: its end is missing.`);
    }
  });

  it("A restore refuses a file with a flipped bit at any position", async () => {
    const whole = readFileSync(saved.file);
    for (const part of [0.01, 0.2, 0.5, 0.8, 0.999]) {
      const file = newFile();
      const flipped = Buffer.from(whole);
      flipped.writeUInt8(whole.readUInt8(Math.floor(whole.length * part)) ^ 4, Math.floor(whole.length * part));
      writeFileSync(file, flipped);
      expect(await refusal(file)).toMatch(/is (damaged|cut short|no backup of this club)/);
    }
  });

  it("A restore refuses a file that was edited: a row removed, a row added, a word changed", async () => {
    for (const edit of [
      (text: string) => text.replace(/(copy "auth"\."users".*\n).*\n/, "$1"),
      (text: string) => text.replace(/(copy "auth"\."users".*\n)(.*\n)/, "$1$2$2"),
      (text: string) => text.replace("@ledgerlight.example", "@ledgerheavy.example"),
    ]) {
      const file = newFile();
      forgeBackup(saved.file, file, edit);
      expect(await refusal(file)).toBe(`${file} is damaged: what is in it is not what was written.`);
    }
  });

  it("A restore refuses a path that is missing or not a backup", async () => {
    const file = newFile();
    expect(await refusal(file)).toBe(`${file} is not there.`);
    writeFileSync(file, "select 1;\n");
    expect(await refusal(file)).toBe(`${file} is damaged, or no backup at all.`);
    const place = folder();
    expect(await refusal(place)).toBe(`${place} is a folder, not a backup.`);
  });

  it("A restore refuses a backup of a newer version, and tells the operator to update", async () => {
    const newer = newFile();
    editBackup(saved.file, newer, (text) => text.replace('"migrations":[', '"migrations":["9999_create_moon",'));
    expect(await refusal(newer)).toBe(
      "The backup is of a newer version of the club: this one does not have 9999_create_moon. Update it (git pull, npm install), then try again.",
    );
    const format = newFile();
    editBackup(saved.file, format, (text) => text.replace('"format":2', '"format":3'));
    expect(await refusal(format)).toBe(
      `${format} was written by a newer version. Update this one (git pull, npm install), then try again.`,
    );
  });

  it("A restore refuses a sample club's backup in a real club, and vice versa", async () => {
    expect(await refusal(saved.file, { ADMIN_EMAILS: "ada@mail.example" })).toBe(
      "This is a backup of the sample club, whose passwords everybody knows. To restore it, leave ADMIN_EMAILS out.",
    );
    const real = newFile();
    editBackup(saved.file, real, (text) => text.replace('"is_sample":true', '"is_sample":false'));
    expect(await refusal(real)).toBe(
      "This is a backup of a club of your own. Set ADMIN_EMAILS to the e-mail addresses of its admins, then try again.",
    );
  });

  it("A restore is refused when the secret is missing or cannot decrypt the second factors", async () => {
    const other = await refusal(saved.file, { AUTH_SECRET: "another secret, of 32 characters and more" });
    expect(other).toContain("AUTH_SECRET is another than this club had.");
    const kept = newFile();
    editBackup(saved.file, kept, (text) => text.replace(/,"value":"[^"]+"/, ""));
    expect(await refusal(kept)).toContain("This club's operator kept its AUTH_SECRET, so that it is not in the file.");
  });
});

describe("A restore over data that exists", () => {
  function occupied() {
    const DATA_DIR = folder();
    copyData(saved.dataDir, DATA_DIR);
    return { DATA_DIR };
  }

  it("A restore reports data that exists and replaces it only with --replace", async () => {
    const settings = occupied();
    const before = readFileSync(join(settings.DATA_DIR, "auth-secret"));
    const refused = await command(settings, "restore", saved.file);
    expect(refused.exitCode).toBe(1);
    expect(refused.said).toMatch(
      /There is a club already in the database "kindling" at .*, with [\d,]+ rows: \d+ of public\.audit_events, .*, and others\. Restore into an empty place, or add --replace to lose that one\./,
    );
    const { exitCode, said } = await command(settings, "restore", saved.file, "--replace");
    expect(exitCode).toBe(0);
    expect(said).toMatch(/What was there is gone: [\d,]+ rows: \d+ of public\.audit_events, /);
    expect(readFileSync(join(settings.DATA_DIR, "auth-secret"))).toEqual(before);
  });

  it("A restore that fails midway is rolled back", async () => {
    const postgres = await startOperatorsPostgres();
    const settings = { ...postgres.settings, AUTH_SECRET, DATA_DIR: folder() };
    expect(await command(settings, "restore", saved.file)).toMatchObject({ exitCode: 0 });
    const before = await rowsOf(postgres.endpoint);
    const twice = newFile();
    // A duplicate row violates a unique index.
    editBackup(saved.file, twice, (text) => text.replace(/(copy "public"\."user_roles".*\n)(.*\n)/, "$1$2$2"));
    const { exitCode, said } = await command(settings, "restore", twice, "--replace");
    expect(exitCode).toBe(1);
    expect(said).toContain("PostgreSQL does not take the rows of public.user_roles: error 23505 user_roles_pkey");
    expect(await rowsOf(postgres.endpoint)).toEqual(before);
  });

  it("A restore replaces another club's secret only with --replace, and stores a copy of the old one", async () => {
    const DATA_DIR = folder();
    writeFileSync(join(DATA_DIR, "auth-secret"), "the secret of another club, 32 characters");
    const refused = await command({ DATA_DIR }, "restore", saved.file);
    expect(refused.said).toContain(`${join(DATA_DIR, "auth-secret")} holds the secret of another club.`);
    expect(readdirSync(DATA_DIR)).toEqual(["auth-secret"]);
    expect(await command({ DATA_DIR }, "restore", saved.file, "--replace")).toMatchObject({ exitCode: 0 });
    const secrets = readdirSync(DATA_DIR).filter((name) => name.startsWith("auth-secret"));
    expect(secrets).toEqual(["auth-secret", expect.stringMatching(/^auth-secret\.replaced-/)]);
    const texts = secrets.map((name) => readFileSync(join(DATA_DIR, name), "utf8").trim());
    expect(texts).toEqual([AUTH_SECRET, "the secret of another club, 32 characters"]);
  });

  it("A restore is refused while a club is running", async () => {
    const settings = occupied();
    const club = spawn(settings);
    await club.url();
    const { exitCode, said } = await command(settings, "restore", saved.file, "--replace");
    expect(exitCode).toBe(1);
    expect(said).toContain(`is already in use by another club (process ${club.process.pid}). Stop that one first`);
  });
});

describe("A restore in an operator's database", () => {
  let postgres: OperatorsPostgres;
  let settings: Record<string, string> & { DATA_DIR: string };
  beforeAll(async () => {
    postgres = await startOperatorsPostgres();
    settings = { ...postgres.settings, AUTH_SECRET, DATA_DIR: folder() };
  });

  it("A restore refuses foreign tables and open connections, and discards a lost secret only with --without-secret", async () => {
    const run = async (statement: string) => {
      const database = await connectTo(postgres.endpoint);
      await database.query(statement);
      return database;
    };
    await (await run("create table orders (id integer)")).end();
    const foreign = await command(settings, "restore", saved.file, "--replace");
    expect(foreign.said).toContain("This database holds tables that are no club's (public.orders).");
    const database = await run("drop table orders");
    const connected = await command(settings, "restore", saved.file);
    expect(connected.said).toContain("A club runs on this database, or somebody else is connected to it.");
    await database.end();

    const lost = { ...settings, AUTH_SECRET: "another secret, of 32 characters and more" };
    const { exitCode, said } = await command(lost, "restore", saved.file, "--without-secret");
    expect([exitCode, said]).toEqual([0, expect.stringContaining("The old secret is lost: everybody signs in again")]);
    const club = spawn(lost);
    expect(await signIn(await club.url(), sampleAccounts.member)).toMatchObject({ status: 200, body: { user: {} } });
    const running = await command(lost, "restore", saved.file, "--without-secret", "--replace");
    expect(running.said).toContain("A club runs on this database, or somebody else is connected to it.");
  });
});
