import { createRoute, z } from "@hono/zod-openapi";
import { londonDate } from "#shared/london-time.ts";
import { reasonInputSchema } from "#shared/people.ts";
import { statementMessages as messages } from "#shared/signed-statement-messages.ts";
import {
  openedStatementSchema,
  ownSignedStatementSchema,
  ownStatementsSchema,
  signedOutcomeSchema,
  statementEvidenceInputSchema,
  statementFilterSchema,
  statementInputSchema,
  statementListSchema,
  statementQuerySchema,
} from "#shared/signed-statements.ts";
import { fileStem } from "#shared/slug.ts";
import { openTo } from "../../auth/guard.ts";
import { readOfferGate } from "../../auth/offer-gate.ts";
import type { Caller } from "../../context.ts";
import { transition } from "../../platform/db/transition.ts";
import { clientIp } from "../../platform/http/client-address.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { csvExport } from "../../platform/http/csv-stream.ts";
import { HttpError, notFound, onlyPost } from "../../platform/http/http-error.ts";
import { pageWithCan, withCan } from "../../platform/http/policy.ts";
import { csvResponses, idParameter, jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { decideStatement } from "./decide-statement.ts";
import { statementEvidence } from "./evidence.ts";
import { ownStatementPolicy, stateAt, statementPolicy } from "./policy.ts";
import {
  findOwnPage,
  findOwnStatement,
  findStatement,
  listOwnStatements,
  listStatements,
  openPages,
  readDeclinedOn,
} from "./queries.ts";
import { readPage } from "./read-page.ts";
import { findYoungNetwork, signStatement } from "./sign-statement.ts";
import { signedStatementPdf } from "./signed-statement-pdf.ts";
import { statementsCsv } from "./statements-csv.ts";

const path = "/statements";
const file = (mediaType: string) => ({
  ...responses(200, z.string(), "The file"),
  200: { description: "The file", content: { [mediaType]: { schema: z.string().meta({ format: "binary" }) } } },
});

const listOwn = createRoute({
  method: "get",
  path: `${path}/me`,
  summary: "One's own statements, newest first, and whether offers may be shown to oneself now",
  ...openTo("person"),
  responses: responses(200, ownStatementsSchema, "The statements"),
});

const sign = createRoute({
  method: "post",
  path,
  summary: "Sign a statement, or say that none of its conditions apply",
  ...openTo("approved"),
  request: { body: jsonBody(statementInputSchema) },
  responses: responses(201, signedOutcomeSchema, "What came of it; 422 names the answers that need another look"),
});

const withdraw = createRoute({
  method: "post",
  path: `${path}/me/withdraw`,
  summary: "Withdraw one's own statements that are live or in review",
  ...openTo("member"),
  responses: responses(200, ownStatementsSchema, "The statements"),
});

const readOwn = createRoute({
  method: "get",
  path: `${path}/me/{id}`,
  summary: "One's own statement as it was signed",
  ...openTo("person"),
  request: { params: idParameter },
  responses: responses(200, ownSignedStatementSchema, "The statement"),
});

const readOwnPdf = createRoute({
  method: "get",
  path: `${path}/me/{id}/pdf`,
  summary: "One's own statement as it was signed, as a PDF",
  ...openTo("person"),
  request: { params: idParameter },
  responses: file("application/pdf"),
});

const list = createRoute({
  method: "get",
  path,
  summary: "The register of statements, newest first, without what was answered",
  ...openTo("admin"),
  request: { query: statementQuerySchema },
  responses: responses(200, statementListSchema, "A page of statements"),
});

const download = createRoute({
  method: "post",
  path: `${path}.csv`,
  summary: "The register as a CSV file, without what was answered; it leaves a row in the audit",
  ...openTo("admin"),
  request: { query: statementFilterSchema },
  responses: csvResponses,
});

const evidence = createRoute({
  method: "post",
  path: `${path}/evidence`,
  summary: "Statements as they were signed, as a ZIP file; their owners read who opened them and why",
  ...openTo("admin"),
  request: { body: jsonBody(statementEvidenceInputSchema) },
  responses: file("application/zip"),
});

const decision = (action: "accept" | "refuse" | "revoke", summary: string) =>
  createRoute({
    method: "post",
    path: `${path}/{id}/${action}`,
    summary,
    ...openTo("admin"),
    request: { params: idParameter, body: jsonBody(reasonInputSchema) },
    responses: responses(200, statementListSchema.shape.items.element, "The statement; 409 for one's own"),
  });
const accept = decision("accept", "Accept a statement that is in review, with a reason for the audit");
const refuse = decision("refuse", "Refuse a statement that is in review, with a reason that the member is told");
const revoke = decision("revoke", "Revoke a live statement, with a reason that the member is told");

const open = createRoute({
  method: "post",
  path: `${path}/{id}/open`,
  summary: "Open somebody else's statement as it was signed; they can read who did and why",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(reasonInputSchema) },
  responses: responses(200, openedStatementSchema, "The statement; 409 own_record for one's own"),
});

