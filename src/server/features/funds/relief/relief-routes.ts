import { createRoute, z } from "@hono/zod-openapi";
import {
  reliefMatchAllSchema,
  reliefMatchSchema,
  reliefSchema,
  reliefStepInputSchema,
  reliefUploadQuerySchema,
} from "#shared/funds-relief.ts";
import { openTo } from "../../../auth/guard.ts";
import { csvExport } from "../../../platform/http/csv-stream.ts";
import { onlyPost } from "../../../platform/http/http-error.ts";
import { csvResponses, idParameter, jsonBody, responses } from "../../../platform/http/responses.ts";
import { createRouter } from "../../../router.ts";
import { matchFitting, matchOne, removeOne } from "./match-certificates.ts";
import { recordOne } from "./record-step.ts";
import { readRelief } from "./relief-queries.ts";
import { reliefSchedule } from "./relief-schedule.ts";
import { uploadCertificates } from "./upload-certificates.ts";

const relief = (status: 200 | 201, description: string) => responses(status, reliefSchema, description);
const file = z.string().meta({ format: "binary" });

const read = createRoute({
  method: "get",
  path: "/deals/{id}/relief",
  summary:
    "The way of a round's shares to their tax relief: its steps, whose certificate is there, and certificates that wait",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: relief(200, "The tracker"),
});

const record = createRoute({
  method: "post",
  path: "/deals/{id}/relief-steps",
  summary:
    "Record what the company sent to HMRC, got back or made out; a step that is recorded again replaces the one before",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(reliefStepInputSchema) },
  responses: relief(201, "The tracker; 409 deal_not_open before completion, 422 for a day out of order"),
});

const upload = createRoute({
  method: "post",
  path: "/deals/{id}/relief-certificates",
  summary:
    "Upload a certificate as PDF, or a ZIP of them, as the raw body. What can be read on each is compared with the register",
  ...openTo("admin"),
  request: {
    params: idParameter,
    query: reliefUploadQuerySchema,
    body: { required: true, content: { "application/pdf": { schema: file }, "application/zip": { schema: file } } },
  },
  responses: relief(
    201,
    "The tracker; 409 deal_not_open before completion, 413 above 25 MiB or 500 certificates, 422 unless all are PDFs",
  ),
});

const match = createRoute({
  method: "post",
  path: "/relief-certificates/{id}/match",
  summary: "Give a certificate to its member, who is told; what could not be read on it is typed",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(reliefMatchSchema) },
  responses: relief(
    200,
    "The tracker; 422 certificate_mismatch where the amount or the day of issue differs from the register, 409 revision_conflict once decided",
  ),
});

const matchAll = createRoute({
  method: "post",
  path: "/deals/{id}/relief-certificates/match",
  summary: "Give each of these certificates that differs in nothing to its member; the others stay",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(reliefMatchAllSchema) },
  responses: relief(200, "The tracker"),
});

const remove = createRoute({
  method: "delete",
  path: "/relief-certificates/{id}",
  summary: "Remove a certificate that is not matched",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: relief(200, "The tracker; 409 revision_conflict once matched or removed"),
});

const schedule = createRoute({
  method: "post",
  path: "/deals/{id}/relief-schedule.csv",
  summary:
    "For the company's compliance statement: a row a member who is due relief, as a CSV file; it leaves a row in the audit",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: csvResponses,
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
