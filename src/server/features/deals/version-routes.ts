import { createRoute, z } from "@hono/zod-openapi";
import type { ChecklistItem } from "#shared/deal-messages.ts";
import { checklistInputSchema, dealRecordSchema, openedVersionSchema } from "#shared/deals.ts";
import { openTo } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter, jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { followTerms } from "../commitments/follow-terms.ts";
import { assertOwnWording } from "./assert-own-wording.ts";
import { changeDeal } from "./deal-record.ts";
import { freezeVersion } from "./freeze-version.ts";
import { findReleaseMailing } from "./mailing-queries.ts";
import { approveVersion, findApprovedContent, findVersion, releaseDeal } from "./version-queries.ts";

const path = "/deals/{id}";
const params = idParameter.extend({ version_id: z.uuid() });

const freeze = createRoute({
  method: "post",
  path: `${path}/versions`,
  summary: "Freeze what members are shown, with the newest terms; nobody changes a version",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(checklistInputSchema) },
  responses: responses(
    201,
    dealRecordSchema,
    "The deal; 409 deal_not_open before it is prepared and once completed, or sample_wording",
  ),
});

const open = createRoute({
  method: "get",
  path: `${path}/versions/{version_id}`,
  summary: "A version with what it says, and its page as it was rendered then",
  ...openTo("admin"),
  request: { params },
  responses: responses(200, openedVersionSchema, "The version"),
});

const approve = createRoute({
  method: "post",
  path: `${path}/versions/{version_id}/approve`,
  summary: "Approve a version that another admin froze; the only admin can approve their own after 24 hours",
  ...openTo("admin"),
  request: { params, body: jsonBody(checklistInputSchema) },
  responses: responses(
    200,
    dealRecordSchema,
    "The deal; 403 second_person_required for its author, 409 deal_version_closed once approved or replaced",
  ),
});

const release = createRoute({
  method: "post",
  path: `${path}/release`,
  summary: "Show an approved deal to everybody with a statement that counts",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(
    200,
    dealRecordSchema,
    "The deal; 409 deals_disabled, sample_wording, or deal_not_open unless it is approved",
  ),
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
