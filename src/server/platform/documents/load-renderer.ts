import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CreateRenderer, DocumentRenderer } from "#shared/document-renderer.ts";

/**
 * The built pages, as a program that renders them. Loaded by path: the server knows nothing of the pages' sources.
 * @param builtRoot folder that the build wrote to.
 */
export async function loadRenderer(builtRoot: string, appUrl: string): Promise<DocumentRenderer> {
  const folder = join(builtRoot, "documents");
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const built = pathToFileURL(join(folder, "create-renderer.js")).href;
  const { createRenderer }: { createRenderer: CreateRenderer } = await import(/* @vite-ignore */ built);
  const previews = join(builtRoot, "web", "previews");
  const previewBytes = new Map(
    readdirSync(previews).map((name) => [`/previews/${name}`, statSync(join(previews, name)).size]),
  );
  return createRenderer(
    { template: read("template.html"), manifest: JSON.parse(read("web-manifest.json")), previewBytes },
    appUrl,
  );
}
