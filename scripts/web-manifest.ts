import { readFileSync } from "node:fs";

interface Chunk {
  name?: string;
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

export type Manifest = Record<string, Chunk>;

export const readManifest = (): Manifest => JSON.parse(readFileSync("dist/web-manifest.json", "utf8"));

export function appChunk(manifest = readManifest()): string {
  const key = Object.keys(manifest).find((candidate) => manifest[candidate]?.name === "app");
  if (!key) throw new Error("The build has no chunk of the name app.");
  return key;
}

/** The source's own chunk first. @throws when it is not in the build. */
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

/** Without styles of its imports. @throws when it is not in the build. */
export function stylesOf(source: string, manifest = readManifest()): string[] {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`The build has no file for ${source}.`);
  return chunk.css ?? [];
}
