import { createRoute, z } from "@hono/zod-openapi";
import { pageQuerySchema } from "#shared/lists.ts";
import {
  evidenceUploadQuerySchema,
  shareActionInputSchema,
  shareActionListSchema,
  shareActionLotListSchema,
  shareActionSchema,
  sharePriceRefusalSchema,
} from "#shared/portfolio.ts";
import { openTo } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter, jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { addSplitEvidence } from "./share-action-evidence.ts";
import {
  confirmShareAction,
  findSplitEvidence,
  getShareAction,
  hasShareAction,
  listLots,
  listShareActions,
  proposeShareAction,
  refuseShareAction,
} from "./share-action-queries.ts";
import { hasCompany } from "./valuation-queries.ts";

const path = "/companies/{id}/share-actions";

const list = createRoute({
  method: "get",
  path,
  summary: "Splits and consolidations of a company's shares, newest first",
  ...openTo("admin"),
  request: { params: idParameter, query: pageQuerySchema },
  responses: responses(200, shareActionListSchema, "A page of splits"),
});

const propose = createRoute({
  method: "post",
  path,
  summary:
    "Propose that a company's shares became so many new ones for so many old ones on a day; another admin confirms it",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(shareActionInputSchema) },
  responses: responses(
    201,
    shareActionSchema,
    "The split with what it makes of members' shares; 409 revision_conflict while another one waits, or an exit",
  ),
});

const lots = createRoute({
  method: "get",
  path: "/share-actions/{id}/lots",
  summary: "What a split makes of each member's lots; those that are rounded first",
  ...openTo("admin"),
  request: { params: idParameter, query: pageQuerySchema },
  responses: responses(200, shareActionLotListSchema, "A page of lots"),
});

const confirm = createRoute({
  method: "post",
  path: "/share-actions/{id}/confirm",
  summary:
    "Confirm a split that another admin proposed, and tell the members; the only admin can confirm their own after 24 hours",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(
    200,
    shareActionSchema,
    "The split; 403 second_person_required, 409 revision_conflict once decided or where what members hold has changed",
  ),
});

const refuse = createRoute({
  method: "post",
  path: "/share-actions/{id}/refuse",
  summary: "Refuse a split that waits, or take back one's own",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(sharePriceRefusalSchema) },
  responses: responses(200, shareActionSchema, "The split; 409 revision_conflict once decided"),
});

const pdf = { "application/pdf": { schema: z.string().meta({ format: "binary" }) } };

const upload = createRoute({
  method: "post",
  path: "/share-actions/{id}/evidence",
  summary: "Add the document that shows a split which waits, such as the filed resolution, as the raw body",
  ...openTo("admin"),
  request: { params: idParameter, query: evidenceUploadQuerySchema, body: { required: true, content: pdf } },
  responses: responses(
    201,
    shareActionSchema,
    "The split; 409 revision_conflict once it is decided or has one, 413 above 10 MB, 422 for another type",
  ),
});

const evidence = createRoute({
  method: "get",
  path: "/share-actions/{id}/evidence",
  summary: "The document that shows a split; for those who hold shares of the company once the split is confirmed",
  ...openTo("person"),
  request: { params: idParameter },
  responses: { ...responses(200, z.string(), "The file"), 200: { description: "The file", content: pdf } },
});

export const shareActionRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const db = dependencies.readAs(actor);
    if (!(await hasCompany(db, id))) throw notFound("company");
    return c.json(await listShareActions(db, actor, id, c.req.valid("query")), 200);
  })
  .openapi(propose, async (c) => {
    const { dependencies, actor } = c.var;
    const { id: companyId } = c.req.valid("param");
    const input = c.req.valid("json");
    const action = await dependencies.asActor(actor, async (tx, effects) => {
      const action_id = await proposeShareAction(tx, companyId, input);
      effects.audit("share_action_proposed", companyId, { action_id, ...toldOf(input) });
      return getShareAction(tx, actor, action_id);
    });
    return c.json(action, 201);
  })
  .openapi(lots, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const db = dependencies.readAs(actor);
    if (!(await hasShareAction(db, id))) throw notFound("split");
    return c.json(await listLots(db, id, c.req.valid("query")), 200);
  })
  .openapi(confirm, async (c) => c.json(await confirmOne(c.var, c.req.valid("param").id), 200))
  .openapi(refuse, async (c) =>
    c.json(await refuseOne(c.var, c.req.valid("param").id, c.req.valid("json").reason), 200),
  )
  .openapi(upload, async (c) => {
    const { file_name } = c.req.valid("query");
    return c.json(await addSplitEvidence(c.var, c.req.valid("param").id, file_name, c.req.raw.body ?? []), 201);
  })
  .openapi(evidence, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const found = await findSplitEvidence(db, c.req.valid("param").id);
    const file = found && (await dependencies.files.open(db, found.file_id));
    if (!file) throw notFound("document");
    const headers = { "cache-control": "private, no-store", "content-disposition": attachment(found.file_name) };
    return (await fileResponse(c, file, headers)) as never;
  });

interface Told {
  share_class: string | null;
  new_shares: number;
  old_shares: number;
  effective_on: string;
}

const toldOf = ({ share_class, new_shares, old_shares, effective_on }: Told) => ({
  ...{ share_class, new_shares, old_shares, effective_on },
});

const confirmOne = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const confirmed = await confirmShareAction(tx, id);
    const action = await getShareAction(tx, actor, id);
    const { members, shares_before, shares_after } = action;
    effects.audit("share_action_confirmed", action.company_id, {
      ...{ action_id: id, ...toldOf(action), members, shares_before, shares_after },
      ...(confirmed.outcome === "confirmed_alone" && { alone: true }),
    });
    for (const user_id of confirmed.members) {
      effects.notify(user_id, "shares_split", action.company_id);
      effects.mail("shares-split", { user_id, action_id: id });
    }
    return action;
  });

const refuseOne = ({ dependencies, actor }: Caller, id: string, reason: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await refuseShareAction(tx, id, reason);
    const action = await getShareAction(tx, actor, id);
    effects.audit("share_action_refused", action.company_id, { action_id: id, ...toldOf(action), reason });
    return action;
  });
