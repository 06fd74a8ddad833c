import { createRoute } from "@hono/zod-openapi";
import { sql } from "kysely";
import {
  introductionBarInputSchema,
  introductionReportListSchema,
  introductionReportSchema,
} from "#shared/introductions.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { openTo } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import { getAnswer } from "../../platform/http/get-answer.ts";
import { pageWithCan, withCan } from "../../platform/http/policy.ts";
import { idParameter, jsonBody, responses } from "../../platform/http/responses.ts";
import { withPresentRecord } from "../../platform/http/with-present-record.ts";
import { createRouter } from "../../router.ts";
import { introductionReportPolicy } from "./policy.ts";
import { getReport, listReports } from "./queries.ts";

const list = createRoute({
  method: "get",
  path: "/introduction-reports",
  summary: "Requests for an introduction that were reported, with message and reason, newest first",
  ...openTo("admin"),
  request: { query: pageQuerySchema },
  responses: responses(200, introductionReportListSchema, "A page of reports"),
});

const dismiss = createRoute({
  method: "post",
  path: "/introduction-reports/{id}/dismiss",
  summary: "Close a report; nothing changes for who asked",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, introductionReportSchema, "The report; 409 already_reviewed after another decision"),
});

const bar = createRoute({
  method: "post",
  path: "/introduction-reports/{id}/bar",
  summary: "Close a report: who asked can ask nobody any more, and reads why",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(introductionBarInputSchema) },
  responses: responses(200, introductionReportSchema, "The report; 409 already_reviewed after another decision"),
});

const lift = createRoute({
  method: "post",
  path: "/introduction-reports/{id}/lift",
  summary: "Let somebody whose asking was ended ask again",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, introductionReportSchema, "The report"),
});

export const introductionReportRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await listReports(dependencies.readAs(actor), c.req.valid("query"));
    return c.json(pageWithCan(introductionReportPolicy, actor, page), 200);
  })
  .openapi(dismiss, async (c) => c.json(await close(c.var, c.req.valid("param").id, "dismissed", null), 200))
  .openapi(bar, async (c) =>
    c.json(await close(c.var, c.req.valid("param").id, "barred", c.req.valid("json").reason), 200),
  )
  .openapi(lift, async (c) => c.json(await liftBar(c.var, c.req.valid("param").id), 200));

const close = ({ dependencies, actor }: Caller, id: string, outcome: "dismissed" | "barred", note: string | null) =>
  withPresentRecord(
    () =>
      dependencies.asActor(actor, async (tx, effects) => {
        const call = sql`close_introduction_report(${id}, ${outcome}, ${note})`;
        const result = await getAnswer<"changed" | "unchanged">(tx, call, "report");
        const report = await getReport(tx, id);
        if (result === "changed") {
          effects.audit(`introduction_report_${outcome}`, report.asker_id);
          if (outcome === "barred") effects.notify(report.asker_id, "introductions_barred");
        }
        return withCan(introductionReportPolicy, actor, report);
      }),
    () => dependencies.asActor(actor, async (tx) => withCan(introductionReportPolicy, actor, await getReport(tx, id))),
  );

function liftBar({ dependencies, actor }: Caller, id: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const { asker_id } = await getReport(tx, id);
    const { rows } = await sql<{ is_lifted: boolean }>`
      select lift_introduction_bar(${asker_id}) as is_lifted`.execute(tx);
    if (rows[0]?.is_lifted) effects.audit("introduction_bar_lifted", asker_id);
    return withCan(introductionReportPolicy, actor, await getReport(tx, id));
  });
}
