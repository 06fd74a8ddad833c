import type { ContentKind } from "#shared/content-messages.ts";
import { toSlug } from "#shared/text-rules.ts";

const longest = 70;
const mostTries = 50;

/** "What we do" → "what-we-do"; the kind's name for a title without letters of the Latin alphabet. */
export const slugOf = (title: string, kind: ContentKind): string => toSlug(title, longest) || kind.replace("_", "-");

export const slugsAfter = (slug: string): string[] => [
  slug,
  ...Array.from({ length: mostTries }, (_, index) => `${slug}-${index + 2}`),
];
