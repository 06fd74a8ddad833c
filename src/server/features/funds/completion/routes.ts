import type { z } from "@hono/zod-openapi";
import { sql } from "kysely";
import { accountRejectionSchema } from "#shared/funds/funds.ts";
import {
  companyAccountConfirmSchema,
  companyAccountInputSchema,
  completionConfirmSchema,
  completionInputSchema,
  completionQuerySchema,
  completionSchema,
  ownPaperListSchema,
  paperListSchema,
  paperUploadQuerySchema,
  successFeeInputSchema,
} from "#shared/funds/funds-completion.ts";
import { completionMessages, maximumPaperBytes } from "#shared/funds/funds-completion-messages.ts";
import type { Caller } from "../../../context.ts";
import { fileResponse } from "../../../platform/files/file-response.ts";
import { attachment } from "../../../platform/http/content-disposition.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { listAwaitedPapers } from "../../portfolio/awaited-papers.ts";
import { completeOne, proposeOne } from "./complete-deal.ts";
import { readCompletion } from "./completion-queries.ts";
import { filePaper } from "./file-paper.ts";
import { findPaper, listOwnPapers } from "./paper-queries.ts";

const route = routesOf("Completion");

const read = route("get", "/deals/{id}/completion", {
  name: "getCompletion",
  summary: "What a deal still lacks before its members hold shares, item by item",
  audience: "admin",
  params: idParameter,
  query: completionQuerySchema,
  answer: completionSchema,
});

const propose = route("post", "/deals/{id}/completion", {
  name: "proposeCompletion",
  summary: "Propose to complete a deal whose shares the company has issued",
  audience: "admin",
  params: idParameter,
  body: completionInputSchema,
  status: 201,
  answer: completionSchema,
  refuses: ["completion_unmet", "deal_not_open"],
});

const confirm = route("post", "/deals/{id}/completion/confirm", {
  name: "confirmCompletion",
  summary: "Complete a deal that another admin proposed to complete",
  audience: "admin",
  params: idParameter,
  body: completionConfirmSchema,
  answer: completionSchema,
  refuses: ["second_person_required", "completion_unmet", "revision_conflict"],
});

const enterAccount = route("post", "/deals/{id}/company-account", {
  name: "enterCompanyAccount",
  summary: "Enter the account that the company is paid to; another admin calls back and confirms it",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  body: companyAccountInputSchema,
  status: 201,
  answer: completionSchema,
  refuses: ["deal_not_open"],
});

const confirmAccount = route("post", "/deals/{id}/company-account/confirm", {
  name: "confirmCompanyAccount",
  summary: "Confirm the company's account after a call back",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  body: companyAccountConfirmSchema,
  answer: completionSchema,
  refuses: ["second_person_required", "revision_conflict"],
});

const rejectAccount = route("post", "/deals/{id}/company-account/reject", {
  name: "rejectCompanyAccount",
  summary: "Reject the company's account that waits to be confirmed",
  audience: "admin",
  params: idParameter,
  body: accountRejectionSchema,
  answer: completionSchema,
  refuses: ["revision_conflict"],
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
  summary: "What one has signed for one's shares, and what shows that one holds them",
  audience: "person",
  answer: ownPaperListSchema,
});

const openPaper = route("get", "/papers/{id}", {
  name: "getPaper",
  summary: "A paper of one's own as a file; for admins any",
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
  .openapi(confirm, async (c) => c.json(await completeOne(c.var, c.req.valid("param").id, c.req.valid("json").id), 200))
  .openapi(enterAccount, async (c) => c.json(await enterOne(c.var, c.req.valid("param").id, c.req.valid("json")), 201))
  .openapi(confirmAccount, async (c) =>
    c.json(await confirmOne(c.var, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(rejectAccount, async (c) =>
    c.json(await rejectOne(c.var, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(decideFee, async (c) => c.json(await decideOne(c.var, c.req.valid("param").id, c.req.valid("json")), 201))
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
    const headers = { "cache-control": "private, no-store", "content-disposition": attachment(paper.file_name) };
    return (await fileResponse(c, file, headers)) as never;
  });

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

const confirmOne = (
  { dependencies, actor }: Caller,
  id: string,
  confirmation: z.output<typeof companyAccountConfirmSchema>,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { id: account_id, call_back_note } = confirmation;
    await runCommand(tx, sql`confirm_company_account(${id}, ${account_id}, ${call_back_note})`, "account");
    effects.audit("company_account_confirmed", id, { account_id });
    return readCompletion(tx, actor, id);
  });

const rejectOne = ({ dependencies, actor }: Caller, id: string, rejection: z.output<typeof accountRejectionSchema>) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await runCommand(tx, sql`reject_company_account(${id}, ${rejection.id}, ${rejection.reason})`, "account");
    effects.audit("company_account_rejected", id, { account_id: rejection.id });
    return readCompletion(tx, actor, id);
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
