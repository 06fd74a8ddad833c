import { z } from "@hono/zod-openapi";
import type { Transaction } from "kysely";
import type { AuditKind } from "#shared/audit/audit.ts";
import { answeredStates, completedStates } from "#shared/deals/deal-messages.ts";
import { dealQuestionMessages as messages } from "#shared/deals/deal-question-messages.ts";
import {
  answerInputSchema,
  declineInputSchema,
  deskQuestionListSchema,
  followInputSchema,
  mergeInputSchema,
  openQuestionListSchema,
  questionInputSchema,
} from "#shared/deals/deal-questions.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { withPresentRecord } from "../../platform/http/run-command.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { findDeal } from "./deal-queries.ts";
import { isReadable } from "./open-queries.ts";
import {
  answerQuestion,
  askQuestion,
  declineQuestion,
  findAsker,
  findDeskQuestion,
  followQuestion,
  listDeskQuestions,
  listOpenQuestions,
  mergeQuestion,
} from "./question-queries.ts";
import { lockDeal } from "./set-terms.ts";
import { whileOpen } from "./while-open.ts";

const route = routesOf("Deals");

const params = idParameter.extend({ question_id: z.uuid() });

const list = route("get", "/deals/{id}/questions", {
  name: "listDealQuestions",
  summary: "What members ask of a deal, with who asked",
  audience: "admin",
  params: idParameter,
  answer: deskQuestionListSchema,
});

const answer = route("post", "/deals/{id}/questions/{question_id}/answer", {
  name: "answerQuestion",
  summary: "Answer in the founders' words",
  audience: "admin",
  params,
  body: answerInputSchema,
  answer: deskQuestionListSchema,
  refuses: ["deal_not_open", "question_closed", "revision_conflict"],
});

const merge = route("post", "/deals/{id}/questions/{question_id}/merge", {
  name: "mergeQuestion",
  summary: "Put a question together with another one of the deal",
  audience: "admin",
  params,
  body: mergeInputSchema,
  answer: deskQuestionListSchema,
  refuses: ["question_closed", "revision_conflict"],
});

const decline = route("post", "/deals/{id}/questions/{question_id}/decline", {
  name: "declineQuestion",
  summary: "Do not answer a question; its asker reads why",
  audience: "admin",
  params,
  body: declineInputSchema,
  answer: deskQuestionListSchema,
  refuses: ["question_closed", "revision_conflict"],
});

export const dealQuestionRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const { id } = c.req.valid("param");
    if (!(await findDeal(db, id))) throw notFound("deal");
    return c.json({ items: await listDeskQuestions(db, id) }, 200);
  })
  .openapi(answer, async (c) => {
    const input = c.req.valid("json");
    const { id } = c.req.valid("param");
    const change: Change = async (tx, questionId) => {
      const { state } = await lockDeal(tx, id);
      if (!answeredStates.includes(state)) throw new HttpError("deal_not_open", messages.answerTooLate);
      return answerQuestion(tx, questionId, input.answer, new Date(input.expected_version));
    };
    return c.json(await changeQuestion(c.var, c.req.valid("param"), "deal_question_answered", change), 200);
  })
  .openapi(merge, async (c) => {
    const { into, expected_version } = c.req.valid("json");
    const change: Change = (tx, id) => mergeQuestion(tx, id, into, new Date(expected_version));
    return c.json(await changeQuestion(c.var, c.req.valid("param"), "deal_question_merged", change), 200);
  })
  .openapi(decline, async (c) => {
    const { reason, expected_version } = c.req.valid("json");
    const change: Change = (tx, id) => declineQuestion(tx, id, reason, new Date(expected_version));
    return c.json(await changeQuestion(c.var, c.req.valid("param"), "deal_question_declined", change), 200);
  });

type Change = (tx: Transaction<DB>, id: string) => Promise<unknown>;

const changeQuestion = (
  { dependencies, actor }: Caller,
  { id, question_id }: z.output<typeof params>,
  kind: AuditKind,
  change: Change,
) =>
  withPresentRecord(
    () =>
      dependencies.asActor(actor, async (tx, effects) => {
        if (!(await findDeskQuestion(tx, id, question_id))) throw notFound("question");
        await change(tx, question_id);
        effects.audit(kind, id, { question_id });
        const { asked_by, asker_has_bought, state } = await findAsker(tx, question_id);
        // Answers of an open deal are told with the version that has them.
        const isTold =
          kind === "deal_question_declined" || (kind === "deal_question_answered" && completedStates.includes(state));
        if (isTold && asked_by) {
          const isReadable = asker_has_bought || state === "released" || state === "closing";
          effects.notify(asked_by, isReadable ? "deal_question_settled" : "deal_question_closed", id);
          effects.mail("deal-question", { user_id: asked_by, deal_id: isReadable ? id : null });
        }
        return { items: await listDeskQuestions(tx, id) };
      }),
    () => findDeskQuestion(dependencies.readAs(actor), id, question_id),
  );

const openDealsRoute = routesOf("Open deals");

const listOpen = openDealsRoute("get", "/open-deals/{id}/questions", {
  name: "listOpenDealQuestions",
  summary: "What members ask of a deal, without who asked",
  audience: "reader",
  params: idParameter,
  answer: openQuestionListSchema,
});

const ask = openDealsRoute("post", "/open-deals/{id}/questions", {
  name: "askQuestion",
  summary: "Ask the founders",
  audience: "investor",
  params: idParameter,
  body: questionInputSchema,
  status: 201,
  answer: openQuestionListSchema,
  refuses: ["deal_not_open", "too_many_questions"],
});

const follow = openDealsRoute("put", "/open-deals/{id}/questions/{question_id}/follow", {
  name: "followQuestion",
  summary: "Be told of the answer, or not",
  audience: "investor",
  params: idParameter.extend({ question_id: z.uuid() }),
  body: followInputSchema,
  answer: openQuestionListSchema,
});

export const openQuestionRoutes = createRouter()
  .openapi(listOpen, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await whileOpen(c.var, (tx) => getQuestions(tx, id)), 200);
  })
  .openapi(ask, async (c) => {
    const { id } = c.req.valid("param");
    const { question } = c.req.valid("json");
    const questions = await whileOpen(c.var, async (tx) => {
      await askQuestion(tx, id, question);
      return getQuestions(tx, id);
    });
    return c.json(questions, 201);
  })
  .openapi(follow, async (c) => {
    const { id, question_id } = c.req.valid("param");
    const { follows } = c.req.valid("json");
    const questions = await whileOpen(c.var, async (tx) => {
      const { items } = await getQuestions(tx, id);
      if (!items.some((question) => question.id === question_id)) throw notFound("question");
      await followQuestion(tx, question_id, follows);
      return getQuestions(tx, id);
    });
    return c.json(questions, 200);
  });

/** @throws HttpError 404 for a deal that members are not shown. */
async function getQuestions(tx: Transaction<DB>, dealId: string) {
  if (!(await isReadable(tx, dealId))) throw notFound("deal");
  return { items: await listOpenQuestions(tx, dealId) };
}
