import type { ContentOf } from "#shared/content/content.ts";
import type { ContentKind } from "#shared/content/content-messages.ts";

export type StarterItem = {
  [Kind in ContentKind]: {
    kind: Kind;
    slug: string;
    content: ContentOf<Kind>;
    /** "2025-02-10"; today, if left out. */
    published_at?: string;
  };
}[ContentKind];
