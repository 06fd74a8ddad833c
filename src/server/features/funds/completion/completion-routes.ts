import { createRoute, z } from "@hono/zod-openapi";
import { sql } from "kysely";
import { accountRejectionSchema } from "#shared/funds.ts";
import {
  companyAccountConfirmSchema,
  companyAccountInputSchema,
  completionConfirmSchema,
  completionInputSchema,
  completionQuerySchema,
  completionSchema,
  paperListSchema,
  paperUploadQuerySchema,
  successFeeInputSchema,
} from "#shared/funds-completion.ts";
import { openTo } from "../../../auth/guard.ts";
import type { Caller } from "../../../context.ts";
import { idParameter, jsonBody, responses } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { createRouter } from "../../../router.ts";
import { completeOne, proposeOne } from "./complete-deal.ts";
import { readCompletion } from "./completion-queries.ts";
import { filePaper } from "./file-paper.ts";

const path = "/deals/{id}";
const completion = (status: 200 | 201, description: string) => responses(status, completionSchema, description);

const read = createRoute({
  method: "get",
  path: `${path}/completion`,
  summary: "What a deal still lacks before its members hold shares, item by item, and what came of it",
  ...openTo("admin"),
  request: { params: idParameter, query: completionQuerySchema },
  responses: completion(200, "The completion"),
});

const propose = createRoute({
  method: "post",
  path: `${path}/completion`,
  summary: "Propose to complete a deal whose shares the company has issued; it replaces a proposal that waits",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(completionInputSchema) },
  responses: completion(
    201,
    "The completion; 409 completion_unmet names what is missing, deal_not_open unless closing",
  ),
});

const confirm = createRoute({
  method: "post",
  path: `${path}/completion/confirm`,
  summary:
    "Complete a deal that another admin proposed to complete; the only admin can confirm their own after 24 hours. Members who take part in it hold shares from then on and are told",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(completionConfirmSchema) },
  responses: completion(
    200,
    "The completion; 403 second_person_required for who proposed it, 409 completion_unmet, or revision_conflict once decided",
  ),
});

const enterAccount = createRoute({
  method: "post",
  path: `${path}/company-account`,
  summary: "Enter the account that the company is paid to; another admin calls back and confirms it",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(companyAccountInputSchema) },
  responses: completion(201, "The completion; 409 deal_not_open before the deal is prepared and once completed"),
});

const confirmAccount = createRoute({
  method: "post",
  path: `${path}/company-account/confirm`,
  summary: "Confirm the company's account after a call back; the only admin can confirm their own after 24 hours",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(companyAccountConfirmSchema) },
  responses: completion(
    200,
    "The completion; 403 second_person_required for who entered it, 409 revision_conflict once confirmed or replaced",
  ),
});

const rejectAccount = createRoute({
  method: "post",
  path: `${path}/company-account/reject`,
  summary: "Reject the company's account that waits to be confirmed, with a reason that admins read",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(accountRejectionSchema) },
  responses: completion(200, "The completion; 409 revision_conflict once confirmed, replaced or rejected"),
});

const decideFee = createRoute({
  method: "post",
  path: `${path}/success-fee`,
  summary: "Say which article of the company allows the success fee, or why it is waived",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(successFeeInputSchema) },
  responses: completion(201, "The completion; 409 deal_not_open before the deal is prepared and once completed"),
});

const upload = createRoute({
  method: "post",
  path: `${path}/papers`,
  summary: "File a signed document or the company's share certificate as the raw body, in place of another of its kind",
  ...openTo("admin"),
  request: {
    params: idParameter,
    query: paperUploadQuerySchema,
    body: { required: true, content: { "application/pdf": { schema: z.string().meta({ format: "binary" }) } } },
  },
  responses: responses(
    201,
    paperListSchema,
    "The papers of the deal; 409 deal_not_open before or after its time, 413 above 25 MiB, 422 unless it is a PDF",
  ),
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
  );

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
    const confirmed = await runCommand<"confirmed" | "confirmed_alone">(
      tx,
      sql`confirm_company_account(${id}, ${account_id}, ${call_back_note})`,
      "account",
    );
    const alone = confirmed === "confirmed_alone" && { alone: true };
    effects.audit("company_account_confirmed", id, { account_id, ...alone });
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