export const statementRoutes = createRouter()
  .openapi(listOwn, async (c) => c.json(await readOwnStatements(c.var), 200))
  .openapi(sign, async (c) => {
    const client = {
      ip_address: clientIp(c),
      user_agent: c.req.header("user-agent")?.slice(0, 1000) ?? null,
    };
    const signed = await signStatement(c.var, c.req.valid("json"), client);
    const statement = signed.outcome === "declined" ? null : await getOwnStatement(c.var, signed.id);
    return c.json({ outcome: signed.outcome, statement }, 201);
  })
  .openapi(withdraw, async (c) => {
    await withdrawOwn(c.var);
    return c.json(await readOwnStatements(c.var), 200);
  })
  .openapi(readOwn, async (c) => {
    const { id } = c.req.valid("param");
    const statement = await getOwnStatement(c.var, id);
    return c.json({ ...statement, lines: (await getOwnPage(c.var, id)).lines }, 200);
  })
  .openapi(readOwnPdf, async (c) => {
    const { dependencies } = c.var;
    const { id } = c.req.valid("param");
    const statement = await getOwnStatement(c.var, id);
    const pdf = await dependencies.fileMaker.make(c.var.actor.userId ?? "", async () =>
      signedStatementPdf(dependencies, statement, await getOwnPage(c.var, id)),
    );
    const { identity } = await dependencies.readClub();
    const name = `${fileStem(identity.name)}-statement-${statement.signed_on}.pdf`;
    const disposition = { "content-disposition": attachment(name) };
    return c.body(pdf, 200, { "content-type": "application/pdf", ...disposition }) as never;
  })
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const now = dependencies.now();
    const query = { ...c.req.valid("query"), today: londonDate(now) };
    const { items, next_cursor } = await listStatements(dependencies.readAs(actor), query);
    const page = { items: items.map((item) => stateAt(item, now)), next_cursor };
    return c.json(pageWithCan(statementPolicy, actor, page), 200);
  })
  .openapi(download, async (c) => {
    const csv = statementsCsv(c.req.valid("query"), c.var.dependencies.now());
    return c.body(...(await csvExport(c.var, csv))) as never;
  })
  .openapi(evidence, async (c) => {
    const { dependencies } = c.var;
    const zip = await statementEvidence(c.var, c.req.valid("json"));
    const { identity } = await dependencies.readClub();
    const name = `${fileStem(identity.name)}-statements-${londonDate(dependencies.now())}.zip`;
    const disposition = { "content-disposition": attachment(name) };
    return c.body(zip, 200, { "content-type": "application/zip", ...disposition }) as never;
  })
  .openapi(accept, async (c) =>
    c.json(await decideStatement(c.var, { ...c.req.valid("param"), ...c.req.valid("json"), to: "live" }), 200),
  )
  .openapi(refuse, async (c) =>
    c.json(await decideStatement(c.var, { ...c.req.valid("param"), ...c.req.valid("json"), to: "refused" }), 200),
  )
  .openapi(revoke, async (c) =>
    c.json(await decideStatement(c.var, { ...c.req.valid("param"), ...c.req.valid("json"), to: "revoked" }), 200),
  )
  .openapi(open, async (c) =>
    c.json(await openOthersStatement(c.var, c.req.valid("param").id, c.req.valid("json").reason), 200),
  );
for (const posted of [download, evidence]) statementRoutes.get(posted.path, onlyPost);

async function readOwnStatements(caller: Caller) {
  const { dependencies, actor } = caller;
  const read = dependencies.readAs(actor);
  const [gate, items, declined_on, young_network] = await Promise.all([
    readOfferGate(read),
    listOwnStatements(read, actor.userId ?? ""),
    readDeclinedOn(read),
    findYoungNetwork(caller, read),
  ]);
  return {
    gate,
    declined_on,
    young_network,
    items: items.map((item) => withCan(ownStatementPolicy, actor, stateAt(item, dependencies.now()))),
  };
}

/** @throws HttpError 404 for anybody else's. */
async function getOwnStatement({ dependencies, actor }: Caller, id: string) {
  const statement = await findOwnStatement(dependencies.readAs(actor), actor.userId ?? "", id);
  if (!statement) throw notFound("statement");
  return withCan(ownStatementPolicy, actor, stateAt(statement, dependencies.now()));
}

const getOwnPage = async ({ dependencies, actor }: Caller, id: string) =>
  readPage(dependencies.pageSeal, id, await findOwnPage(dependencies.readAs(actor), id));

function withdrawOwn({ dependencies, actor }: Caller) {
  const userId = actor.userId ?? "";
  return dependencies.asActor(actor, async (tx, effects) => {
    for (const { id, state, kind } of await listOwnStatements(tx, userId)) {
      if (state !== "live" && state !== "in_review") continue;
      const from = ["live", "in_review"];
      const outcome = await transition(tx, { table: "statements", id, from, to: "withdrawn" }, "statement");
      if (outcome === "changed") effects.audit("statement_withdrawn", id, { kind });
    }
  });
}

function openOthersStatement({ dependencies, actor }: Caller, id: string, reason: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const found = await findStatement(tx, id);
    if (!found) throw notFound("statement");
    const statement = withCan(statementPolicy, actor, stateAt(found, dependencies.now()));
    if (!statement.can.open) throw new HttpError(409, "own_record", messages.ownStatement);
    const page = (await openPages(tx, [id], reason)).get(id);
    const { lines } = readPage(dependencies.pageSeal, id, page);
    effects.audit("statement_opened", id, { opening_id: page?.opening_id ?? null });
    return { ...statement, lines };
  });
}
