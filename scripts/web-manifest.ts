import { readFileSync } from "node:fs";

interface Chunk {
  name?: string;
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

export type Manifest = Record<string, Chunk>;

/** The list of the built files by their source, as the build wrote it. */
export const readManifest = (): Manifest => JSON.parse(readFileSync("dist/web-manifest.json", "utf8"));

/** What every page loads: the name that vite.config.ts gives to it. */
export function appChunk(manifest = readManifest()): string {
  const key = Object.keys(manifest).find((candidate) => manifest[candidate]?.name === "app");
  if (!key) throw new Error("The build has no chunk of the name app.");
  return key;
}

/** The scripts that one source file needs before it can run, its own first. @throws when it is not in the build. */
export function scriptsOf(source: string, manifest = readManifest()): string[] {
  if (!manifest[source]) throw new Error(`The build has no file for ${source}.`);
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(source);
  return [...files];
}

/** The styles that come with one source file and with nothing that it imports. @throws when it is not in the build. */
export function stylesOf(source: string, manifest = readManifest()): string[] {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`The build has no file for ${source}.`);
  return chunk.css ?? [];
}
