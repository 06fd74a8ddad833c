import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import {
  type ActPart,
  actKindLabels,
  actMessages,
  actPartLabels,
  actStateLabels,
  codeOf,
  signingMethodLabels,
} from "#shared/acts/act-messages.ts";
import { accountLine, callBackOf, memberCode, mostWords, oddShares, partSummary } from "#shared/acts/act-words.ts";
import {
  type Act,
  actAnswerSchema,
  actInputSchema,
  actListSchema,
  actReasonSchema,
  actSchema,
  balanceInputSchema,
  balanceSchema,
  nextSchema,
} from "#shared/acts/acts.ts";
import { mostPartLabel, partWords } from "#shared/acts/panel-words.ts";
import type { AuditKind } from "#shared/audit/audit.ts";
import { allocationMethodLabels } from "#shared/deals/deal-messages.ts";
import { formatMoment } from "#shared/london-time.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { capacityLabels } from "#shared/people/signatory-messages.ts";
import { fileStem } from "#shared/slug.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { type TextLine, type TextTable, textDocument, textLine } from "../../platform/pdf/text-document.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { type ActNewsJob, balanceGraceMs, dayMs } from "./act-news.ts";
import { type ListedAct, listActs } from "./act-queries.ts";
import { findNext, lacksFeeAccount } from "./next.ts";

type Row = readonly string[];
const facts = (rows: readonly Row[]): TextTable => ({
  columns: [
    { title: "What", share: 2 },
    { title: "As signed", share: 4 },
  ],
  rows,
});
const count = (shares: number) => shares.toLocaleString("en-GB");
const moment = (at: Date | string) => formatMoment(new Date(at));

/** A list as its reader sees it on screen: without the numbers of accounts for members. @param madeAt when its state is of. */
function actPaper(act: ListedAct, madeAt: Date) {
  const { content, signatures, objections, content_sha256 } = act;
  const title = `${act.company_name}: ${actKindLabels[act.kind].toLowerCase()} ${act.number}`;
  return {
    title,
    lines: [
      textLine("title", title),
      textLine("paragraph", `Code of this list: ${codeOf(content_sha256)}; both signers see the same.`),
      textLine("paragraph", `${actStateLabels[act.state]}, as of ${moment(madeAt)}.`),
      textLine("heading", "What is signed"),
      facts([
        ["Round", act.deal_name],
        ["Version of the page", String(content.version ?? "None")],
        ...content.parts.flatMap((part): Row[] => [
          [actPartLabels[part], partSummary(act, part)],
          ...calledBack(act, part),
        ]),
        ...(content.collection_account && !content.parts.includes("collection_account")
          ? [["Members pay to", accountLine(content.collection_account)]]
          : []),
        ...termRows(content.terms),
      ]),
      ...sharesOf(act),
      textLine("heading", "Who may sign"),
      {
        columns: [
          { title: "Name", share: 4 },
          { title: "Signs as", share: 3 },
          { title: "Arranges", share: 2 },
          { title: mostPartLabel, share: 3, align: "right" as const },
        ],
        rows: content.panel.map((member) => [
          ...[member.name, capacityLabels[member.capacity], member.arranges ? "Yes" : "No", mostWords(act, member)],
        ]),
      },
      textLine("heading", "Signatures"),
      ...(signatures.length === 0 ? [textLine("paragraph", "Nobody has signed this list.")] : []),
      ...signatures.flatMap((signature) => signatureLines(act, signature)),
      ...(objections.length > 0 ? [textLine("heading", "Objections")] : []),
      ...objections.flatMap(({ number, reason, objected_at, withdrawn_at, answered_at, answered_by_name, answer }) => [
        textLine("paragraph", `${memberCode(number)}, ${moment(objected_at)}: ${reason}`),
        ...(withdrawn_at ? [textLine("answer", `Withdrawn on ${moment(withdrawn_at)}.`)] : []),
        ...(answered_at
          ? [textLine("answer", `Answered on ${moment(answered_at)} by ${answered_by_name}: ${answer}`)]
          : []),
      ]),
    ],
    foot: `SHA-256 of the list ${content_sha256}`,
  };
}

