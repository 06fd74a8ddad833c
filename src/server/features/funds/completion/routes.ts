import type { z } from "@hono/zod-openapi";
import { sql } from "kysely";
import { companyAccountInputSchema } from "#shared/funds/company-account.ts";
import {
  completionInputSchema,
  completionQuerySchema,
  completionSchema,
  ownPaperListSchema,
  paperListSchema,
  paperUploadQuerySchema,
  successFeeInputSchema,
} from "#shared/funds/funds-completion.ts";
import { completionMessages, maximumPaperBytes, paperLabels } from "#shared/funds/funds-completion-messages.ts";
import { fileNamePart } from "#shared/portfolio/document-path.ts";
import type { Caller } from "../../../context.ts";
import { fileResponse } from "../../../platform/files/file-response.ts";
import { attachment } from "../../../platform/http/content-disposition.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { idParameter, statusSchema } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { listAwaitedPapers } from "../../portfolio/awaited-papers.ts";
import { proposeOne } from "./complete-deal.ts";
import { readCompletion } from "./completion-queries.ts";
import { filePaper } from "./file-paper.ts";
import { findPaper, listOwnPapers } from "./paper-queries.ts";

const route = routesOf("Completion");

const read = route("get", "/deals/{id}/completion", {
  name: "getCompletion",
  summary: "What a deal still lacks before its members hold shares",
  audience: "admin",
  params: idParameter,
  query: completionQuerySchema,
  answer: completionSchema,
});

const propose = route("post", "/deals/{id}/completion", {
  name: "proposeCompletion",
  summary: "Propose to complete a deal",
  audience: "admin",
  params: idParameter,
  body: completionInputSchema,
  status: 201,
  answer: completionSchema,
  refuses: ["completion_unmet", "deal_not_open"],
});

const enterAccount = route("post", "/deals/{id}/company-account", {
  name: "enterCompanyAccount",
  summary: "Enter the account that the company is paid to",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  body: companyAccountInputSchema,
  status: 201,
  answer: completionSchema,
  refuses: ["deal_not_open", "payment_closed"],
});

const decideFee = route("post", "/deals/{id}/success-fee", {
  name: "decideSuccessFee",
  summary: "Say what allows the success fee, or why it is waived",
  audience: "admin",
  params: idParameter,
  body: successFeeInputSchema,
  status: 201,
  answer: completionSchema,
  refuses: ["deal_not_open"],
});

const markSent = route("post", "/deals/{id}/success-fee/sent", {
  name: "markInvoiceSent",
  summary: "Say that the company has the invoice of the success fee",
  audience: "admin",
  params: idParameter,
  answer: statusSchema,
});

const upload = route("post", "/deals/{id}/papers", {
  name: "filePaper",
  summary: "File a signed document or the company's share certificate",
  audience: "admin",
  params: idParameter,
  query: paperUploadQuerySchema,
  upload: "application/pdf",
  limit: { bytes: maximumPaperBytes, message: completionMessages.paperTooLarge },
  status: 201,
  answer: paperListSchema,
  refuses: ["deal_not_open", "file_infected", "file_type_refused", "files_unavailable"],
});

const listPapers = route("get", "/papers/me", {
  name: "listOwnPapers",
  summary: "One's own papers",
  audience: "person",
  answer: ownPaperListSchema,
});

const openPaper = route("get", "/papers/{id}", {
  name: "getPaper",
  summary: "A paper as a file",
  audience: "person",
  params: idParameter,
  file: "application/pdf",
  refuses: ["range_not_satisfiable", "files_unavailable"],
});

export const completionRoutes = createRouter()
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const { issued_on = null } = c.req.valid("query");
    return c.json(await readCompletion(dependencies.readAs(actor), actor, c.req.valid("param").id, issued_on), 200);
  })
  .openapi(propose, async (c) =>
    c.json(await proposeOne(c.var, c.req.valid("param").id, c.req.valid("json").issued_on), 201),
  )
  .openapi(enterAccount, async (c) => c.json(await enterOne(c.var, c.req.valid("param").id, c.req.valid("json")), 201))
  .openapi(decideFee, async (c) => c.json(await decideOne(c.var, c.req.valid("param").id, c.req.valid("json")), 201))
  .openapi(markSent, async (c) => {
    await markOne(c.var, c.req.valid("param").id);
    return c.json({ status: true }, 200);
  })
  .openapi(upload, async (c) =>
    c.json(await filePaper(c.var, c.req.valid("param").id, c.req.valid("query"), c.req.raw.body ?? []), 201),
  )
  .openapi(listPapers, async (c) => {
    const { dependencies, actor } = c.var;
    const [items, awaited] = await Promise.all([listOwnPapers(dependencies.readAs(actor)), listAwaitedPapers(c.var)]);
    return c.json({ items, awaited }, 200);
  })
  .openapi(openPaper, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const paper = await findPaper(db, c.req.valid("param").id);
    const file = paper && (await dependencies.files.open(db, paper.file_id));
    if (!file) throw notFound("paper");
    const headers = { "cache-control": "private, no-store", "content-disposition": attachment(nameOf(paper)) };
    return (await fileResponse(c, file, headers)) as never;
  });

/** What companies send is named as they named it, "SEIS3.pdf" for each: the reader's own gets its company and day. */
function nameOf({
  kind,
  file_name,
  dated_on,
  company_name,
  scheme,
}: NonNullable<Awaited<ReturnType<typeof findPaper>>>) {
  if (!company_name || (kind !== "relief_certificate" && kind !== "company_certificate")) return file_name;
  const label = kind === "relief_certificate" && scheme ? `${scheme}3` : paperLabels[kind];
  return `${[dated_on, fileNamePart(company_name), fileNamePart(label)].join("-")}.pdf`;
}

const enterOne = ({ dependencies, actor }: Caller, id: string, account: z.output<typeof companyAccountInputSchema>) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { account_name, sort_code, account_number, bank } = account;
    await runCommand(
      tx,
      sql`enter_company_account(${id}, ${account_name}, ${sort_code}, ${account_number}, ${bank})`,
      "deal",
    );
    effects.audit("company_account_entered", id);
    return readCompletion(tx, actor, id);
  });

/** The audit keeps who said so. @throws HttpError 404 where there is no invoice. */
const markOne = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const invoice = await tx
      .selectFrom("success_fee_invoices")
      .select("fee_pence")
      .where("deal_id", "=", id)
      .executeTakeFirst();
    if (!invoice) throw notFound("invoice");
    effects.audit("success_fee_invoice_sent", id, { fee_pence: invoice.fee_pence });
  });

const decideOne = ({ dependencies, actor }: Caller, id: string, input: z.output<typeof successFeeInputSchema>) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const [article, allowed_bp, reason] =
      input.decision === "allowed" ? [input.article, input.allowed_bp, null] : [null, null, input.reason];
    await runCommand(tx, sql`decide_success_fee(${id}, ${article}, ${allowed_bp}, ${reason})`, "deal");
    const { decision } = input;
    effects.audit("success_fee_decided", id, { decision, ...(decision === "allowed" && { article, allowed_bp }) });
    return readCompletion(tx, actor, id);
  });
