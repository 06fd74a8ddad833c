import { sql } from "kysely";
import {
  introductionBarInputSchema,
  introductionBlockListSchema,
  introductionInputSchema,
  introductionListSchema,
  introductionOutlookSchema,
  introductionReportInputSchema,
  introductionReportListSchema,
  introductionReportSchema,
  introductionSchema,
  introductionSettingsInputSchema,
  introductionSettingsSchema,
  outlookQuerySchema,
} from "#shared/introductions/introductions.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import type { Caller } from "../../context.ts";
import { pageWithCan, withCan } from "../../platform/http/policy.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { runCommand, withPresentRecord } from "../../platform/http/run-command.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { answer, ask, block, report, unblock } from "./introduce.ts";
import { introductionPolicy, introductionReportPolicy } from "./policy.ts";
import { getReport, listBlocks, listOwn, listReports, readOutlook, readSettings, saveSettings } from "./queries.ts";

const route = routesOf("Introductions");

const list = route("get", "/introductions", {
  name: "listIntroductions",
  summary: "Introductions that one asked for and was asked for",
  audience: "approved",
  query: pageQuerySchema,
  answer: introductionListSchema,
});

const outlook = route("get", "/introductions/outlook", {
  name: "getIntroductionOutlook",
  summary: "Whether one could ask for an introduction now",
  audience: "approved",
  query: outlookQuerySchema,
  answer: introductionOutlookSchema,
  refuses: ["not_found"],
});

const create = route("post", "/introductions", {
  name: "requestIntroduction",
  summary: "Ask for an introduction: the message is passed on, no address is",
  audience: "approved",
  body: introductionInputSchema,
  status: 201,
  answer: introductionSchema,
  refuses: ["not_found", "introduction_not_possible"],
});

const accept = route("post", "/introductions/{id}/accept", {
  name: "acceptIntroduction",
  summary: "Accept an introduction: both get the other's address",
  audience: "approved",
  params: idParameter,
  answer: introductionSchema,
  refuses: ["introduction_answered"],
});

const decline = route("post", "/introductions/{id}/decline", {
  name: "declineIntroduction",
  summary: "Decline an introduction: the asker is told without a reason",
  audience: "approved",
  params: idParameter,
  answer: introductionSchema,
  refuses: ["introduction_answered"],
});

const withdraw = route("post", "/introductions/{id}/withdraw", {
  name: "withdrawIntroduction",
  summary: "Withdraw one's own request",
  audience: "approved",
  params: idParameter,
  answer: introductionSchema,
  refuses: ["introduction_answered"],
});

const blockRoute = route("post", "/introductions/{id}/block", {
  name: "blockIntroduction",
  summary: "Block who asked: they cannot ask again, and are not told",
  audience: "approved",
  params: idParameter,
  answer: introductionSchema,
});

const reportRoute = route("post", "/introductions/{id}/report", {
  name: "reportIntroduction",
  summary: "Report a request that one got to the admins",
  audience: "approved",
  params: idParameter,
  body: introductionReportInputSchema,
  answer: introductionSchema,
});

const settings = route("get", "/introduction-settings/me", {
  name: "getOwnIntroductionSettings",
  summary: "Whether members may ask one, and whether one may ask",
  audience: "approved",
  answer: introductionSettingsSchema,
});

const change = route("put", "/introduction-settings/me", {
  name: "saveOwnIntroductionSettings",
  summary: "Let members ask one for introductions, or not",
  audience: "approved",
  body: introductionSettingsInputSchema,
  answer: introductionSettingsSchema,
});

const blocks = route("get", "/introduction-blocks", {
  name: "listIntroductionBlocks",
  summary: "Members that one blocked",
  audience: "approved",
  query: pageQuerySchema,
  answer: introductionBlockListSchema,
});

const endBlock = route("delete", "/introduction-blocks/{id}", {
  name: "endIntroductionBlock",
  summary: "Let somebody that one blocked ask again",
  audience: "approved",
  params: idParameter,
  answer: statusSchema,
});

const listReportsRoute = route("get", "/introduction-reports", {
  name: "listIntroductionReports",
  summary: "Requests for an introduction that were reported",
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
  summary: "Close a report: who asked can ask nobody any more",
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

export const introductionRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await listOwn(dependencies.readAs(actor), c.req.valid("query"));
    return c.json(pageWithCan(introductionPolicy, actor, page), 200);
  })
  .openapi(outlook, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await readOutlook(dependencies.readAs(actor), c.req.valid("query").profile_id), 200);
  })
  .openapi(create, async (c) => c.json(await ask(c.var, c.req.valid("json")), 201))
  .openapi(accept, async (c) => c.json(await answer(c.var, c.req.valid("param").id, "accepted"), 200))
  .openapi(decline, async (c) => c.json(await answer(c.var, c.req.valid("param").id, "declined"), 200))
  .openapi(withdraw, async (c) => c.json(await answer(c.var, c.req.valid("param").id, "withdrawn"), 200))
  .openapi(blockRoute, async (c) => c.json(await block(c.var, c.req.valid("param").id), 200))
  .openapi(reportRoute, async (c) =>
    c.json(await report(c.var, c.req.valid("param").id, c.req.valid("json").reason), 200),
  )
  .openapi(settings, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await readSettings(dependencies.readAs(actor), actor.userId), 200);
  })
  .openapi(change, async (c) => {
    const { dependencies, actor } = c.var;
    const { is_off } = c.req.valid("json");
    const saved = await dependencies.asActor(actor, async (tx) => {
      await saveSettings(tx, actor.userId ?? "", is_off);
      return readSettings(tx, actor.userId);
    });
    return c.json(saved, 200);
  })
  .openapi(blocks, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listBlocks(dependencies.readAs(actor), c.req.valid("query")), 200);
  })
  .openapi(endBlock, async (c) => c.json({ status: await unblock(c.var, c.req.valid("param").id) }, 200))
  .openapi(listReportsRoute, async (c) => {
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