/** Below the account that it is about. */
function calledBack(act: ListedAct, part: ActPart): Row[] {
  const call = part === "collection_account" || part === "company_account" ? callBackOf(act, part) : undefined;
  return call ? [[`Called back by ${call.name}`, call.note]] : [];
}

function termRows(terms: Act["content"]["terms"]): Row[] {
  if (!terms) return [];
  const method = terms.allocation_method as keyof typeof allocationMethodLabels;
  return [
    ["Price of a share", formatPrice(terms.price)],
    ["Pre-money", formatPence(terms.pre_money_pence)],
    ["Round", formatPence(terms.round_total_pence)],
    ["The club takes", `${formatPence(terms.club_minimum_pence)} to ${formatPence(terms.club_maximum_pence)}`],
    ["Least commitment", formatPence(terms.minimum_commitment_pence)],
    ["Class of shares", terms.share_class],
    ["How shares are allocated", allocationMethodLabels[method] ?? terms.allocation_method],
    ["Opens", moment(terms.opens_at)],
    ["Closes", moment(terms.closes_at)],
  ];
}

function sharesOf(act: Pick<Act, "content">): (TextLine | TextTable)[] {
  const { shares } = act.content;
  if (!shares || shares.lines.length === 0) return [];
  return [
    textLine("heading", "Shares"),
    {
      columns: [
        { title: "Member", share: 2 },
        ...["Asked", "Shares", "Cost", "Fee"].map((title) => ({ title, share: 3, align: "right" as const })),
      ],
      rows: shares.lines.map(({ number, asked, shares: given, cost_pence, fee_pence }) => [
        ...[memberCode(number), count(asked), count(given), formatPence(cost_pence), formatPence(fee_pence)],
      ]),
    },
    ...shares.lines.flatMap(({ number, reason }) =>
      reason === null ? [] : [textLine("paragraph", `${memberCode(number)} was changed by hand: ${reason}`)],
    ),
    ...oddShares(shares).map((words) => textLine("paragraph", words)),
    textLine("paragraph", `SHA-256 of the lines ${shares.result_sha256}`),
  ];
}

function signatureLines(
  act: Pick<ListedAct, "kind">,
  { name, capacity, takes_part_pence, ...signature }: ListedAct["signatures"][number],
) {
  const signed = `Signed on ${moment(signature.signed_at)}, ${signingMethodLabels[signature.method]}.`;
  return [
    textLine(
      "paragraph",
      [name, capacityLabels[capacity], ...(act.kind === "closing" ? [partWords(takes_part_pence)] : [])].join(", "),
    ),
    textLine("answer", signed),
  ];
}

const route = routesOf("Lists");

const list = route("get", "/deals/{id}/acts", {
  name: "listActs",
  summary: "The lists of a deal",
  audience: "person",
  params: idParameter,
  answer: actListSchema,
});

const prepare = route("post", "/deals/{id}/acts", {
  name: "prepareAct",
  summary: "Make a list to be signed",
  audience: "admin",
  params: idParameter,
  body: actInputSchema,
  status: 201,
  answer: actSchema,
  refuses: [
    "act_not_ready",
    "act_closed",
    "second_person_required",
    "allocation_final",
    "below_minimum",
    "version_stale",
  ],
});

const read = route("get", "/acts/{id}", {
  name: "getAct",
  summary: "A list with its signatures and objections",
  audience: "person",
  params: idParameter,
  answer: actSchema,
});

const paper = route("get", "/acts/{id}/pdf", {
  name: "downloadAct",
  summary: "A list with its signatures as a PDF",
  audience: "person",
  params: idParameter,
  file: "application/pdf",
});

const withdraw = route("post", "/acts/{id}/withdrawal", {
  name: "withdrawAct",
  summary: "Withdraw a list",
  audience: "person",
  params: idParameter,
  body: actReasonSchema,
  answer: actSchema,
  refuses: ["act_closed"],
});

const object = route("post", "/acts/{id}/objections", {
  name: "objectToAct",
  summary: "Object to a list",
  audience: "person",
  params: idParameter,
  body: actReasonSchema,
  status: 201,
  answer: actSchema,
  refuses: ["act_closed"],
});

