import { buffer } from "node:stream/consumers";
import type { Transaction } from "kysely";
import { ZipFile } from "yazl";
import { londonDate } from "#shared/london-time.ts";
import { reasonInputSchema } from "#shared/people/people.ts";
import { fileStem } from "#shared/slug.ts";
import {
  statementMessages as messages,
  statementFlagLabels,
  statementStateLabels,
} from "#shared/statements/signed-statement-messages.ts";
import {
  openedStatementSchema,
  ownSignedStatementSchema,
  ownStatementsSchema,
  type StatementFilter,
  signedOutcomeSchema,
  statementEvidenceInputSchema,
  statementFilterSchema,
  statementInputSchema,
  statementListSchema,
  statementQuerySchema,
} from "#shared/statements/signed-statements.ts";
import { statementKindLabels } from "#shared/statements/statement-messages.ts";
import { toCsv } from "#shared/to-csv.ts";
import { readOfferGate } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { transition } from "../../platform/db/transition.ts";
import { clientIp } from "../../platform/http/client-address.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { type CsvExport, csvExport } from "../../platform/http/csv-stream.ts";
import { HttpError, notFound, onlyPost } from "../../platform/http/http-error.ts";
import { pageWithCan, withCan } from "../../platform/http/policy.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { withPresentRecord } from "../../platform/http/run-command.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import type { PageSeal, SealedPage, SignedPage } from "./page-seal.ts";
import {
  findOwnPage,
  findOwnStatement,
  findStatement,
  findStatements,
  listOwnStatements,
  listStatements,
  openPages,
  ownStatementPolicy,
  readDeclinedOn,
  type StatementRow,
  stateAt,
  statementPolicy,
} from "./queries.ts";
import { findYoungNetwork, signStatement } from "./sign-statement.ts";
import { signedStatementPdf } from "./signed-statement-pdf.ts";

const statementColumns = [
  "Name",
  "Email",
  "Kind",
  "Version",
  "Signed at (UTC)",
  "Signed on",
  "Valid through",
  "State",
  "Ended at (UTC)",
  "Why in review",
  "Reason",
  "SHA-256 of the page",
  "Id",
];

/** The register, with its filter. */
const statementsCsv = (filter: StatementFilter, now: Date): CsvExport<StatementRow> => ({
  name: "statements",
  columns: statementColumns,
  toRow: (row) => statementCells(row, now),
  list: (tx, page) => listStatements(tx, { ...filter, ...page, today: londonDate(now) }),
  audit: (effects) => {
    const { state = null, kind = null } = filter;
    effects.audit("statements_exported", null, { state, kind, is_search: Boolean(filter.q) });
  },
});

function statementCells(row: StatementRow, now: Date): string[] {
  const { state } = stateAt(row, now);
  return [
    row.full_name ?? "",
    row.email ?? "",
    statementKindLabels[row.kind],
    row.version_label,
    row.signed_at.toISOString(),
    row.signed_on,
    row.valid_through,
    statementStateLabels[state],
    row.ended_at?.toISOString() ?? "",
    row.flags.map((flag) => statementFlagLabels[flag]).join("; "),
    row.reason ?? "",
    row.page_sha256,
    row.id,
  ];
}

const route = routesOf("Statements");

const listOwn = route("get", "/statements/me", {
  name: "getOwnStatements",
  summary: "One's own statements, and whether offers may be shown",
  audience: "person",
  answer: ownStatementsSchema,
});

const sign = route("post", "/statements", {
  name: "signStatement",
  summary: "Sign a statement, or say that none of its conditions apply",
  audience: "approved",
  body: statementInputSchema,
  status: 201,
  answer: signedOutcomeSchema,
  refuses: [
    "not_found",
    "form_replaced",
    "contradiction",
    "figure_below_threshold",
    "figure_not_rounded",
    "422 record_incomplete",
    "signature_mismatch",
    "rate_limited",
  ],
});

const withdraw = route("post", "/statements/me/withdraw", {
  name: "withdrawOwnStatement",
  summary: "Withdraw one's own statements that are valid or in review",
  audience: "member",
  answer: ownStatementsSchema,
});

const readOwn = route("get", "/statements/me/{id}", {
  name: "getOwnStatement",
  summary: "One's own statement as it was signed",
  audience: "person",
  params: idParameter,
  answer: ownSignedStatementSchema,
  refuses: ["statement_unreadable"],
});

const readOwnPdf = route("get", "/statements/me/{id}/pdf", {
  name: "getOwnStatementPdf",
  summary: "One's own statement as it was signed, as a PDF",
  audience: "person",
  params: idParameter,
  file: "application/pdf",
  refuses: ["statement_unreadable", "rate_limited", "files_busy"],
});

const list = route("get", "/statements", {
  name: "listStatements",
  summary: "The register of statements, without what was answered",
  audience: "admin",
  query: statementQuerySchema,
  answer: statementListSchema,
});

const download = route("post", "/statements.csv", {
  name: "exportStatements",
  summary: "The register as a CSV file, without what was answered",
  audience: "admin",
  query: statementFilterSchema,
  file: "text/csv",
});

const evidence = route("post", "/statements/evidence", {
  name: "packStatementEvidence",
  summary: "Statements as they were signed, as a ZIP file",
  audience: "admin",
  body: statementEvidenceInputSchema,
  file: "application/zip",
  refuses: ["not_found", "statement_unreadable"],
});

