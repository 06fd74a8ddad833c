import {
  auditEventListSchema,
  auditFilterSchema,
  auditPersonListSchema,
  auditPersonQuerySchema,
  auditQuerySchema,
} from "#shared/audit/audit.ts";
import { csvExport } from "../../platform/http/csv-stream.ts";
import { onlyPost } from "../../platform/http/http-error.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { auditCsv } from "./audit-csv.ts";
import { findAuditPeople, listAuditEvents } from "./queries.ts";

const route = routesOf("Club");

const list = route("get", "/audit-events", {
  name: "listAuditEvents",
  summary: "Who did what, on whom, when, newest first",
  audience: "admin",
  key: "read",
  query: auditQuerySchema,
  answer: auditEventListSchema,
});

const findPeople = route("get", "/audit-events/people", {
  name: "findAuditedPeople",
  summary: "People by name, e-mail or id, to filter the audit by",
  audience: "admin",
  query: auditPersonQuerySchema,
  answer: auditPersonListSchema,
});

const download = route("post", "/audit-events.csv", {
  name: "exportAuditEvents",
  summary: "The audit as a CSV file; downloading it leaves a row in it",
  audience: "admin",
  query: auditFilterSchema,
  file: "text/csv",
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
