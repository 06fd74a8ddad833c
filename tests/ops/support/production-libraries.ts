import { cpSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** Copies what `npm install --omit=dev` would install, from the installed packages. */
export function copyProductionLibraries(project: string, target: string): void {
  const found = new Set<string>();
  const wanted = Object.keys(manifestOf(project).dependencies ?? {}).map((name) => ({ name, from: project }));
  for (const { name, from } of wanted) {
    const folder = findLibrary(project, name, from);
    if (!folder || found.has(folder)) continue;
    found.add(folder);
    wanted.push(...neededBy(manifestOf(folder)).map((needed) => ({ name: needed, from: folder })));
  }
  for (const folder of found) {
    cpSync(folder, join(target, folder.slice(project.length)), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => path === folder || !path.slice(folder.length).includes("/node_modules"),
    });
  }
}

function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Manifest): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Node's resolution order; undefined for another platform's optional package. */
function findLibrary(project: string, name: string, from: string): string | undefined {
  for (let folder = from; folder.startsWith(project); folder = dirname(folder)) {
    const library = join(folder, "node_modules", name);
    if (existsSync(join(library, "package.json"))) return library;
  }
  return undefined;
}
