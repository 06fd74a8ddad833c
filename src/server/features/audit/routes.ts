import { createRoute } from "@hono/zod-openapi";
import {
  auditEventListSchema,
  auditFilterSchema,
  auditPersonListSchema,
  auditPersonQuerySchema,
  auditQuerySchema,
} from "#shared/audit.ts";
import { openTo } from "../../auth/guard.ts";
import { csvExport } from "../../platform/http/csv-stream.ts";
import { onlyPost } from "../../platform/http/http-error.ts";
import { csvResponses, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { auditCsv } from "./audit-csv.ts";
import { findAuditPeople, listAuditEvents } from "./queries.ts";

const list = createRoute({
  method: "get",
  path: "/audit-events",
  summary: "Who did what, on whom, when, newest first",
  ...openTo("admin"),
  request: { query: auditQuerySchema },
  responses: responses(200, auditEventListSchema, "A page of the audit"),
});

const findPeople = createRoute({
  method: "get",
  path: "/audit-events/people",
  summary: "People by name, e-mail or id, to filter the audit by",
  ...openTo("admin"),
  request: { query: auditPersonQuerySchema },
  responses: responses(200, auditPersonListSchema, "The first few"),
});

const download = createRoute({
  method: "post",
  path: "/audit-events.csv",
  summary: "The audit as a CSV file; downloading it leaves a row in it",
  ...openTo("admin"),
  request: { query: auditFilterSchema },
  responses: csvResponses,
});

export const auditEventRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await dependencies.asActor(actor, (tx) => listAuditEvents(tx, c.req.valid("query"))), 200);
  })
  .openapi(findPeople, async (c) => {
    const { dependencies, actor } = c.var;
    const items = await dependencies.asActor(actor, (tx) => findAuditPeople(tx, c.req.valid("query").q));
    return c.json({ items, next_cursor: null }, 200);
  })
  .openapi(download, async (c) => c.body(...(await csvExport(c.var, auditCsv(c.req.valid("query"))))) as never);
auditEventRoutes.get(download.path, onlyPost);
