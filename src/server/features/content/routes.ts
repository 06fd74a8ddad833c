import { createRoute, z } from "@hono/zod-openapi";
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
} from "#shared/content.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { openTo } from "../../auth/guard.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { pageWithCan } from "../../platform/http/policy.ts";
import { idParameter, jsonBody, responses, statusSchema } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { deleteContent } from "./delete-content.ts";
import { getContent } from "./get-content.ts";
import { contentPolicy } from "./policy.ts";
import { publishContent, unpublishContent, unscheduleContent } from "./publish-content.ts";
import { findRevision, listContent, listRevisions, orderContent } from "./queries.ts";
import { removeExamples } from "./remove-examples.ts";
import { createContent, restoreRevision, saveContent } from "./write-content.ts";

const path = "/content/{id}";
const revisionParameters = idParameter.extend({ number: z.coerce.number().int().min(1).max(2_147_483_647) });

const list = createRoute({
  method: "get",
  path: "/content",
  summary: "What is written in the browser: newest first, or of a kind that has an order, in that order",
  ...openTo("admin"),
  request: { query: contentQuerySchema },
  responses: responses(200, contentListSchema, "A page of items, without their texts"),
});

const create = createRoute({
  method: "post",
  path: "/content",
  summary: "Write an item: a draft that nobody else sees",
  ...openTo("admin"),
  request: { body: jsonBody(newContentSchema) },
  responses: responses(201, contentItemSchema, "The item; 409 slug_taken for an address that another item has"),
});

const read = createRoute({
  method: "get",
  path,
  summary: "One item with its draft",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, contentItemSchema, "The item"),
});

const save = createRoute({
  method: "put",
  path,
  summary: "Save the draft as a new revision",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(contentSaveSchema) },
  responses: responses(
    200,
    contentItemSchema,
    "The item; 409 revision_conflict with the present one after another save",
  ),
});

const remove = createRoute({
  method: "delete",
  path,
  summary: "Delete an item with all its revisions",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, contentItemSchema, "The item that was deleted; 409 content_required for a page"),
});

const publish = createRoute({
  method: "post",
  path: `${path}/publish`,
  summary: "Publish the draft now, or what the draft is at a time to come",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(contentPublishSchema) },
  responses: responses(200, contentItemSchema, "The item; 409 revision_conflict when it is another revision by now"),
});

const unschedule = createRoute({
  method: "post",
  path: `${path}/unschedule`,
  summary: "Cancel the publication that is scheduled; what is published stays",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, contentItemSchema, "The item"),
});

const unpublish = createRoute({
  method: "post",
  path: `${path}/unpublish`,
  summary: "Take an item off the site; its draft stays",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, contentItemSchema, "The item; 409 content_required for a page"),
});

const revisions = createRoute({
  method: "get",
  path: `${path}/revisions`,
  summary: "Who saved, published and unpublished what, newest first",
  ...openTo("admin"),
  request: { params: idParameter, query: pageQuerySchema },
  responses: responses(200, contentRevisionListSchema, "A page of revisions, without their texts"),
});

const revision = createRoute({
  method: "get",
  path: `${path}/revisions/{number}`,
  summary: "The text of one revision",
  ...openTo("admin"),
  request: { params: revisionParameters },
  responses: responses(200, contentTextSchema, "The text"),
});

const restore = createRoute({
  method: "post",
  path: `${path}/revisions/{number}/restore`,
  summary: "Save the text of an earlier revision as the draft",
  ...openTo("admin"),
  request: { params: revisionParameters, body: jsonBody(contentRestoreSchema) },
  responses: responses(
    200,
    contentItemSchema,
    "The item; 409 revision_conflict with the present one after another save",
  ),
});

const order = createRoute({
  method: "post",
  path: "/content/order",
  summary: "Put the items of a kind in an order, which the site shows at once",
  ...openTo("admin"),
  request: { body: jsonBody(contentOrderSchema) },
  responses: responses(200, statusSchema, "Whether the order is another one now"),
});

const examples = createRoute({
  method: "delete",
  path: "/content/examples",
  summary: "Delete all examples but pages",
  ...openTo("admin"),
  responses: responses(200, removedExamplesSchema, "How many there were"),
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
  // Before the routes whose id it would be.
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
