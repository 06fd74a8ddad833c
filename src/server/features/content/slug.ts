import type { ContentKind } from "#shared/content-messages.ts";

const longest = 70;
const mostTries = 50;

/** "What we do" → "what-we-do"; the kind's name for a title without letters of the Latin alphabet. */
export function slugOf(title: string, kind: ContentKind): string {
  const words = title
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-|-$/g, "");
  return words || kind.replace("_", "-");
}

export const slugsAfter = (slug: string): string[] => [
  slug,
  ...Array.from({ length: mostTries }, (_, index) => `${slug}-${index + 2}`),
];
