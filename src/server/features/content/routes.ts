import { z } from "@hono/zod-openapi";
import {
  contentItemSchema,
  contentListSchema,
  contentOrderSchema,
  contentPublishSchema,
  contentQuerySchema,
  contentRestoreSchema,
  contentRevisionListSchema,
  contentSaveSchema,
  contentTextSchema,
  newContentSchema,
  removedExamplesSchema,
} from "#shared/content/content.ts";
import { isFixedKind } from "#shared/content/content-messages.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import type { Caller } from "../../context.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { pageWithCan } from "../../platform/http/policy.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { contentPolicy, getContent, pageRequired } from "./get-content.ts";
import { findRevision, listContent, listRevisions, orderContent } from "./queries.ts";
import { removeExamples } from "./remove-examples.ts";
import {
  createContent,
  keepingAnswered,
  publishContent,
  restoreRevision,
  saveContent,
  unpublishContent,
  unscheduleContent,
} from "./write-content.ts";

const route = routesOf("Content");

const revisionParameters = idParameter.extend({ number: z.coerce.number().int().min(1).max(2_147_483_647) });

const list = route("get", "/content", {
  name: "listContent",
  summary: "What is written in the browser, in its order or newest first",
  audience: "admin",
  key: "read",
  query: contentQuerySchema,
  answer: contentListSchema,
});

const create = route("post", "/content", {
  name: "createContent",
  summary: "Write an item: a draft that nobody else sees",
  audience: "admin",
  key: "write",
  body: newContentSchema,
  limit: { bytes: 768 * 1024 },
  status: 201,
  answer: contentItemSchema,
  refuses: ["not_found", "slug_taken"],
});

const read = route("get", "/content/{id}", {
  name: "getContent",
  summary: "One item with its draft",
  audience: "admin",
  key: "read",
  params: idParameter,
  answer: contentItemSchema,
});

const save = route("put", "/content/{id}", {
  name: "saveContent",
  summary: "Save the draft as a new revision",
  audience: "admin",
  key: "write",
  params: idParameter,
  body: contentSaveSchema,
  limit: { bytes: 768 * 1024 },
  answer: contentItemSchema,
  refuses: ["revision_conflict", "slug_taken"],
});

const remove = route("delete", "/content/{id}", {
  name: "deleteContent",
  summary: "Delete an item with all its revisions",
  audience: "admin",
  params: idParameter,
  answer: contentItemSchema,
  refuses: ["content_required", "event_answered"],
});

const publish = route("post", "/content/{id}/publish", {
  name: "publishContent",
  summary: "Publish the draft now, or what the draft is at a time to come",
  audience: "admin",
  key: "write",
  params: idParameter,
  body: contentPublishSchema,
  limit: { bytes: 768 * 1024 },
  answer: contentItemSchema,
  refuses: ["revision_conflict"],
});

const unschedule = route("post", "/content/{id}/unschedule", {
  name: "unscheduleContent",
  summary: "Cancel the publication that is scheduled",
  audience: "admin",
  key: "write",
  params: idParameter,
  answer: contentItemSchema,
});

const unpublish = route("post", "/content/{id}/unpublish", {
  name: "unpublishContent",
  summary: "Take an item off the site; its draft stays",
  audience: "admin",
  key: "write",
  params: idParameter,
  answer: contentItemSchema,
  refuses: ["content_required", "event_answered"],
});

const revisions = route("get", "/content/{id}/revisions", {
  name: "listContentRevisions",
  summary: "Who saved, published and unpublished what",
  audience: "admin",
  key: "read",
  params: idParameter,
  query: pageQuerySchema,
  answer: contentRevisionListSchema,
});

const revision = route("get", "/content/{id}/revisions/{number}", {
  name: "getContentRevision",
  summary: "The text of one revision",
  audience: "admin",
  params: revisionParameters,
  answer: contentTextSchema,
});

const restore = route("post", "/content/{id}/revisions/{number}/restore", {
  name: "restoreContentRevision",
  summary: "Save the text of an earlier revision as the draft",
  audience: "admin",
  params: revisionParameters,
  body: contentRestoreSchema,
  limit: { bytes: 768 * 1024 },
  answer: contentItemSchema,
  refuses: ["revision_conflict", "slug_taken"],
});

const order = route("post", "/content/order", {
  name: "orderContent",
  summary: "Put the items of a kind in an order",
  audience: "admin",
  body: contentOrderSchema,
  limit: { bytes: 768 * 1024 },
  answer: statusSchema,
});

const examples = route("delete", "/content/examples", {
  name: "deleteExamples",
  summary: "Delete all examples but pages",
  audience: "admin",
  answer: removedExamplesSchema,
});

export const contentRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await dependencies.asActor(actor, (tx) => listContent(tx, c.req.valid("query")));
    return c.json(pageWithCan(contentPolicy, actor, page), 200);
  })
  .openapi(create, async (c) => c.json(await createContent(c.var, c.req.valid("json")), 201))
  .openapi(order, async (c) => {
    const { dependencies, actor } = c.var;
    const { kind, ids } = c.req.valid("json");
    const status = await dependencies.asActor(actor, async (tx, effects) => {
      const moved = await orderContent(tx, kind, ids);
      if (moved > 0) effects.audit("content_ordered", null, { kind });
      return moved > 0;
    });
    return c.json({ status }, 200);
  })
  // This route comes before those that would take its path for an id.
  .openapi(examples, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json({ removed: await dependencies.asActor(actor, removeExamples) }, 200);
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await dependencies.asActor(actor, (tx) => getContent(tx, actor, c.req.valid("param").id)), 200);
  })
  .openapi(save, async (c) => c.json(await saveContent(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(remove, async (c) => c.json(await deleteContent(c.var, c.req.valid("param").id), 200))
  .openapi(publish, async (c) => c.json(await publishContent(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(unschedule, async (c) => c.json(await unscheduleContent(c.var, c.req.valid("param").id), 200))
  .openapi(unpublish, async (c) => c.json(await unpublishContent(c.var, c.req.valid("param").id), 200))
  .openapi(revisions, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const page = await dependencies.asActor(actor, async (tx) => {
      await getContent(tx, actor, id);
      return listRevisions(tx, id, c.req.valid("query"));
    });
    return c.json(page, 200);
  })
  .openapi(revision, async (c) => {
    const { dependencies, actor } = c.var;
    const { id, number } = c.req.valid("param");
    const found = await dependencies.asActor(actor, (tx) => findRevision(tx, id, number));
    if (!found) throw notFound("revision");
    return c.json({ number: found.number, content: found.content as Record<string, unknown> }, 200);
  })
  .openapi(restore, async (c) => {
    const { expected_revision } = c.req.valid("json");
    return c.json(await restoreRevision(c.var, c.req.valid("param"), expected_revision), 200);
  });

function deleteContent({ dependencies, actor }: Caller, id: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const item = await getContent(tx, actor, id);
    if (isFixedKind(item.kind)) throw pageRequired();
    await keepingAnswered(tx.deleteFrom("content_items").where("id", "=", id).execute());
    effects.audit("content_deleted", id, { kind: item.kind, title: item.title });
    return item;
  });
}
