import { createRoute } from "@hono/zod-openapi";
import { waitingCountsSchema } from "#shared/waiting-counts.ts";
import { openTo } from "../../auth/guard.ts";
import { responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { countWaiting } from "./queries.ts";

const read = createRoute({
  method: "get",
  path: "/waiting-counts",
  summary: "How many submissions, membership requests and invitations wait",
  ...openTo("admin"),
  responses: responses(200, waitingCountsSchema, "The counts"),
});

export const waitingCountRoutes = createRouter().openapi(read, async (c) => {
  const { dependencies, actor } = c.var;
  return c.json(await countWaiting(dependencies.readAs(actor), dependencies.now()), 200);
});
