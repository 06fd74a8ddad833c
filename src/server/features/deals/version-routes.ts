import { z } from "@hono/zod-openapi";
import type { ChecklistItem } from "#shared/deals/deal-messages.ts";
import { checklistInputSchema, dealRecordSchema, openedVersionSchema } from "#shared/deals/deals.ts";
import type { Caller } from "../../context.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { followTerms } from "../commitments/follow-terms.ts";
import { assertOwnWording } from "./assert-own-wording.ts";
import { changeDeal } from "./deal-record.ts";
import { freezeVersion } from "./freeze-version.ts";
import { findReleaseMailing } from "./mailing-queries.ts";
import { approveVersion, findApprovedContent, findVersion, releaseDeal } from "./version-queries.ts";

const route = routesOf("Deals");

const params = idParameter.extend({ version_id: z.uuid() });

const freeze = route("post", "/deals/{id}/versions", {
  name: "freezeDealVersion",
  summary: "Freeze what members are shown, with the newest terms; nobody changes a version",
  audience: "admin",
  params: idParameter,
  body: checklistInputSchema,
  status: 201,
  answer: dealRecordSchema,
  refuses: ["deal_not_open", "sample_wording"],
});

const open = route("get", "/deals/{id}/versions/{version_id}", {
  name: "getDealVersion",
  summary: "A version with what it says, and its page as it was rendered then",
  audience: "admin",
  params,
  answer: openedVersionSchema,
});

const approve = route("post", "/deals/{id}/versions/{version_id}/approve", {
  name: "approveDealVersion",
  summary: "Approve a version that another admin froze; the only admin can approve their own after 24 hours",
  audience: "admin",
  params,
  body: checklistInputSchema,
  answer: dealRecordSchema,
  refuses: ["second_person_required", "deal_version_closed"],
});

const release = route("post", "/deals/{id}/release", {
  name: "releaseDeal",
  summary: "Show an approved deal to everybody with a statement that counts",
  audience: "admin",
  params: idParameter,
  answer: dealRecordSchema,
  refuses: ["deal_not_open", "deals_disabled", "sample_wording"],
});

export const dealVersionRoutes = createRouter()
  .openapi(freeze, async (c) =>
    c.json(await freezeVersion(c.var, c.req.valid("param").id, c.req.valid("json").checklist), 201),
  )
  .openapi(open, async (c) => {
    const { dependencies, actor } = c.var;
    const { id, version_id } = c.req.valid("param");
    const version = await findVersion(dependencies.readAs(actor), actor, id, version_id);
    if (!version) throw notFound("version");
    return c.json(version, 200);
  })
  .openapi(approve, async (c) =>
    c.json(await approveOne(c.var, { ...c.req.valid("param"), ...c.req.valid("json") }), 200),
  )
  .openapi(release, async (c) => c.json(await releaseOne(c.var, c.req.valid("param").id), 200));

const hour = 60 * 60 * 1000;
/** Answers of one hour come in one mail. */
const nextHour = (now: Date) => new Date((Math.floor(now.getTime() / hour) + 1) * hour);

interface Approving extends z.output<typeof params> {
  checklist: ChecklistItem[];
}

const approveOne = (caller: Caller, { id, version_id, checklist }: Approving) =>
  changeDeal(caller, async ({ tx, effects }) => {
    const version = await findVersion(tx, caller.actor, id, version_id);
    const before = await findApprovedContent(tx, id);
    if (!version) throw notFound("version");
    const outcome = await approveVersion(tx, version_id, checklist);
    const alone = outcome === "approved_alone" && { alone: true };
    effects.audit("deal_version_approved", id, { number: version.number, sha256: version.page_sha256, ...alone });
    if (before)
      await followTerms({ tx, effects }, { dealId: id, versionId: version_id, before, after: version.content });
    if (version.content.answers.length > 0) effects.schedule("deal-answers", {}, nextHour(caller.dependencies.now()));
    return id;
  });

const releaseOne = (caller: Caller, id: string) =>
  changeDeal(caller, async ({ tx, effects }) => {
    await releaseDeal(tx, id);
    const content = await findApprovedContent(tx, id);
    if (content) await assertOwnWording(tx, caller, content);
    effects.audit("deal_released", id);
    effects.publish("deal.released", { deal_id: id });
    effects.schedule("deal-answers", {}, nextHour(caller.dependencies.now()));
    const mailing_id = await findReleaseMailing(tx, id);
    if (mailing_id) effects.schedule("deal-mails", { mailing_id }, caller.dependencies.now());
    return id;
  });
