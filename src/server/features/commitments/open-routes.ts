import { sql } from "kysely";
import {
  commitmentInputSchema,
  commitmentOfferSchema,
  type OwnCommitment,
  ownCommitmentSchema,
  previewInputSchema,
  previewSchema,
  reconsentInputSchema,
  withdrawalInputSchema,
} from "#shared/commitments/commitments.ts";
import type { Caller } from "../../context.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { answerChange } from "./answer-change.ts";
import { findOwn, withPresent } from "./own-commitment.ts";
import { askOfDeal, getOffer, placeCommitment, previewCommitment } from "./place-commitment.ts";
import { tellOwner } from "./tell-owner.ts";

/** Reminders skip them until the money is due. Said twice it changes nothing. @throws HttpError 409 where nothing is to be sent. */
const saySent = ({ dependencies, actor }: Caller, dealId: string): Promise<OwnCommitment> =>
  dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await runCommand<"said" | "unchanged">(tx, sql`say_sent(${dealId})`, "commitment");
    const own = await findOwn(tx, { dependencies, actor }, dealId, { isLive: true });
    if (!own) throw notFound("commitment");
    if (outcome === "said") {
      effects.audit("payment_said_sent", dealId, { number: own.number });
      if (actor.userId) effects.notify(actor.userId, "payment_said_sent", own.id);
    }
    return own;
  });

const route = routesOf("Open deals");

const read = route("get", "/open-deals/{id}/commitment", {
  name: "getOwnCommitment",
  summary: "What a commitment needs, and one's own",
  audience: "investor",
  params: idParameter,
  answer: commitmentOfferSchema,
});

const preview = route("post", "/open-deals/{id}/commitment/preview", {
  name: "previewCommitment",
  summary: "What an amount comes to; changes nothing",
  audience: "investor",
  params: idParameter,
  body: previewInputSchema,
  answer: previewSchema,
  refuses: ["above_maximum", "below_minimum"],
});

const place = route("put", "/open-deals/{id}/commitment", {
  name: "saveCommitment",
  summary: "Commit to a deal, or change what one has committed to",
  audience: "investor",
  params: idParameter,
  body: commitmentInputSchema,
  status: [200, 201],
  answer: ownCommitmentSchema,
  refuses: [
    "allocation_final",
    "already_committed",
    "deal_not_open",
    "record_incomplete",
    "revision_conflict",
    "terms_changed",
    "above_maximum",
    "below_minimum",
    "signature_mismatch",
    "cooling_off",
  ],
});

const answer = route("post", "/open-deals/{id}/commitment/reconsent", {
  name: "reconsentCommitment",
  summary: "Answer a change of terms",
  audience: "member",
  params: idParameter,
  body: reconsentInputSchema,
  answer: ownCommitmentSchema,
  refuses: [
    "country_not_allowed",
    "403 deals_disabled",
    "membership_required",
    "statement_expired",
    "statement_in_review",
    "statement_required",
    "deal_not_open",
    "revision_conflict",
    "terms_changed",
    "above_maximum",
    "below_minimum",
  ],
});

const withdraw = route("delete", "/open-deals/{id}/commitment", {
  name: "withdrawCommitment",
  summary: "Withdraw one's commitment, until the shares are allocated",
  audience: "member",
  params: idParameter,
  body: withdrawalInputSchema,
  answer: ownCommitmentSchema,
  refuses: ["allocation_final", "revision_conflict"],
});

const sent = route("post", "/open-deals/{id}/commitment/sent", {
  name: "sayCommitmentSent",
  summary: "Say that one has sent the money",
  audience: "member",
  params: idParameter,
  answer: ownCommitmentSchema,
  refuses: ["not_called"],
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
  .openapi(sent, async (c) => c.json(await saySent(c.var, c.req.valid("param").id), 200))
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
