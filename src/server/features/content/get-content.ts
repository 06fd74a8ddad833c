import type { Transaction } from "kysely";
import type { ListedContent } from "#shared/content/content.ts";
import { type ContentKind, contentMessages, isFixedKind } from "#shared/content/content-messages.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { type Policy, withCan } from "../../platform/http/policy.ts";
import { findContent, lockContent } from "./queries.ts";

/** @throws HttpError 404. */
export async function getContent(tx: Transaction<DB>, actor: Caller["actor"], id: string) {
  const item = await findContent(tx, id);
  if (!item) throw notFound("content");
  return withCan(contentPolicy, actor, { ...item, draft: item.draft as Record<string, unknown> });
}

/** @throws HttpError 409 with the present item, when it is another revision. */
export async function lockExpected(tx: Transaction<DB>, actor: Caller["actor"], id: string, expectedRevision: number) {
  const item = await getLocked(tx, id);
  if (item.revision === expectedRevision) return item;
  const record = await getContent(tx, actor, id);
  throw new HttpError("revision_conflict", contentMessages.revisionConflict, { record });
}

/** @throws HttpError 404. */
export async function getLocked(tx: Transaction<DB>, id: string) {
  const item = await lockContent(tx, id);
  if (!item) throw notFound("content");
  return item;
}

export const pageRequired = () => new HttpError("content_required", contentMessages.pageRequired);

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
  unpublish: actor.isAdmin && !isFixedKind(item.kind) && item.published_revision !== null,
  delete: actor.isAdmin && !isFixedKind(item.kind),
});

/** A legal page may be right as it came: the club publishes it as its own. */
const isToAdopt = ({ kind, is_example }: Row) => kind === "page" && is_example;
