import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { contentPublishSchema } from "#shared/content/content.ts";
import { contentMessages } from "#shared/content/content-messages.ts";
import { eventDeskMessages } from "#shared/events/event-desk-messages.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { isCheckViolation } from "../../platform/db/errors.ts";
import type { Effects } from "../../platform/db/types.ts";
import { HttpError, refusedField } from "../../platform/http/http-error.ts";
import { contentPolicy, getContent, getLocked, lockExpected, pageRequired } from "./get-content.ts";
import { insertRevision } from "./queries.ts";

/** Now, or at a time that is still to come. Published already, it changes nothing. */
export function publishContent(
  { dependencies, actor }: Caller,
  id: string,
  { expected_revision, at }: z.output<typeof contentPublishSchema>,
) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const item = await lockExpected(tx, actor, id, expected_revision);
    const now = dependencies.now();
    const publishAt = at === undefined ? undefined : new Date(at);
    if (publishAt && publishAt <= now) throw refusedField("at", contentMessages.timePassed);
    if (publishAt) {
      await tx.updateTable("content_items").set({ publish_at: publishAt }).where("id", "=", id).execute();
      const publish_at = publishAt.toISOString();
      effects.schedule("publish-content", { content_id: id, publish_at }, publishAt);
      effects.audit("content_scheduled", id, { publish_at });
    } else if (contentPolicy(actor, item).publish) {
      const revision = await publishDraft(tx, effects, id, { now, publishedBy: actor.userId });
      effects.audit("content_published", id, { revision });
    }
    return getContent(tx, actor, id);
  });
}

/** Its job finds another time, or none, and does nothing. */
export function unscheduleContent({ dependencies, actor }: Caller, id: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const item = await getLocked(tx, id);
    if (item.publish_at) {
      await tx.updateTable("content_items").set({ publish_at: null }).where("id", "=", id).execute();
      effects.audit("content_unscheduled", id);
    }
    return getContent(tx, actor, id);
  });
}

export function unpublishContent({ dependencies, actor }: Caller, id: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const item = await getLocked(tx, id);
    if (item.kind === "page") throw pageRequired();
    if (item.published_revision !== null) {
      const is_example = item.is_example && item.revision === 1;
      const nothing = { published: null, published_revision: null, published_at: null, publish_at: null, is_example };
      await keepingAnswered(tx.updateTable("content_items").set(nothing).where("id", "=", id).execute());
      const action = { item_id: id, number: item.published_revision, created_by: actor.userId };
      await insertRevision(tx, { ...action, action: "unpublished" });
      effects.audit("content_unpublished", id);
    }
    return getContent(tx, actor, id);
  });
}

/** The draft becomes what the site shows. @returns its revision. */
export async function publishDraft(
  tx: Transaction<DB>,
  effects: Effects,
  id: string,
  { now, publishedBy }: { now: Date; publishedBy: string | null },
): Promise<number> {
  const { revision, kind } = await tx
    .updateTable("content_items")
    .set({
      published: sql`draft`,
      published_revision: sql`revision`,
      is_example: sql`is_example and revision = 1 and kind <> 'page'`,
      published_at: now,
      first_published_at: sql`coalesce(first_published_at, ${now})`,
      publish_at: null,
    })
    .where("id", "=", id)
    .returning(["revision", "kind"])
    .executeTakeFirstOrThrow();
  if (kind === "event") effects.schedule("event-places", { event_id: id }, now);
  const action = { item_id: id, number: revision, action: "published", created_by: publishedBy } as const;
  await insertRevision(tx, action);
  return revision;
}

/** @throws HttpError 409 for an event that people have answered: it is cancelled first. */
export const keepingAnswered = (change: Promise<unknown>) =>
  change.catch((error: unknown) => {
    if (isCheckViolation(error, "event_is_answered")) throw new HttpError("event_answered", eventDeskMessages.answered);
    throw error;
  });
