import type { ListedContent } from "#shared/content/content.ts";
import { contentStateLabels } from "#shared/content/content-messages.ts";
import { fillValues } from "#shared/content/rich-text-outline.ts";
import { useRichTextValues } from "#web/lib/site-content.ts";
import { Badge, ExampleMark } from "#web/ui/badge.tsx";

const tones = { draft: "waiting", scheduled: "upcoming", published: "live" } as const;

type Item = Pick<ListedContent, "state" | "revision" | "published_revision" | "is_example">;

export function ContentStatus({ item }: { item: Item }) {
  const { state, revision, published_revision, is_example } = item;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1.5 @4xl:flex-nowrap">
      <Badge tone={tones[state]}>{contentStateLabels[state]}</Badge>
      {published_revision !== null && revision > published_revision && <Badge tone="waiting">Changes not public</Badge>}
      {is_example && <ExampleMark />}
    </span>
  );
}

/** Readers see the title like this: a question may name the club by `{product}`. */
export const ShownTitle = ({ title }: { title: string }) => fillValues(title, useRichTextValues());
