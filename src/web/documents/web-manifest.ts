import type { WebManifest } from "#shared/document-renderer.ts";

export function appChunk(manifest: WebManifest): string {
  const key = Object.keys(manifest).find((candidate) => manifest[candidate]?.name === "app");
  if (!key) throw new Error("The build has no chunk of the name app.");
  return key;
}

/** The source's own chunk first. @throws when it is not in the build. */
export const scriptsIn = (manifest: WebManifest, source: string): string[] =>
  chunksOf(manifest, source).map(({ file }) => file);

/** With those of its imports, and without the app's. @throws when it is not in the build. */
export function ownStylesIn(manifest: WebManifest, source: string): string[] {
  const app = manifest[appChunk(manifest)];
  return chunksOf(manifest, source).flatMap((chunk) => (chunk === app ? [] : (chunk.css ?? [])));
}

/** Returns styles without those of its imports. @throws when it is not in the build. */
export function stylesIn(manifest: WebManifest, source: string): string[] {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`The build has no file for ${source}.`);
  return chunk.css ?? [];
}

function chunksOf(manifest: WebManifest, source: string) {
  if (!manifest[source]) throw new Error(`The build has no file for ${source}.`);
  const chunks = new Set<WebManifest[string]>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || chunks.has(chunk)) return;
    chunks.add(chunk);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(source);
  return [...chunks];
}
