import type { RenderedDocument } from "#shared/document-renderer.ts";
import { type CompressedDocument, toDocument } from "./compressed-document.ts";

interface Cached {
  revision: string;
  document: Promise<CompressedDocument>;
}

/**
 * Renders each document once per revision of the content, however many ask for it meanwhile.
 * @param contentRevision the present one.
 */
export function createDocumentCache(contentRevision: () => string) {
  const cache = new Map<string, Cached>();
  return (key: string, render: () => Promise<RenderedDocument>): Promise<CompressedDocument> => {
    const revision = contentRevision();
    const cached = cache.get(key);
    if (cached?.revision === revision) return cached.document;
    const document = render().then(({ content, type }) => toDocument(content, type));
    cache.set(key, { revision, document });
    // One that failed is tried again by the next request.
    document.catch(() => cache.get(key)?.document === document && cache.delete(key));
    return document;
  };
}
