import { pageQuerySchema } from "#shared/lists.ts";
import { noticeListSchema, noticesReadResponseSchema, noticesReadSchema } from "#shared/notices/notices.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { countUnread, listNotices, markRead } from "./queries.ts";

const route = routesOf("Notices");

const list = route("get", "/notices", {
  name: "listNotices",
  summary: "One's own notices, newest first, and how many of all are unread",
  audience: "person",
  query: pageQuerySchema,
  answer: noticeListSchema,
});

const read = route("post", "/notices/read", {
  name: "markNoticesRead",
  summary: "Mark some or all of one's own notices as read",
  audience: "person",
  body: noticesReadSchema,
  answer: noticesReadResponseSchema,
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
