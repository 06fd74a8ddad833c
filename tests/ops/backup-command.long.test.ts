import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { migrate } from "#server/platform/db/migrate.ts";
import { connectTo } from "./support/database.ts";
import { type SavedClub, saveSampleClub } from "./support/saved-club.ts";
import { prepareStage } from "./support/stage.ts";

const stage = prepareStage();
const { folder, command, startOperatorsPostgres } = stage;
let saved: SavedClub;

beforeAll(async () => {
  saved = await saveSampleClub(stage);
});

describe("The backup command", () => {
  const headerOf = (file: string) =>
    JSON.parse(gunzipSync(readFileSync(file)).toString("utf8").split("\n")[0]?.slice(3) ?? "");

  it("The backup command writes one file readable only by its owner, and prints the club, row counts and warnings", async () => {
    const file = join(folder(), "club.backup");
    const { exitCode, said } = await command({ DATA_DIR: saved.dataDir }, "backup", file);
    expect(exitCode).toBe(0);
    expect(said).toMatch(
      /\nKindling saved the sample club in \d+\.\d s: \d+ tables, [\d,]+ rows, \d+ mails? or other jobs? that waits?\.\n/,
    );
    expect(said).toContain(`${file} (`);
    expect(said).toContain("Its auth secret is in the file too: who has the file has everything.");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, ".."))).toEqual(["club.backup"]);
  });

  it("The backup command omits the secret that the operator sets", async () => {
    const file = join(folder(), "club.backup");
    const AUTH_SECRET = "a secret for tests, of 32 characters and more";
    const { said } = await command({ DATA_DIR: saved.dataDir, AUTH_SECRET }, "backup", file);
    expect(said).toContain("AUTH_SECRET is not in the file: keep it as well, somewhere else.");
    expect(gunzipSync(readFileSync(file)).toString()).not.toContain(AUTH_SECRET);
    expect(headerOf(file).auth_secret).toEqual({ fingerprint: "f18af58d034dad3e06d9d7682b4f3171" });
  });

  it("The backup command generates a timestamped file name in a given folder, and in DATA_DIR by default", async () => {
    const [dataDir, given] = [saved.dataDir, folder()];
    const nightly = readdirSync(join(dataDir, "backups"));
    expect(await command({ DATA_DIR: dataDir }, "backup", given)).toMatchObject({ exitCode: 0 });
    expect(await command({ DATA_DIR: dataDir }, "backup")).toMatchObject({ exitCode: 0 });
    for (const place of [given, join(dataDir, "backups")]) {
      const made = readdirSync(place).filter((name) => !nightly.includes(name));
      expect(made).toEqual([expect.stringMatching(/^kindling-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/)]);
    }
  });

  it("The backup command overwrites a file only with --replace", async () => {
    const file = join(folder(), "club.backup");
    writeFileSync(file, "last night's");
    const refused = await command({ DATA_DIR: saved.dataDir }, "backup", file);
    expect(refused).toEqual({
      exitCode: 1,
      said: `\nKindling: backup did not take place. ${file} is there already. Choose another name, or add --replace to write over it.\n\n`,
    });
    expect(readFileSync(file, "utf8")).toBe("last night's");
    expect(await command({ DATA_DIR: saved.dataDir }, "backup", file, "--replace")).toMatchObject({ exitCode: 0 });
    expect(headerOf(file).kind).toBe("backup of a club");
  });

  it("The backup command removes the partial file when writing fails", async () => {
    const place = folder();
    const postgres = await startOperatorsPostgres();
    await migrate(postgres.endpoint, process.cwd());
    // A forced row-level policy makes COPY fail half-way.
    const database = await connectTo(postgres.endpoint);
    await database.query("insert into audit_events (kind) select 'made_up' from generate_series(1, 50000)");
    await database.query("alter table user_roles force row level security");
    await database.end();
    const settings = { ...postgres.settings, DATA_DIR: folder() };
    const { exitCode, said } = await command(settings, "backup", join(place, "club.backup"));
    expect([exitCode, said]).toEqual([
      1,
      expect.stringContaining("PostgreSQL does not give the rows of public.user_roles: query would be affected"),
    ]);
    expect(readdirSync(place)).toEqual([]);
  });

  it("The backup command fails where no club exists and does not create one", async () => {
    const dataDir = folder();
    const { exitCode, said } = await command({ DATA_DIR: dataDir }, "backup", join(folder(), "club.backup"));
    expect(exitCode).toBe(1);
    expect(said).toContain(`There is no club in ${join(dataDir, "postgres-sample")}. Check DATA_DIR and DATABASE_URL.`);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it("The backup command fails when ADMIN_EMAILS is missing instead of backing up the sample club", async () => {
    const dataDir = folder();
    for (const club of ["postgres", "postgres-sample"]) mkdirSync(join(dataDir, club, "data"), { recursive: true });
    const { exitCode, said } = await command({ DATA_DIR: dataDir }, "backup");
    expect(exitCode).toBe(1);
    expect(said).toContain("Set ADMIN_EMAILS as that club has it, or add --sample if you do mean the sample club.");
  });

  it("A club is backed up and restored through npm, with the file in the operator's working directory", async () => {
    const place = folder();
    const npm = (script: string, DATA_DIR: string) =>
      promisify(execFile)("npm", ["run", script, "--prefix", process.cwd(), "--", "tonight.backup"], {
        cwd: place,
        env: { PATH: process.env.PATH, HOME: place, DATA_DIR },
      });
    expect((await npm("backup", saved.dataDir)).stdout).toContain("Kindling saved the sample club");
    expect(readdirSync(place)).toContain("tonight.backup");
    expect((await npm("restore", folder())).stdout).toContain(`Kindling is restored from ${place}/tonight.backup`);
  });

  it("The backup command prints its usage on invalid arguments", async () => {
    expect(await command({ DATA_DIR: folder() }, "backup", "--overwrite")).toEqual({
      exitCode: 2,
      said: "\nUse: npm run backup -- [FILE or FOLDER] [--replace] [--sample]\n\n",
    });
    expect(await command({ DATA_DIR: folder() }, "bakcup")).toEqual({
      exitCode: 2,
      said: `\nUse: npm run backup -- [FILE or FOLDER] [--replace] [--sample]
     npm run restore -- FILE [--replace] [--without-secret]
     npm run first-admin\n\n`,
    });
  });
});
