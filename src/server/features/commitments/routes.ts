import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { commitmentStates } from "#shared/commitments/commitment-messages.ts";
import {
  commitmentInputSchema,
  commitmentOfferSchema,
  type DeskCommitment,
  deskCommitmentListSchema,
  deskCommitmentQuerySchema,
  type OwnCommitment,
  ownCommitmentListSchema,
  ownCommitmentSchema,
  previewInputSchema,
  previewSchema,
  reconsentInputSchema,
  withdrawalInputSchema,
} from "#shared/commitments/commitments.ts";
import { amountForShares, sharesFor } from "#shared/commitments/share-costs.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { requireOpenGate } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { whileOpen } from "../deals/while-open.ts";
import { costsOf, findOwn, getOwnCommitment, keptLeast, toListed, withPresent } from "./own-commitment.ts";
import { askOfDeal, getOffer, placeCommitment, previewCommitment } from "./place-commitment.ts";
import {
  answerTermsChange,
  countCommitments,
  findAsked,
  findOwnOfDeal,
  hasDeal,
  listDeskCommitments,
  listOwnCommitments,
} from "./queries.ts";
import { tellOwner } from "./tell-owner.ts";

const route = routesOf("Commitments");

const listOwn = route("get", "/commitments/me", {
  name: "listOwnCommitments",
  summary: "One's own commitments, latest first",
  audience: "member",
  query: pageQuerySchema,
  answer: ownCommitmentListSchema,
});

const readOwn = route("get", "/commitments/{id}", {
  name: "getCommitment",
  summary: "One's own commitment, and all that happened to it",
  audience: "member",
  params: idParameter,
  answer: ownCommitmentSchema,
});

const list = route("get", "/deals/{id}/commitments", {
  name: "listCommitments",
  summary: "Who has committed to a deal, by place",
  audience: "admin",
  params: idParameter,
  query: deskCommitmentQuerySchema,
  answer: deskCommitmentListSchema,
});

export const commitmentRoutes = createRouter()
  .openapi(listOwn, async (c) => {
    const { dependencies, actor } = c.var;
    const { items, next_cursor } = await listOwnCommitments(dependencies.readAs(actor), c.req.valid("query"));
    return c.json({ items: items.map(toListed), next_cursor }, 200);
  })
  .openapi(readOwn, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await getOwnCommitment(dependencies.readAs(actor), c.var, c.req.valid("param").id), 200);
  })
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const db = dependencies.readAs(actor);
    if (!(await hasDeal(db, id))) throw notFound("deal");
    const { items, next_cursor } = await listDeskCommitments(db, id, c.req.valid("query"));
    const rows = await countCommitments(db, id);
    const asked = await findAsked(db, id);
    const counts = Object.fromEntries(
      commitmentStates.map((state) => [state, rows.find((row) => row.state === state)?.count ?? 0]),
    ) as Record<DeskCommitment["state"], number>;
    return c.json(
      {
        items: items.map(toDesk),
        next_cursor,
        counts,
        asked_shares: asked?.shares ?? 0,
        asked_pence: asked?.pence ?? 0,
      },
      200,
    );
  });

function toDesk(row: Awaited<ReturnType<typeof listDeskCommitments>>["items"][number]): DeskCommitment {
  const {
    deal_id: _deal,
    price: _price,
    allocated_shares: _shares,
    state_since,
    placed_at,
    reconsent_until,
    ...rest
  } = row;
  return {
    ...rest,
    ...costsOf(row),
    state_since: state_since.toISOString(),
    placed_at: placed_at.toISOString(),
    reconsent_until: reconsent_until?.toISOString() ?? null,
  };
}

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

const openDealsRoute = routesOf("Open deals");

const read = openDealsRoute("get", "/open-deals/{id}/commitment", {
  name: "getOwnCommitment",
  summary: "What a commitment needs, and one's own",
  audience: "investor",
  params: idParameter,
  answer: commitmentOfferSchema,
});

