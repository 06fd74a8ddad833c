import type { WebManifest } from "#shared/document-renderer.ts";

export function appChunk(manifest: WebManifest): string {
  const key = Object.keys(manifest).find((candidate) => manifest[candidate]?.name === "app");
  if (!key) throw new Error("The build has no chunk of the name app.");
  return key;
}

/** The source's own chunk first. @throws when it is not in the build. */
export function scriptsIn(manifest: WebManifest, source: string): string[] {
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
export function stylesIn(manifest: WebManifest, source: string): string[] {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`The build has no file for ${source}.`);
  return chunk.css ?? [];
}
