import { createRoute } from "@hono/zod-openapi";
import { pageQuerySchema } from "#shared/lists.ts";
import { noticeListSchema, noticesReadResponseSchema, noticesReadSchema } from "#shared/notices.ts";
import { openTo } from "../../auth/guard.ts";
import { jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { countUnread, listNotices, markRead } from "./queries.ts";

const list = createRoute({
  method: "get",
  path: "/notices",
  summary: "One's own notices, newest first, and how many of all are unread",
  ...openTo("person"),
  request: { query: pageQuerySchema },
  responses: responses(200, noticeListSchema, "A page of notices"),
});

const read = createRoute({
  method: "post",
  path: "/notices/read",
  summary: "Mark some or all of one's own notices as read",
  ...openTo("person"),
  request: { body: jsonBody(noticesReadSchema) },
  responses: responses(200, noticesReadResponseSchema, "How many are still unread"),
});

export const noticeRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const [page, unread_count] = await Promise.all([listNotices(db, c.req.valid("query")), countUnread(db)]);
    return c.json({ ...page, unread_count }, 200);
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const unread_count = await dependencies.asActor(actor, async (tx) => {
      await markRead(tx, c.req.valid("json"), dependencies.now());
      return countUnread(tx);
    });
    return c.json({ unread_count }, 200);
  });