const preview = openDealsRoute("post", "/open-deals/{id}/commitment/preview", {
  name: "previewCommitment",
  summary: "What an amount comes to; changes nothing",
  audience: "investor",
  params: idParameter,
  body: previewInputSchema,
  answer: previewSchema,
  refuses: ["above_maximum", "below_minimum"],
});

const place = openDealsRoute("put", "/open-deals/{id}/commitment", {
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

const answer = openDealsRoute("post", "/open-deals/{id}/commitment/reconsent", {
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

const withdraw = openDealsRoute("delete", "/open-deals/{id}/commitment", {
  name: "withdrawCommitment",
  summary: "Withdraw one's commitment, until the shares are allocated",
  audience: "member",
  params: idParameter,
  body: withdrawalInputSchema,
  answer: ownCommitmentSchema,
  refuses: ["allocation_final", "revision_conflict"],
});

const sent = openDealsRoute("post", "/open-deals/{id}/commitment/sent", {
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

type Answer = z.output<typeof reconsentInputSchema>;

/**
 * One's own answer to a change of terms: leaving is never gated. @throws HttpError 403 with the gate's reason to stay, 404
 * without a commitment, 409 once it is answered or too late, 422 that names the field.
 */
const answerChange = (caller: Caller, dealId: string, input: Answer): Promise<OwnCommitment> =>
  withPresent(caller, dealId, ["not_asked_again", "answer_too_late", "commitment_changed", "terms_changed"], () =>
    answerOne(caller, dealId, input),
  );

async function answerOne(caller: Caller, dealId: string, input: Answer): Promise<OwnCommitment> {
  if (input.choice === "leave")
    return caller.dependencies.asActor(caller.actor, async (tx, effects) => {
      const answered = await giveAnswer(tx, caller, dealId, {
        ...input,
        amount_pence: null,
        shares: null,
        ceiling_pence: null,
        least_shares: null,
      });
      await tell(tx, effects, caller, dealId, input, answered);
      return answered;
    });
  await requireOpenGate(caller);
  return whileOpen(caller, async (tx, effects) => {
    const answered = await stay(tx, caller, dealId, input);
    await tell(tx, effects, caller, dealId, input, answered);
    return answered;
  });
}

async function tell(
  tx: Transaction<DB>,
  effects: Effects,
  { actor: { userId } }: Caller,
  dealId: string,
  { choice }: Answer,
  { id: commitmentId, number }: OwnCommitment,
): Promise<void> {
  effects.audit("terms_change_answered", dealId, { answer: choice, number });
  const kind = choice === "leave" ? "commitment_withdrawn" : "commitment_changed";
  await tellOwner(tx, effects, { userId, commitmentId, kind });
}

async function stay(tx: Transaction<DB>, caller: Caller, dealId: string, input: Answer): Promise<OwnCommitment> {
  const own = await findOwnOfDeal(tx, dealId, { isLive: true });
  if (!own) throw notFound("commitment");
  const { new_price: price, new_minimum_pence: minimum } = own;
  const amount_pence = input.choice === "change" ? input.amount_pence : null;
  const amount = amount_pence ?? own.ceiling_pence;
  const shares = sharesFor(price, amount, minimum);
  const ceiling_pence = Math.max(amount, amountForShares(price, shares));
  const least_shares = keptLeast(own, shares);
  return giveAnswer(tx, caller, dealId, { ...input, amount_pence, shares, ceiling_pence, least_shares });
}

interface Answering extends Answer {
  shares: number | null;
  ceiling_pence: number | null;
  least_shares: number | null;
}

async function giveAnswer(
  tx: Transaction<DB>,
  caller: Caller,
  dealId: string,
  given: Answering,
): Promise<OwnCommitment> {
  const answered = await answerTermsChange(tx, { ...given, deal_id: dealId });
  const own = await findOwn(tx, caller, dealId, { isLive: answered !== "left" });
  if (!own) throw notFound("commitment");
  return own;
}
