import { createRoute, z } from "@hono/zod-openapi";
import { pageQuerySchema } from "#shared/lists.ts";
import { londonDate } from "#shared/london-time.ts";
import {
  evidenceUploadQuerySchema,
  heldCompanyDetailsSchema,
  heldCompanyListSchema,
  sharePriceInputSchema,
  sharePriceListSchema,
  sharePriceRefusalSchema,
  sharePriceSchema,
} from "#shared/portfolio.ts";
import { openTo } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter, jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { listHeldCompanies, readHeldCompany } from "./held-companies.ts";
import { addEvidence } from "./price-evidence.ts";
import {
  confirmSharePrice,
  enterSharePrice,
  findEvidence,
  getSharePrice,
  hasCompany,
  listSharePrices,
  refuseSharePrice,
} from "./valuation-queries.ts";

const path = "/companies/{id}/valuations";

const listHeld = createRoute({
  method: "get",
  path: "/held-companies",
  summary: "Companies of which members hold shares or held some, with what those are worth; the oldest price first",
  ...openTo("admin"),
  request: { query: pageQuerySchema },
  responses: responses(200, heldCompanyListSchema, "A page of companies"),
});

const readHeld = createRoute({
  method: "get",
  path: "/held-companies/{id}",
  summary: "A company of which members hold shares or held some, round by round, with every price that was confirmed",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, heldCompanyDetailsSchema, "The company; 404 where no member ever held shares of it"),
});

const list = createRoute({
  method: "get",
  path,
  summary: "What admins entered of the price of a company's shares, newest first",
  ...openTo("admin"),
  request: { params: idParameter, query: pageQuerySchema },
  responses: responses(200, sharePriceListSchema, "A page of prices"),
});

const enter = createRoute({
  method: "post",
  path,
  summary:
    "Enter a price of a company's shares; another admin confirms it. Only what other people pay or offer can raise one",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(sharePriceInputSchema) },
  responses: responses(201, sharePriceSchema, "The price; 422 for the club's own above the one of that day"),
});

const confirm = createRoute({
  method: "post",
  path: "/valuations/{id}/confirm",
  summary:
    "Confirm a price that another admin entered; the only admin can confirm their own after 24 hours, and nobody who holds shares one that raises it",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(
    200,
    sharePriceSchema,
    "The price; 403 second_person_required, 409 revision_conflict once decided or where another was confirmed meanwhile",
  ),
});

const refuse = createRoute({
  method: "post",
  path: "/valuations/{id}/refuse",
  summary: "Refuse a price that waits, or take back one's own",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(sharePriceRefusalSchema) },
  responses: responses(200, sharePriceSchema, "The price; 409 revision_conflict once decided"),
});

const pdf = { "application/pdf": { schema: z.string().meta({ format: "binary" }) } };

const upload = createRoute({
  method: "post",
  path: "/valuations/{id}/evidence",
  summary: "Add the document that shows a price which waits, such as a liquidator's letter, as the raw body",
  ...openTo("admin"),
  request: { params: idParameter, query: evidenceUploadQuerySchema, body: { required: true, content: pdf } },
  responses: responses(
    201,
    sharePriceSchema,
    "The price; 409 revision_conflict once it is decided or has one, 413 above 10 MB, 422 for another type",
  ),
});

const evidence = createRoute({
  method: "get",
  path: "/valuations/{id}/evidence",
  summary: "The document that shows a price; for those who hold shares of the company once the price is confirmed",
  ...openTo("person"),
  request: { params: idParameter },
  responses: { ...responses(200, z.string(), "The file"), 200: { description: "The file", content: pdf } },
});

export const valuationRoutes = createRouter()
  .openapi(listHeld, async (c) => {
    const { dependencies, actor } = c.var;
    const on = await onToday(c.var);
    return c.json(await listHeldCompanies(dependencies.readAs(actor), c.req.valid("query"), on), 200);
  })
  .openapi(readHeld, async (c) => {
    const { dependencies, actor } = c.var;
    const on = await onToday(c.var);
    return c.json(await readHeldCompany(dependencies.readAs(actor), c.req.valid("param").id, on), 200);
  })
  .openapi(upload, async (c) => {
    const { file_name } = c.req.valid("query");
    return c.json(await addEvidence(c.var, c.req.valid("param").id, file_name, c.req.raw.body ?? []), 201);
  })
  .openapi(evidence, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const found = await findEvidence(db, c.req.valid("param").id);
    const file = found && (await dependencies.files.open(db, found.file_id));
    if (!file) throw notFound("document");
    const headers = { "cache-control": "private, no-store", "content-disposition": attachment(found.file_name) };
    return (await fileResponse(c, file, headers)) as never;
  })
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const db = dependencies.readAs(actor);
    if (!(await hasCompany(db, id))) throw notFound("company");
    return c.json(await listSharePrices(db, actor, id, c.req.valid("query")), 200);
  })
  .openapi(enter, async (c) => c.json(await enterOne(c.var, c.req.valid("param").id, c.req.valid("json")), 201))
  .openapi(confirm, async (c) => c.json(await confirmOne(c.var, c.req.valid("param").id), 200))
  .openapi(refuse, async (c) =>
    c.json(await refuseOne(c.var, c.req.valid("param").id, c.req.valid("json").reason), 200),
  );

const onToday = async ({ dependencies }: Caller) => ({
  day: londonDate(dependencies.now()),
  ages: (await dependencies.readClub()).price_ages,
});

const enterOne = ({ dependencies, actor }: Caller, companyId: string, input: z.output<typeof sharePriceInputSchema>) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const id = await enterSharePrice(tx, companyId, input);
    const { basis } = input;
    const price = await getSharePrice(tx, actor, id);
    effects.audit("share_price_entered", companyId, { basis, as_of: price.as_of, price: price.price });
    return price;
  });

const confirmOne = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const confirmed = await confirmSharePrice(tx, id);
    const price = await getSharePrice(tx, actor, id);
    const alone = confirmed === "confirmed_alone" && { alone: true };
    effects.audit("share_price_confirmed", price.company_id, {
      ...{ basis: price.basis, as_of: price.as_of, price: price.price },
      ...alone,
    });
    return price;
  });

const refuseOne = ({ dependencies, actor }: Caller, id: string, reason: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await refuseSharePrice(tx, id, reason);
    const price = await getSharePrice(tx, actor, id);
    effects.audit("share_price_refused", price.company_id, {
      ...{ basis: price.basis, as_of: price.as_of, price: price.price, reason },
    });
    return price;
  });
