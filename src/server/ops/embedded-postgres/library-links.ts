import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";

interface LibraryLink {
  /** Paths within the npm package. */
  source: string;
  target: string;
}

/** Replaces the package's install script, which `--ignore-scripts` and npm 12 skip. @throws Error when read-only. */
export function createLibraryLinks(folder: string): void {
  for (const { source, target } of missingLinks(folder)) {
    try {
      symlinkSync(relative(dirname(target), source), inFolder(folder, target));
    } catch (error) {
      // A concurrent start may have created it.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Empty on Windows and macOS. */
function missingLinks(folder: string): LibraryLink[] {
  const list = join(folder, "pg-symlinks.json");
  if (!existsSync(list)) return [];
  const links: LibraryLink[] = JSON.parse(readFileSync(list, "utf8"));
  return links.filter(({ target }) => !existsSync(inFolder(folder, target)));
}

const inFolder = (folder: string, path: string): string => join(folder, relative("native", path));
