import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";

interface LibraryLink {
  /** Paths in the npm package, whose folder of programs is called native. */
  source: string;
  target: string;
}

/**
 * Creates the links by which PostgreSQL's programs find their libraries. The package's install script does so, but npm 12
 * and `--ignore-scripts` do not run it.
 * @throws Error of the system when the folder cannot be written to.
 */
export function createLibraryLinks(folder: string): void {
  for (const { source, target } of missingLinks(folder)) {
    try {
      symlinkSync(relative(dirname(target), source), inFolder(folder, target));
    } catch (error) {
      // Another process that starts at the same time may have created it.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Windows and macOS have no such list, or an empty one, where nothing has to be linked. */
function missingLinks(folder: string): LibraryLink[] {
  const list = join(folder, "pg-symlinks.json");
  if (!existsSync(list)) return [];
  const links: LibraryLink[] = JSON.parse(readFileSync(list, "utf8"));
  return links.filter(({ target }) => !existsSync(inFolder(folder, target)));
}

const inFolder = (folder: string, path: string): string => join(folder, relative("native", path));
