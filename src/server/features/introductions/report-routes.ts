import { sql } from "kysely";
import {
  introductionBarInputSchema,
  introductionReportListSchema,
  introductionReportSchema,
} from "#shared/introductions/introductions.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import type { Caller } from "../../context.ts";
import { pageWithCan, withCan } from "../../platform/http/policy.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { runCommand, withPresentRecord } from "../../platform/http/run-command.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { introductionReportPolicy } from "./policy.ts";
import { getReport, listReports } from "./queries.ts";

const route = routesOf("Introductions");

const list = route("get", "/introduction-reports", {
  name: "listIntroductionReports",
  summary: "Requests for an introduction that were reported, with message and reason, newest first",
  audience: "admin",
  query: pageQuerySchema,
  answer: introductionReportListSchema,
});

const dismiss = route("post", "/introduction-reports/{id}/dismiss", {
  name: "dismissIntroductionReport",
  summary: "Close a report; nothing changes for who asked",
  audience: "admin",
  params: idParameter,
  answer: introductionReportSchema,
  refuses: ["already_reviewed", "own_role"],
});

const bar = route("post", "/introduction-reports/{id}/bar", {
  name: "barIntroductions",
  summary: "Close a report: who asked can ask nobody any more, and reads why",
  audience: "admin",
  params: idParameter,
  body: introductionBarInputSchema,
  answer: introductionReportSchema,
  refuses: ["already_reviewed", "own_role"],
});

const lift = route("post", "/introduction-reports/{id}/lift", {
  name: "liftIntroductionBar",
  summary: "Let somebody whose asking was ended ask again",
  audience: "admin",
  params: idParameter,
  answer: introductionReportSchema,
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
        const result = await runCommand<"changed" | "unchanged">(tx, call, "report");
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
