import {
  introductionBlockListSchema,
  introductionInputSchema,
  introductionListSchema,
  introductionOutlookSchema,
  introductionReportInputSchema,
  introductionSchema,
  introductionSettingsInputSchema,
  introductionSettingsSchema,
  outlookQuerySchema,
} from "#shared/introductions/introductions.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { pageWithCan } from "../../platform/http/policy.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { answer, ask, block, report, unblock } from "./introduce.ts";
import { introductionPolicy } from "./policy.ts";
import { listBlocks, listOwn, readOutlook, readSettings, saveSettings } from "./queries.ts";

const route = routesOf("Introductions");

const list = route("get", "/introductions", {
  name: "listIntroductions",
  summary: "Introductions that one asked for and was asked for, newest first; an address once it is accepted",
  audience: "approved",
  query: pageQuerySchema,
  answer: introductionListSchema,
});

const outlook = route("get", "/introductions/outlook", {
  name: "getIntroductionOutlook",
  summary: "Whether one could ask the owner of a profile for an introduction now",
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
  summary: "Report a request that one got to the admins, who read it from then on",
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
  summary: "Members that one blocked, newest first",
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
  .openapi(endBlock, async (c) => c.json({ status: await unblock(c.var, c.req.valid("param").id) }, 200));
