import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { actMessages } from "#shared/acts/act-messages.ts";
import {
  actAnswerSchema,
  actInputSchema,
  actListSchema,
  actReasonSchema,
  actSchema,
  balanceInputSchema,
  balanceSchema,
  nextSchema,
} from "#shared/acts/acts.ts";
import type { AuditKind } from "#shared/audit/audit.ts";
import { formatPence } from "#shared/pence.ts";
import { fileStem } from "#shared/slug.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { textDocument } from "../../platform/pdf/text-document.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { type ActNews, balanceGraceMs } from "./act-news.ts";
import { actPaper } from "./act-paper.ts";
import { listActs } from "./act-queries.ts";
import { findNext } from "./next.ts";

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
    const given = { kind: "act_ended", news: "ended", details: { state: "withdrawn", reason } } as const;
    return c.json(await change(c.var, id, sql`withdraw_act(${id}, ${reason})`, given), 200);
  })
  .openapi(object, async (c) => {
    const { id } = c.req.valid("param");
    const { reason } = c.req.valid("json");
    const given = { kind: "act_objected", news: "objected", details: { reason } } as const;
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
    const given = { kind: "act_objection_ended", news: "answered", details: { objection_id: id } } as const;
    const call = sql`answer_act_objection(${id}, ${c.req.valid("json").answer})`;
    return c.json(await change(c.var, act, call, given), 200);
  })
  .openapi(next, async (c) => {
    const { dependencies, actor } = c.var;
    const { deals } = await dependencies.readClub();
    const given = { now: dependencies.now(), isEnabled: deals.is_enabled };
    const found = await findNext(dependencies.readAs(actor), c.req.valid("param").id, given);
    if (!found) throw notFound("deal");
    return c.json(found, 200);
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
    ...{ "content-type": "application/pdf", "cache-control": "private, no-store" },
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
  news?: ActNews;
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
    if (news) effects.schedule("act-news", { act_id: id, news }, dependencies.now());
    const day = 24 * 60 * 60 * 1000;
    for (const at of [dependencies.now(), new Date(dependencies.now().getTime() + day)])
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

/** What differs is kept and stops what would leave; it is told where it is not typed again in time. @throws HttpError balance_differs */
async function reportBalance(
  { dependencies, actor }: Caller,
  dealId: string,
  { balance_pence }: z.output<typeof balanceInputSchema>,
) {
  const { expected_pence } = await dependencies.asActor(actor, async (tx, effects) => {
    const seen = await runCommand<{ balance_pence: number; expected_pence: number }>(
      tx,
      sql`see_balance(${dealId}, ${balance_pence})`,
      "deal",
    );
    const agrees = seen.balance_pence === seen.expected_pence;
    effects.audit("balance_reported", dealId, { agrees, pence: seen.balance_pence });
    if (!agrees)
      effects.schedule("balance-news", { deal_id: dealId }, new Date(dependencies.now().getTime() + balanceGraceMs));
    effects.schedule("deal-clock", { deal_id: dealId }, dependencies.now());
    return seen;
  });
  if (expected_pence !== balance_pence)
    throw new HttpError(
      "balance_differs",
      actMessages.balanceDiffers(formatPence(Math.abs(expected_pence - balance_pence))),
    );
  return { balance_pence, seen_at: dependencies.now() };
}
