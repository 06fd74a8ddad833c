import type { ListedContent } from "./content/content.ts";

/** What the built pages export for the server, which knows them by this alone. */
export interface DocumentRenderer {
  /** A page, the sitemap, the feed or robots.txt at its clean address. @returns undefined where there is none. */
  find: (path: string, read: ReadApi) => Promise<RenderDocument | undefined>;
  /** The page for an address without one. */
  notFound: RenderDocument;
  /** The page that shows an item, without the app's scripts, and with a line that says what it is. */
  preview: (item: PreviewedItem, read: ReadApi) => Promise<RenderedDocument>;
}

export interface PreviewedItem extends Pick<ListedContent, "id" | "kind" | "slug" | "revision"> {
  draft: Record<string, unknown>;
}

/** @param read answers what the API answers anybody at a path, such as "/settings". */
export type RenderDocument = (read: ReadApi) => Promise<RenderedDocument>;
export type ReadApi = (path: string) => Promise<unknown>;

export interface RenderedDocument {
  content: string;
  type: string;
}

export interface BuiltFiles {
  /** The built index.html, with its places `<!--head-->…<!--/head-->` and `<!--page-->`. */
  template: string;
  manifest: WebManifest;
  /** Of each link preview that comes with the app, by its address. */
  previewBytes: ReadonlyMap<string, number>;
}

interface BuiltChunk {
  name?: string;
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

export type WebManifest = Record<string, BuiltChunk>;

/** @param origin of the site, without a slash at the end. */
export type CreateRenderer = (files: BuiltFiles, origin: string) => DocumentRenderer;