const withdrawObjection = route("post", "/act-objections/{id}/withdrawal", {
  name: "withdrawActObjection",
  summary: "Withdraw one's own objection",
  audience: "person",
  params: idParameter,
  answer: actSchema,
  refuses: ["act_closed"],
});

const answer = route("post", "/act-objections/{id}/answer", {
  name: "answerActObjection",
  summary: "Answer an objection",
  audience: "person",
  params: idParameter,
  body: actAnswerSchema,
  answer: actSchema,
  refuses: ["act_closed", "second_person_required"],
});

const next = route("get", "/deals/{id}/next", {
  name: "getNextAct",
  summary: "What comes next in a deal",
  audience: "admin",
  params: idParameter,
  answer: nextSchema,
});

const balance = route("post", "/deals/{id}/balance", {
  name: "reportBalance",
  summary: "Enter the bank's balance",
  audience: "person",
  params: idParameter,
  body: balanceInputSchema,
  status: 201,
  answer: balanceSchema,
  refuses: ["balance_differs", "second_person_required"],
});

export const actRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const db = dependencies.readAs(actor);
    const items = await listActs(db, actor, { dealId: id });
    if (items.length === 0 && !(await readsActs(db, id))) throw notFound("deal");
    return c.json({ items, next_cursor: null }, 200);
  })
  .openapi(prepare, async (c) =>
    c.json(await prepareOne(c.var, c.req.valid("param").id, c.req.valid("json").kind), 201),
  )
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await getAct(dependencies.readAs(actor), actor, c.req.valid("param").id), 200);
  })
  .openapi(paper, async (c) => c.body(...(await drawAct(c.var, c.req.valid("param").id))) as never)
  .openapi(withdraw, async (c) => {
    const { id } = c.req.valid("param");
    const { reason } = c.req.valid("json");
    const news = { news: "ended", by: c.var.actor.userId } as const;
    const given = { kind: "act_ended", news, details: { state: "withdrawn", reason } } as const;
    return c.json(await change(c.var, id, sql`withdraw_act(${id}, ${reason})`, given), 200);
  })
  .openapi(object, async (c) => {
    const { id } = c.req.valid("param");
    const { reason } = c.req.valid("json");
    const given = { kind: "act_objected", news: { news: "objected" }, details: { reason } } as const;
    return c.json(await change(c.var, id, sql`object_to_act(${id}, ${reason})`, given), 201);
  })
  .openapi(withdrawObjection, async (c) => {
    const { id } = c.req.valid("param");
    const act = await actOf(c.var, id);
    const given = { kind: "act_objection_ended", details: { objection_id: id } } as const;
    return c.json(await change(c.var, act, sql`withdraw_act_objection(${id})`, given), 200);
  })
  .openapi(answer, async (c) => {
    const { id } = c.req.valid("param");
    const act = await actOf(c.var, id);
    const details = { objection_id: id };
    const given = { kind: "act_objection_ended", news: { news: "answered", ...details }, details } as const;
    const call = sql`answer_act_objection(${id}, ${c.req.valid("json").answer})`;
    return c.json(await change(c.var, act, call, given), 200);
  })
  .openapi(next, async (c) => {
    const { dependencies, actor } = c.var;
    const { deals } = await dependencies.readClub();
    const given = { now: dependencies.now(), isEnabled: deals.is_enabled };
    const db = dependencies.readAs(actor);
    const { id } = c.req.valid("param");
    const found = await findNext(db, id, given);
    if (!found) throw notFound("deal");
    return c.json({ ...found, lacks_fee_account: await lacksFeeAccount(db, id) }, 200);
  })
  .openapi(balance, async (c) => c.json(await reportBalance(c.var, c.req.valid("param").id, c.req.valid("json")), 201));

/** Of a deal that there is: an admin, who signs, or who takes part. */
async function readsActs(db: Kysely<DB>, dealId: string): Promise<boolean> {
  const { rows } = await sql<{ reads: boolean }>`
    select reads_acts(${dealId}) or exists (select from deals where id = ${dealId}) as reads`.execute(db);
  return rows[0]?.reads ?? false;
}