const accept = route("post", "/statements/{id}/accept", {
  name: "acceptStatement",
  summary: "Accept a statement that is in review",
  audience: "admin",
  params: idParameter,
  body: reasonInputSchema,
  answer: statementListSchema.shape.items.element,
  refuses: ["own_record", "statement_closed"],
});

const refuse = route("post", "/statements/{id}/refuse", {
  name: "refuseStatement",
  summary: "Refuse a statement that is in review",
  audience: "admin",
  params: idParameter,
  body: reasonInputSchema,
  answer: statementListSchema.shape.items.element,
  refuses: ["own_record", "statement_closed"],
});

const revoke = route("post", "/statements/{id}/revoke", {
  name: "revokeStatement",
  summary: "Revoke a valid statement",
  audience: "admin",
  params: idParameter,
  body: reasonInputSchema,
  answer: statementListSchema.shape.items.element,
  refuses: ["own_record", "statement_closed"],
});

const open = route("post", "/statements/{id}/open", {
  name: "openStatement",
  summary: "Open somebody else's statement as it was signed",
  audience: "admin",
  params: idParameter,
  body: reasonInputSchema,
  answer: openedStatementSchema,
  refuses: ["own_record", "statement_unreadable"],
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
    const name = `${fileStem(identity.name)}-statement-${statement.kind.replaceAll("_", "-")}-${statement.signed_on}.pdf`;
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
    const withdrawn: string[] = [];
    for (const { id, state, kind } of await listOwnStatements(tx, userId)) {
      if (state !== "live" && state !== "in_review") continue;
      const from = ["live", "in_review"];
      const outcome = await transition(tx, { table: "statements", id, from, to: "withdrawn" }, "statement");
      if (outcome !== "changed") continue;
      effects.audit("statement_withdrawn", id, { kind });
      withdrawn.push(id);
    }
    const [id] = withdrawn;
    if (!id) return;
    // One for all of them, as it is one act.
    effects.mail("statement-withdrawn", { user_id: userId, statement_ids: withdrawn });
    effects.notify(userId, "statement_withdrawn", id);
  });
}

function openOthersStatement({ dependencies, actor }: Caller, id: string, reason: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const found = await findStatement(tx, id);
    if (!found) throw notFound("statement");
    const statement = withCan(statementPolicy, actor, stateAt(found, dependencies.now()));
    if (!statement.can.open) throw new HttpError("own_record", messages.ownStatement);
    const page = (await openPages(tx, [id], reason)).get(id);
    const { lines } = readPage(dependencies.pageSeal, id, page);
    effects.audit("statement_opened", id, { opening_id: page?.opening_id ?? null });
    return { ...statement, lines };
  });
}

/** The register of some statements, and each page as it was signed, byte for byte and as a PDF. */
async function statementEvidence(
  { dependencies, actor }: Caller,
  { ids, reason }: { ids: string[]; reason: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const opened = await dependencies.asActor(actor, async (tx, effects) => {
    const rows = await findStatements(tx, ids, actor.userId);
    if (rows.length === 0) throw notFound("statement");
    const pages = await openPages(
      tx,
      rows.map(({ id }) => id),
      reason,
    );
    for (const { id } of rows) {
      effects.audit("statement_opened", id, { opening_id: pages.get(id)?.opening_id ?? null, is_evidence: true });
    }
    return rows.map((row) => ({ row, page: readPage(dependencies.pageSeal, row.id, pages.get(row.id)) }));
  });
  const zip = new ZipFile();
  const cells = opened.map(({ row }) => statementCells(row, dependencies.now()));
  zip.addBuffer(Buffer.from(toCsv([statementColumns, ...cells], { newline: "\r\n" })), "register.csv");
  for (const { row, page } of opened) {
    const name = `${row.signed_on}-${row.id}`;
    zip.addBuffer(Buffer.from(page.html), `${name}.html`);
    zip.addBuffer(Buffer.from(await signedStatementPdf(dependencies, row, page)), `${name}.pdf`);
  }
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}

/** @throws HttpError 404 without a page, 409 for one whose secret is not given. */
function readPage(pageSeal: PageSeal, statementId: string, page: SealedPage | undefined): SignedPage {
  if (!page) throw notFound("statement");
  const opened = pageSeal.open(statementId, page);
  if (!opened) throw new HttpError("statement_unreadable", messages.unknownKey);
  return opened;
}

interface Decision {
  id: string;
  to: "live" | "refused" | "revoked";
  reason: string;
}

/** @throws HttpError 409 with the present statement, for one's own and for one that is in another state. */
function decideStatement({ dependencies, actor }: Caller, { id, to, reason }: Decision) {
  const from = to === "revoked" ? ["live"] : ["in_review"];
  const kind = to === "live" ? "accepted" : to;
  const readStatement = async (tx: Transaction<DB>) => {
    const found = await findStatement(tx, id);
    if (!found) throw notFound("statement");
    return withCan(statementPolicy, actor, stateAt(found, dependencies.now()));
  };
  return withPresentRecord(
    () =>
      dependencies.asActor(actor, async (tx, effects) => {
        const outcome = await transition(tx, { table: "statements", id, from, to, note: reason }, "statement");
        const statement = await readStatement(tx);
        if (outcome === "changed") {
          effects.audit(`statement_${kind}`, id, { kind: statement.kind });
          if (statement.user_id) {
            effects.mail("statement-decided", { user_id: statement.user_id, statement_id: id });
            effects.notify(statement.user_id, `statement_${kind}`, id);
          }
        }
        return statement;
      }),
    () => dependencies.asActor(actor, readStatement),
  );
}
