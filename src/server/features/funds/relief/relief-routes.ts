import { sql } from "kysely";
import type { z } from "zod";
import { completionMessages, maximumPaperBytes } from "#shared/funds/funds-completion-messages.ts";
import {
  reliefMatchAllSchema,
  reliefMatchSchema,
  reliefSchema,
  reliefStepInputSchema,
  reliefUploadedSchema,
  reliefUploadQuerySchema,
} from "#shared/funds/funds-relief.ts";
import type { RecordedReliefStep } from "#shared/funds/funds-relief-messages.ts";
import { plainPounds, withTwoDecimals } from "#shared/pence.ts";
import type { Caller } from "../../../context.ts";
import { type CsvExport, csvExport } from "../../../platform/http/csv-stream.ts";
import { onlyPost } from "../../../platform/http/http-error.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { matchFitting, matchOne, removeOne } from "./match-certificates.ts";
import { listReliefMembers, type ReliefMember, readRelief } from "./relief-queries.ts";
import { uploadCertificates } from "./upload-certificates.ts";

const route = routesOf("Completion");

const read = route("get", "/deals/{id}/relief", {
  name: "getRelief",
  summary: "The steps to a round's tax relief, and its certificates",
  audience: "admin",
  params: idParameter,
  answer: reliefSchema,
});

const record = route("post", "/deals/{id}/relief-steps", {
  name: "recordReliefStep",
  summary: "Record a step to tax relief",
  audience: "admin",
  params: idParameter,
  body: reliefStepInputSchema,
  status: 201,
  answer: reliefSchema,
  refuses: ["deal_not_open"],
});

const upload = route("post", "/deals/{id}/relief-certificates", {
  name: "uploadReliefCertificates",
  summary: "Upload a certificate as PDF, or a ZIP of them",
  audience: "admin",
  params: idParameter,
  query: reliefUploadQuerySchema,
  upload: ["application/pdf", "application/zip"],
  limit: { bytes: maximumPaperBytes, message: completionMessages.paperTooLarge },
  status: 201,
  answer: reliefUploadedSchema,
  refuses: ["deal_not_open", "file_infected", "file_type_refused", "files_unavailable"],
});

const match = route("post", "/relief-certificates/{id}/match", {
  name: "matchReliefCertificate",
  summary: "Give a certificate to its member",
  audience: "admin",
  params: idParameter,
  body: reliefMatchSchema,
  answer: reliefSchema,
  refuses: ["revision_conflict", "certificate_mismatch"],
});

const matchAll = route("post", "/deals/{id}/relief-certificates/match", {
  name: "matchReliefCertificates",
  summary: "Give each of these certificates that differs in nothing to its member",
  audience: "admin",
  params: idParameter,
  body: reliefMatchAllSchema,
  answer: reliefSchema,
});

const remove = route("delete", "/relief-certificates/{id}", {
  name: "removeReliefCertificate",
  summary: "Remove a certificate that is not matched",
  audience: "admin",
  params: idParameter,
  answer: reliefSchema,
  refuses: ["revision_conflict"],
});

const schedule = route("post", "/deals/{id}/relief-schedule.csv", {
  name: "exportReliefSchedule",
  summary: "The members who are due relief, as a CSV file",
  audience: "admin",
  params: idParameter,
  file: "text/csv",
});

export const dealReliefRoutes = createRouter()
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    return c.json(await readRelief(dependencies.readAs(actor), actor, id, dependencies.now()), 200);
  })
  .openapi(record, async (c) => c.json(await recordOne(c.var, c.req.valid("param").id, c.req.valid("json")), 201))
  .openapi(upload, async (c) => {
    const { file_name } = c.req.valid("query");
    return c.json(await uploadCertificates(c.var, c.req.valid("param").id, file_name, c.req.raw.body ?? []), 201);
  })
  .openapi(match, async (c) => c.json(await matchOne(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(matchAll, async (c) =>
    c.json(await matchFitting(c.var, c.req.valid("param").id, c.req.valid("json").ids), 200),
  )
  .openapi(remove, async (c) => c.json(await removeOne(c.var, c.req.valid("param").id), 200))
  .openapi(schedule, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    // 404 before the file begins.
    await readRelief(dependencies.readAs(actor), actor, id, dependencies.now());
    return c.body(...(await csvExport(c.var, reliefSchedule(id)))) as never;
  });
dealReliefRoutes.get(schedule.getRoutingPath(), onlyPost);

/** @throws HttpError 409 before completion or without anybody due relief, 422 for the day. */
const recordOne = ({ dependencies, actor }: Caller, dealId: string, input: z.output<typeof reliefStepInputSchema>) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const step: RecordedReliefStep = input.step;
    const uir = "uir" in input ? input.uir : null;
    await runCommand(tx, sql`record_relief_step(${dealId}, ${step}, ${input.happened_on}, ${uir})`, "deal");
    effects.audit("relief_step_recorded", dealId, { ...input });
    return readRelief(tx, actor, dealId, dependencies.now());
  });

/** For the company's compliance statement: members due relief, with the cost of their shares, without the fee. */
const reliefSchedule = (dealId: string): CsvExport<ReliefMember> => ({
  name: "relief-schedule",
  columns: [
    "Legal name",
    "Address",
    "Shares",
    "Class of shares",
    "Price of a share (GBP)",
    "Amount subscribed (GBP)",
    "Date of issue",
    "Scheme",
  ],
  toRow: ({ legal_name, address, shares, share_class, price, cost_pence, issued_on, scheme }) => [
    legal_name ?? "",
    address ?? "",
    String(shares),
    share_class,
    withTwoDecimals(price),
    plainPounds(cost_pence),
    issued_on,
    scheme ?? "",
  ],
  list: async (tx) => {
    const items = (await listReliefMembers(tx, dealId)).filter(({ scheme }) => scheme !== null);
    return { items, next_cursor: null };
  },
  audit: (effects) => effects.audit("relief_schedule_exported", dealId),
});