/** @throws HttpError 404 */
async function getAct(db: Kysely<DB>, actor: Caller["actor"], id: string) {
  const [act] = await listActs(db, actor, { id });
  if (!act) throw notFound("list");
  return act;
}

/** @returns body, status and headers. @throws HttpError 404, 429 and 503. */
async function drawAct({ dependencies, actor }: Caller, id: string) {
  const act = await getAct(dependencies.readAs(actor), actor, id);
  const { identity, brand } = await dependencies.readClub();
  const { title, lines, foot } = actPaper(act, dependencies.now());
  const file = await dependencies.fileMaker.make(actor.userId ?? "", () =>
    textDocument(
      { title, lines, foot, author: identity.name, createdAt: dependencies.now(), colour: brand.main_colour },
      dependencies.builtRoot,
    ),
  );
  const name = `${fileStem(act.company_name)}-${act.kind}-list-${act.number}.pdf`;
  const headers = {
    "content-type": "application/pdf",
    "cache-control": "private, no-store",
    "content-disposition": attachment(name),
  };
  return [file, 200, headers] as const;
}

/** Nothing is signed yet. @throws HttpError */
const prepareOne = ({ dependencies, actor }: Caller, dealId: string, kind: z.output<typeof actInputSchema>["kind"]) =>
  dependencies.asActor(actor, async (tx) => {
    const id = await runCommand<string>(tx, sql`prepare_act(${dealId}, ${kind})`, "deal");
    return getAct(tx, actor, id);
  });

interface Change {
  kind: AuditKind;
  news?: Omit<ActNewsJob, "act_id">;
  details: Record<string, string>;
}

const change = (
  { dependencies, actor }: Caller,
  id: string,
  call: RawBuilder<unknown>,
  { kind, news, details }: Change,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await runCommand(tx, call, "list");
    const act = await getAct(tx, actor, id);
    effects.audit(kind, act.deal_id, { act_id: id, number: act.number, ...details });
    if (news) effects.schedule("act-news", { act_id: id, ...news }, dependencies.now());
    for (const at of [dependencies.now(), new Date(dependencies.now().getTime() + dayMs)])
      effects.schedule("deal-clock", { deal_id: act.deal_id }, at);
    return act;
  });

/** @throws HttpError 404 */
async function actOf({ dependencies, actor }: Caller, objectionId: string): Promise<string> {
  const found = await dependencies
    .readAs(actor)
    .selectFrom("act_objection_list")
    .select("act_id")
    .where("id", "=", objectionId)
    .executeTakeFirst();
  if (!found) throw notFound("objection");
  return found.act_id;
}

/**
 * Keeps a balance that differs, which stops what would leave; it is told where it is not typed again in time. @throws HttpError
 * balance_differs
 */
async function reportBalance(
  { dependencies, actor }: Caller,
  dealId: string,
  { balance_pence }: z.output<typeof balanceInputSchema>,
) {
  const { expected_pence, is_half } = await dependencies.asActor(actor, async (tx, effects) => {
    const seen = await runCommand<{ balance_pence: number; expected_pence: number; is_half: boolean }>(
      tx,
      sql`see_balance(${dealId}, ${balance_pence})`,
      "deal",
    );
    const agrees = seen.balance_pence === seen.expected_pence;
    effects.audit("balance_reported", dealId, { agrees, pence: seen.balance_pence });
    const after = (ms: number) => new Date(dependencies.now().getTime() + ms);
    if (!agrees) effects.schedule("balance-news", { deal_id: dealId, to: "desk" }, after(balanceGraceMs));
    effects.schedule("balance-news", { deal_id: dealId }, after(agrees ? 0 : dayMs));
    effects.schedule("deal-clock", { deal_id: dealId }, dependencies.now());
    return seen;
  });
  if (expected_pence !== balance_pence)
    throw new HttpError(
      "balance_differs",
      actMessages.balanceDiffers(formatPence(Math.abs(expected_pence - balance_pence))),
    );
  return { balance_pence, seen_at: dependencies.now(), is_half };
}
