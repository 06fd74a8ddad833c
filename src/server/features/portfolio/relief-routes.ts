import type { z } from "@hono/zod-openapi";
import { sumOf } from "#shared/group-by.ts";
import { formatPence } from "#shared/pence.ts";
import { incomeTaxReliefPence } from "#shared/portfolio/deal-result.ts";
import { ownReliefSchema, reliefRecordSchema } from "#shared/portfolio/portfolio.ts";
import { portfolioMessages as messages } from "#shared/portfolio/portfolio-messages.ts";
import { keptOf } from "#shared/portfolio/relief-kept.ts";
import { reliefClaimableUntil } from "#shared/portfolio/tax-dates.ts";
import type { Caller } from "../../context.ts";
import { notFound, refusedField } from "../../platform/http/http-error.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { refuseUnlessPast } from "../../platform/http/typed-days.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { today } from "./portfolio-day.ts";
import {
  deleteRelief,
  findLot,
  insertRelief,
  lockReliefs,
  type OwnLot,
  type OwnPortfolio,
  readPortfolio,
} from "./portfolio-queries.ts";
import { isClaimOf, taxOfLot } from "./tax-calendar.ts";

const route = routesOf("Portfolio");

const record = route("post", "/portfolio/me/reliefs", {
  name: "addOwnRelief",
  summary: "Record tax relief that one claimed for a lot",
  audience: "person",
  body: reliefRecordSchema,
  status: 201,
  answer: ownReliefSchema,
});

const remove = route("delete", "/portfolio/me/reliefs/{id}", {
  name: "removeOwnRelief",
  summary: "Remove a relief that one recorded",
  audience: "person",
  params: idParameter,
  answer: statusSchema,
});

// The routes leave no row in the audit: admins read that.
export const reliefRoutes = createRouter()
  .openapi(record, async (c) => c.json(await recordOne(c.var, c.req.valid("json")), 201))
  .openapi(remove, async (c) => {
    const { dependencies, actor } = c.var;
    const removed = await dependencies.asActor(actor, (tx) => deleteRelief(tx, c.req.valid("param").id));
    if (!removed) throw notFound("relief");
    return c.json({ status: true }, 200);
  });

type Relief = z.output<typeof reliefRecordSchema>;

async function recordOne(caller: Caller, relief: Relief) {
  const { dependencies, actor } = caller;
  const { price_ages } = await dependencies.readClub();
  return dependencies.asActor(actor, async (tx) => {
    await lockReliefs(tx, relief.lot_id);
    const lot = await findLot(tx, relief.lot_id);
    if (!lot) throw refusedField("lot_id", messages.notYours);
    refuseUnlessPast("claimed_on", relief.claimed_on, caller.dependencies.now());
    if (relief.claimed_on < lot.issued_on) throw refusedField("claimed_on", messages.beforeIssue(lot.issued_on));
    if (relief.kind === "loss" && relief.is_carried_back)
      throw refusedField("is_carried_back", messages.onlyIncomeIsCarriedBack);
    const own = await readPortfolio(tx, price_ages);
    const lost_on = relief.kind === "loss" ? lossOf(own, relief, today(caller)).day : null;
    if (relief.kind === "income") checkIsLeft(own, relief);
    return insertRelief(tx, lot, { ...relief, lost_on });
  });
}

/** With the certificate in hand, and before the time to claim is over. */
function refuseUnlessClaimable(
  { certificate_on, issued_on }: Pick<OwnLot, "certificate_on" | "issued_on">,
  { claimed_on, is_carried_back }: Pick<Relief, "claimed_on" | "is_carried_back">,
): void {
  if (certificate_on !== null && claimed_on < certificate_on)
    throw refusedField("claimed_on", messages.beforeCertificate(certificate_on));
  const until = reliefClaimableUntil(issued_on, { isCarriedBack: is_carried_back });
  if (claimed_on > until) throw refusedField("claimed_on", messages.afterClaim(until));
}

/** No more of a lot than there is to claim, with what is recorded of it. */
function checkIsLeft(own: OwnPortfolio, { lot_id, claimed_on, pence, is_carried_back }: Relief): void {
  const lot = own.lots.find(({ id }) => id === lot_id);
  if (!lot) throw refusedField("lot_id", messages.notYours);
  refuseUnlessClaimable(lot, { claimed_on, is_carried_back });
  const most = reliefOn(lot, own, claimed_on);
  if (most === 0) throw refusedField("lot_id", messages.noScheme);
  refuseAbove(most, pence, (relief) => relief.lot_id === lot_id && relief.kind === "income", own);
}

/** Works out the relief on the day of the claim: what was sold too early since then was still claimed for. */
const reliefOn = (lot: OwnLot, { proceeds }: OwnPortfolio, claimedOn: string): number => {
  const sold = proceeds.filter(({ lot_id, happened_on }) => lot_id === lot.id && happened_on <= claimedOn);
  return lot.scheme ? incomeTaxReliefPence(lot.scheme, keptOf(lot, sold).cost_pence) : 0;
};

/** Above any rate, and where an allowance is withdrawn with it: whoever enters more has entered the loss. */
const highestTaxOnLoss = 0.7;

/** The loss that is claimed. */
function lossOf(own: OwnPortfolio, { lot_id, claimed_on, pence, lost_on }: Relief, day: string) {
  const lot = own.lots.find(({ id }) => id === lot_id);
  if (!lot) throw refusedField("lot_id", messages.notYours);
  const losses = taxOfLot(lot, own, day).losses;
  const [first, second] = lost_on === null ? losses : losses.filter((loss) => loss.day === lost_on);
  if (!first) throw refusedField("lot_id", messages.noLoss);
  if (lost_on === null && second) throw refusedField("lost_on", messages.whichLoss(losses.map((loss) => loss.day)));
  if (claimed_on < first.day) throw refusedField("claimed_on", messages.beforeLoss(first.day));
  const most = sumOf(
    losses.filter((loss) => loss.day === first.day),
    ({ loss_pence }) => loss_pence,
  );
  if (pence > Math.floor(most * highestTaxOnLoss)) throw refusedField("pence", messages.taxNotLoss(formatPence(most)));
  refuseAbove(
    most,
    pence,
    (relief) => relief.lot_id === lot_id && relief.kind === "loss" && isClaimOf(relief, first),
    own,
  );
  return first;
}

function refuseAbove(
  most: number,
  pence: number,
  isOfIt: (relief: OwnPortfolio["reliefs"][number]) => boolean,
  { reliefs }: OwnPortfolio,
): void {
  const left = most - sumOf(reliefs.filter(isOfIt), (relief) => relief.pence);
  if (left <= 0) throw refusedField("pence", messages.nothingLeftToRecord);
  if (pence > left) throw refusedField("pence", messages.moreThanLeft(formatPence(left)));
}
