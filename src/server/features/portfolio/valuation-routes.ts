import type { z } from "@hono/zod-openapi";
import type { Transaction } from "kysely";
import { pageQuerySchema } from "#shared/lists.ts";
import { londonDate } from "#shared/london-time.ts";
import { withTwoDecimals } from "#shared/pence.ts";
import { farPriceWords } from "#shared/portfolio/far-price.ts";
import {
  evidenceUploadQuerySchema,
  heldCompanyDetailsSchema,
  heldCompanyListSchema,
  sharePriceInputSchema,
  sharePriceListSchema,
  sharePriceRefusalSchema,
  sharePriceSchema,
} from "#shared/portfolio/portfolio.ts";
import { maximumEvidenceBytes, portfolioMessages } from "#shared/portfolio/portfolio-messages.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import type { Content, FileKind } from "../../platform/files/inspect-content.ts";
import { withNewFile } from "../../platform/files/with-new-file.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { HttpError, notFound, refusedField } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { refuseUnlessPast } from "../../platform/http/typed-days.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { listPartOwners, tellAnnounced, tellNotEffective } from "../funds/announced/announce.ts";
import { listHeldCompanies, readHeldCompany } from "./held-companies.ts";
import {
  confirmSharePrice,
  enterSharePrice,
  findEvidence,
  getSharePrice,
  hasCompany,
  hasSharePrice,
  insertEvidence,
  listSharePrices,
  refuseSharePrice,
} from "./valuation-queries.ts";

const route = routesOf("Valuations and exits");

const listHeld = route("get", "/held-companies", {
  name: "listHeldCompanies",
  summary: "Companies of which members hold or held shares",
  audience: "admin",
  query: pageQuerySchema,
  answer: heldCompanyListSchema,
  refuses: ["not_found"],
});

const readHeld = route("get", "/held-companies/{id}", {
  name: "getHeldCompany",
  summary: "A company of which members hold or held shares",
  audience: "admin",
  params: idParameter,
  answer: heldCompanyDetailsSchema,
});

const list = route("get", "/companies/{id}/valuations", {
  name: "listValuations",
  summary: "What admins entered of the price of a company's shares",
  audience: "admin",
  params: idParameter,
  query: pageQuerySchema,
  answer: sharePriceListSchema,
});

const enter = route("post", "/companies/{id}/valuations", {
  name: "enterValuation",
  summary: "Enter a price of a company's shares",
  audience: "admin",
  params: idParameter,
  body: sharePriceInputSchema,
  status: 201,
  answer: sharePriceSchema,
});

const confirm = route("post", "/valuations/{id}/confirm", {
  name: "confirmValuation",
  summary: "Confirm a price that another admin entered",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  answer: sharePriceSchema,
  refuses: ["second_person_required", "revision_conflict"],
});

const refuse = route("post", "/valuations/{id}/refuse", {
  name: "refuseValuation",
  summary: "Refuse a price that waits, or take back one's own",
  audience: "admin",
  params: idParameter,
  body: sharePriceRefusalSchema,
  answer: sharePriceSchema,
  refuses: ["revision_conflict"],
});

const upload = route("post", "/valuations/{id}/evidence", {
  name: "uploadValuationEvidence",
  summary: "Add the document that shows a price which waits,",
  audience: "admin",
  params: idParameter,
  query: evidenceUploadQuerySchema,
  upload: "application/pdf",
  limit: { bytes: maximumEvidenceBytes, message: portfolioMessages.evidenceTooLarge },
  status: 201,
  answer: sharePriceSchema,
  refuses: ["revision_conflict", "file_infected", "file_type_refused", "files_unavailable"],
});

const evidence = route("get", "/valuations/{id}/evidence", {
  name: "getValuationEvidence",
  summary: "The document that shows a price",
  audience: "person",
  params: idParameter,
  file: "application/pdf",
  refuses: ["range_not_satisfiable", "files_unavailable"],
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

const evidenceFile: FileKind = {
  name: "price_evidence",
  maximumBytes: maximumEvidenceBytes,
  mediaTypes: ["application/pdf"],
};

/** What shows that a price is right: once, while it waits. @throws HttpError 409, 413 and 422 for the file. */
async function addEvidence({ dependencies, actor }: Caller, price_id: string, file_name: string, content: Content) {
  const db = dependencies.readAs(actor);
  if (!(await hasSharePrice(db, price_id))) throw notFound("price");
  const { can } = await getSharePrice(db, actor, price_id);
  if (!can.add_evidence) throw new HttpError("revision_conflict", portfolioMessages.evidenceClosed);
  return withNewFile(dependencies.files, { content, kind: evidenceFile }, ({ id: file_id }) =>
    dependencies.asActor(actor, async (tx, effects) => {
      if (!(await insertEvidence(tx, { price_id, author_id: actor.userId, file_name, file_id })))
        throw new HttpError("revision_conflict", portfolioMessages.evidenceClosed);
      const price = await getSharePrice(tx, actor, price_id);
      effects.audit("share_price_evidence_added", price.company_id, { price_id, file_name });
      return price;
    }),
  );
}

const onToday = async ({ dependencies }: Caller) => ({
  day: londonDate(dependencies.now()),
  ages: (await dependencies.readClub()).price_ages,
});

const enterOne = ({ dependencies, actor }: Caller, companyId: string, input: z.output<typeof sharePriceInputSchema>) =>
  dependencies.asActor(actor, async (tx, effects) => {
    refuseUnlessPast("as_of", input.as_of, dependencies.now());
    const id = await enterSharePrice(tx, companyId, input);
    const { basis } = input;
    const price = await getSharePrice(tx, actor, id);
    const far = "price" in input && !input.is_far_meant && farPriceWords(price.price, price.price_before);
    if (far) throw refusedField("is_far_meant", `${far} Tick that it is right, or correct it`);
    effects.audit("share_price_entered", companyId, { basis, as_of: price.as_of, price: price.price });
    return price;
  });

const confirmOne = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    if ((await confirmSharePrice(tx, id)) === "announced") await tellAnnounced(tx, effects, "price", id);
    else await tellPriceConfirmed({ tx, effects, id });
    return getSharePrice(tx, actor, id);
  });

const refuseOne = ({ dependencies, actor }: Caller, id: string, reason: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await refuseSharePrice(tx, id, reason);
    await tellNotEffective(tx, effects, "price", id);
    const price = await getSharePrice(tx, actor, id);
    effects.audit("share_price_refused", price.company_id, {
      basis: price.basis,
      as_of: price.as_of,
      price: price.price,
      reason,
    });
    return price;
  });

interface Confirmed {
  tx: Transaction<DB>;
  effects: Effects;
  id: string;
  /** Without it, the transaction's actor. */
  by?: string | null;
}

export async function tellPriceConfirmed({ tx, effects, id, by }: Confirmed): Promise<void> {
  const { company_id, basis, as_of, price } = await tx
    .selectFrom("share_price_list")
    .select(["company_id", "basis", "as_of", "price"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  effects.audit("share_price_confirmed", company_id, { basis, as_of, price: withTwoDecimals(price) }, by);
  if (basis !== "nil") return;
  for (const user_id of await listPartOwners(tx, "price", id)) {
    effects.notify(user_id, "shares_lost", company_id);
    effects.mail("shares-lost", { user_id, company_id });
  }
}
