import { createRoute } from "@hono/zod-openapi";
import { sql } from "kysely";
import {
  commitmentInputSchema,
  commitmentOfferSchema,
  ownCommitmentSchema,
  previewInputSchema,
  previewSchema,
  reconsentInputSchema,
  withdrawalInputSchema,
} from "#shared/commitments.ts";
import { openTo } from "../../auth/guard.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter, jsonBody, responses } from "../../platform/http/responses.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { createRouter } from "../../router.ts";
import { answerChange } from "./answer-change.ts";
import { findOwn, withPresent } from "./own-commitment.ts";
import { askOfDeal, getOffer, placeCommitment, previewCommitment } from "./place-commitment.ts";
import { tellOwner } from "./tell-owner.ts";

const path = "/open-deals/{id}/commitment";

const read = createRoute({
  method: "get",
  path,
  summary: "What is needed to commit to a deal, what prevents it, and one's own commitment",
  ...openTo("investor"),
  request: { params: idParameter },
  responses: responses(200, commitmentOfferSchema, "The offer"),
});

const preview = createRoute({
  method: "post",
  path: `${path}/preview`,
  summary: "What an amount comes to; changes nothing",
  ...openTo("investor"),
  request: { params: idParameter, body: jsonBody(previewInputSchema) },
  responses: responses(200, previewSchema, "Shares and costs; 422 below_minimum, above_maximum"),
});

const place = createRoute({
  method: "put",
  path,
  summary: "Commit to a deal, or change what one has committed to",
  ...openTo("investor"),
  request: { params: idParameter, body: jsonBody(commitmentInputSchema) },
  responses: {
    ...responses(
      201,
      ownCommitmentSchema,
      "The commitment; 409 deal_not_open, terms_changed, already_committed, revision_conflict, allocation_final, record_incomplete, 423 cooling_off, 422 below_minimum, above_maximum, signature_mismatch",
    ),
    200: { description: "It was changed", content: { "application/json": { schema: ownCommitmentSchema } } },
  },
});

const answer = createRoute({
  method: "post",
  path: `${path}/reconsent`,
  summary: "Answer a change of terms: keep the commitment, change its amount, or leave, which asks for no statement",
  ...openTo("member"),
  request: { params: idParameter, body: jsonBody(reconsentInputSchema) },
  responses: responses(
    200,
    ownCommitmentSchema,
    "The commitment; 409 revision_conflict once it is answered or too late, terms_changed, 422 for what costs more than was agreed to",
  ),
});

const withdraw = createRoute({
  method: "delete",
  path,
  summary: "Withdraw one's commitment, which is free until the shares are allocated",
  ...openTo("member"),
  request: { params: idParameter, body: jsonBody(withdrawalInputSchema) },
  responses: responses(200, ownCommitmentSchema, "The commitment; 409 allocation_final, revision_conflict"),
});

export const openCommitmentRoutes = createRouter()
  .openapi(read, async (c) => c.json(await askOfDeal(c.var, c.req.valid("param").id, getOffer), 200))
  .openapi(preview, async (c) => {
    const { id } = c.req.valid("param");
    const { amount_pence } = c.req.valid("json");
    return c.json(await askOfDeal(c.var, id, (asking) => previewCommitment(asking, amount_pence)), 200);
  })
  .openapi(place, async (c) => {
    const { id } = c.req.valid("param");
    const input = c.req.valid("json");
    const { isNew, commitment } = await placeCommitment(c.var, id, input);
    return isNew ? c.json(commitment, 201) : c.json(commitment, 200);
  })
  .openapi(answer, async (c) => c.json(await answerChange(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(withdraw, async (c) => {
    const { id } = c.req.valid("param");
    const { expected_version, reason } = c.req.valid("json");
    const { dependencies, actor } = c.var;
    const withdraw = () =>
      dependencies.asActor(actor, async (tx, effects) => {
        await runCommand(tx, sql`withdraw_commitment(${id}, ${expected_version}, ${reason})`, "commitment");
        const own = await findOwn(tx, c.var, id, { isLive: false });
        if (!own) throw notFound("commitment");
        effects.audit("commitment_withdrawn", id, { number: own.number });
        const { userId } = actor;
        await tellOwner(tx, effects, { userId, commitmentId: own.id, kind: "commitment_withdrawn" });
        return own;
      });
    return c.json(await withPresent(c.var, id, ["allocation_final", "commitment_changed"], withdraw), 200);
  });
