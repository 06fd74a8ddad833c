import type { ListedContent } from "#shared/content/content.ts";
import type { ContentKind } from "#shared/content/content-messages.ts";
import type { Policy } from "../../platform/http/policy.ts";

interface Row {
  kind: ContentKind;
  is_example: boolean;
  revision: number;
  published_revision: number | null;
  publish_at: Date | null;
}

export const contentPolicy: Policy<Row, keyof ListedContent["can"]> = (actor, item) => ({
  publish: actor.isAdmin && (item.revision !== item.published_revision || item.publish_at !== null || isToAdopt(item)),
  unschedule: actor.isAdmin && item.publish_at !== null,
  unpublish: actor.isAdmin && item.kind !== "page" && item.published_revision !== null,
  delete: actor.isAdmin && item.kind !== "page",
});

/** A legal page may be right as it came: the club publishes it as its own. */
const isToAdopt = ({ kind, is_example }: Row) => kind === "page" && is_example;
