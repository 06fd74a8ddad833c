import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { reasonInputSchema } from "#shared/funds/funds.ts";
import { completionMessages, maximumPaperBytes } from "#shared/funds/funds-completion-messages.ts";
import {
  type FoundOnCertificate,
  reliefMatchAllSchema,
  reliefMatchSchema,
  reliefSchema,
  reliefStepInputSchema,
  reliefUploadedSchema,
  reliefUploadQuerySchema,
} from "#shared/funds/funds-relief.ts";
import { reliefMessages as messages, type RecordedReliefStep } from "#shared/funds/funds-relief-messages.ts";
import { plainPounds, withTwoDecimals } from "#shared/pence.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { type CsvExport, csvExport } from "../../../platform/http/csv-stream.ts";
import { HttpError, notFound, onlyPost, refusedField } from "../../../platform/http/http-error.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { compareCertificate } from "./compare-certificate.ts";
import {
  findCertificate,
  listReliefMembers,
  matchCertificate,
  type ReliefMember,
  readRelief,
  removeCertificate,
  withdrawCertificate,
} from "./relief-queries.ts";
import { uploadCertificates } from "./upload-certificates.ts";

type Given = z.output<typeof reliefMatchSchema>;

/** The certificate is its member's from then on. @throws HttpError 422 where it differs from the register in amount or day. */
const matchOne = ({ dependencies, actor }: Caller, id: string, given: Given) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const certificate = await findCertificate(tx, id);
    if (!certificate) throw notFound("certificate");
    const { deal_id } = certificate;
    const { commitment_id, amount_pence = null, issued_on = null } = given;
    const read = { amount_pence, issued_on };
    const matched = await matchCertificate(tx, id, commitment_id, read);
    if (!matched) throw notFound("certificate or member");
    if (matched.outcome === "closed") throw new HttpError("revision_conflict", messages.decided);
    if (matched.outcome === "no_relief") throw refusedField("commitment_id", messages.noRelief);
    if (matched.outcome === "taken") throw refusedField("commitment_id", messages.hasOne);
    if (matched.outcome !== "matched") throw await mismatch(tx, deal_id, certificate.found, given);
    effects.audit("relief_certificate_matched", deal_id, { paper_id: id, ...given });
    deliver(effects, id, commitment_id, matched.user_id);
    return readRelief(tx, actor, deal_id, dependencies.now());
  });

/** All among these that are of this deal and fit the member they seem to be for, without a difference and with nothing unread; the others stay. */
const matchFitting = ({ dependencies, actor }: Caller, dealId: string, ids: readonly string[]) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { certificates } = await readRelief(tx, actor, dealId, dependencies.now());
    const fitting = certificates.filter(
      ({ id, found, of_another, suggested }) =>
        ids.includes(id) && isWhole(found) && of_another.length === 0 && suggested?.differences.length === 0,
    );
    let count = 0;
    for (const { id, suggested } of fitting) {
      const commitmentId = suggested?.commitment_id ?? "";
      const matched = await matchCertificate(tx, id, commitmentId, { amount_pence: null, issued_on: null });
      // Another of these was for the same member.
      if (matched?.outcome !== "matched") continue;
      deliver(effects, id, commitmentId, matched.user_id);
      count += 1;
    }
    if (count > 0) effects.audit("relief_certificates_matched", dealId, { certificates: count });
    return readRelief(tx, actor, dealId, dependencies.now());
  });

/** Removes a certificate before it is matched. */
const removeOne = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const certificate = await findCertificate(tx, id);
    if (!certificate) throw notFound("certificate");
    if (!(await removeCertificate(tx, id))) throw new HttpError("revision_conflict", messages.decided);
    effects.audit("relief_certificate_removed", certificate.deal_id, { paper_id: id });
    return readRelief(tx, actor, certificate.deal_id, dependencies.now());
  });

/** Takes a certificate back from its member, who reads why. Another can be given in its place, and the same file to somebody else. */
const withdrawOne = ({ dependencies, actor }: Caller, id: string, reason: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const certificate = await findCertificate(tx, id);
    if (!certificate) throw notFound("certificate");
    const withdrawn = await withdrawCertificate(tx, id, reason);
    if (!withdrawn) throw new HttpError("revision_conflict", messages.notDelivered);
    const { commitment_id, user_id } = withdrawn;
    const { deal_id } = certificate;
    effects.audit("relief_certificate_withdrawn", deal_id, { paper_id: id, commitment_id, reason });
    if (user_id !== null) {
      effects.notify(user_id, "certificate_withdrawn", commitment_id);
      effects.mail("relief-certificate-withdrawn", { user_id, paper_id: id });
    }
    return readRelief(tx, actor, deal_id, dependencies.now());
  });

const isWhole = ({ shares, amount_pence, issued_on }: FoundOnCertificate) =>
  shares !== null && amount_pence !== null && issued_on !== null;

function deliver(effects: Effects, paperId: string, commitmentId: string, userId: string | null): void {
  if (userId === null) return;
  effects.notify(userId, "paper_delivered", paperId);
  effects.mail("relief-certificate", { user_id: userId, commitment_id: commitmentId });
}

/** Amount and day of issue, both in words. */
async function mismatch(
  tx: Transaction<DB>,
  dealId: string,
  found: FoundOnCertificate,
  given: Given,
): Promise<HttpError> {
  const { commitment_id } = given;
  const amount_pence = found.amount_pence ?? given.amount_pence ?? null;
  const issued_on = found.issued_on ?? given.issued_on ?? null;
  const held = (await listReliefMembers(tx, dealId)).find((member) => member.commitment_id === commitment_id);
  const differences = held ? compareCertificate({ ...found, amount_pence, issued_on }, held, null) : [];
  const errors = [
    ...(amount_pence === null ? [{ path: "amount_pence", message: messages.amountUnread }] : []),
    ...(issued_on === null ? [{ path: "issued_on", message: messages.issuedOnUnread }] : []),
    ...differences.filter(({ is_blocking }) => is_blocking).map(({ path, said }) => ({ path, message: said })),
  ];
  const code = differences.some(({ is_blocking }) => is_blocking) ? "certificate_mismatch" : "invalid_body";
  return new HttpError(code, errors.map(({ message }) => message).join("; "), { errors });
}

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

const withdraw = route("post", "/relief-certificates/{id}/withdraw", {
  name: "withdrawReliefCertificate",
  summary: "Take a certificate back from its member",
  audience: "admin",
  params: idParameter,
  body: reasonInputSchema,
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
  .openapi(withdraw, async (c) =>
    c.json(await withdrawOne(c.var, c.req.valid("param").id, c.req.valid("json").reason), 200),
  )
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
