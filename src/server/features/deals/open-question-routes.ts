import { z } from "@hono/zod-openapi";
import type { Transaction } from "kysely";
import { followInputSchema, openQuestionListSchema, questionInputSchema } from "#shared/deals/deal-questions.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { isReadable } from "./open-queries.ts";
import { askQuestion, followQuestion, listOpenQuestions } from "./question-queries.ts";
import { whileOpen } from "./while-open.ts";

const route = routesOf("Open deals");

const list = route("get", "/open-deals/{id}/questions", {
  name: "listOpenDealQuestions",
  summary: "What members ask of a deal, without who asked",
  audience: "reader",
  params: idParameter,
  answer: openQuestionListSchema,
});

const ask = route("post", "/open-deals/{id}/questions", {
  name: "askQuestion",
  summary: "Ask the founders",
  audience: "investor",
  params: idParameter,
  body: questionInputSchema,
  status: 201,
  answer: openQuestionListSchema,
  refuses: ["deal_not_open", "too_many_questions"],
});

const follow = route("put", "/open-deals/{id}/questions/{question_id}/follow", {
  name: "followQuestion",
  summary: "Be told of the answer, or not",
  audience: "investor",
  params: idParameter.extend({ question_id: z.uuid() }),
  body: followInputSchema,
  answer: openQuestionListSchema,
});

export const openQuestionRoutes = createRouter()
  .openapi(list, async (c) => {
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
