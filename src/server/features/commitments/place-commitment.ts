import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { commitmentMessages as messages } from "#shared/commitments/commitment-messages.ts";
import type {
  CommitmentOffer,
  CommitmentPreview,
  commitmentInputSchema,
  OwnCommitment,
} from "#shared/commitments/commitments.ts";
import { amountForShares, minimumShares, mostCosts, neighbours, sharesFor } from "#shared/commitments/share-costs.ts";
import type { Terms } from "#shared/deals/deals.ts";
import type { ErrorCode } from "#shared/errors.ts";
import { formatPence } from "#shared/pence.ts";
import type { Tier } from "#shared/people/people-messages.ts";
import { tierFees } from "#shared/settings/tier-fees.ts";
import { isSignedAs } from "#shared/statements/check-statement.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { whileOpen } from "../deals/while-open.ts";
import { findOwn, toCosts, withPresent } from "./own-commitment.ts";
import { findOffer, findOwnOfDeal, readDemandOfOthers, readStanding, setCommitment } from "./queries.ts";
import { tellOwner } from "./tell-owner.ts";

export interface Asking {
  tx: Transaction<DB>;
  effects: Effects;
  caller: Caller;
  dealId: string;
  fees: Record<Tier, number>;
}

/** Settings are read before the transaction, which must not wait for another connection. */
export async function askOfDeal<Result>(
  caller: Caller,
  dealId: string,
  work: (asking: Asking) => Promise<Result>,
): Promise<Result> {
  const fees = tierFees(await caller.dependencies.readClub());
  return whileOpen(caller, (tx, effects) => work({ tx, effects, caller, dealId, fees }));
}

/** @throws HttpError 404 for a deal that members are not shown. */
async function getShown({ tx, dealId }: Asking) {
  const offer = await findOffer(tx, dealId);
  if (!offer) throw notFound("deal");
  return offer;
}

/** What a commitment form needs, and why a commitment is not possible now. @throws HttpError 404 for a deal that members are not shown. */
export async function getOffer(asking: Asking): Promise<CommitmentOffer> {
  const { tx, caller, dealId, fees } = asking;
  const offer = await getShown(asking);
  const { terms } = offer.content;
  const { id, number, price, scheme } = terms;
  const { tier, band, obstacle, cooling_off_until, legal_name, is_uk_taxpayer } = await readStanding(tx, dealId);
  return {
    terms: { id, number, price, scheme },
    tier,
    fee_bp: fees[tier],
    minimum_shares: minimumShares(price, terms.minimum_commitment_pence),
    minimum_pence: terms.minimum_commitment_pence,
    maximum_pence: terms.club_maximum_pence,
    band,
    legal_name,
    is_uk_taxpayer,
    closes_at: offer.closes_at.toISOString(),
    obstacle,
    cooling_off_until: cooling_off_until?.toISOString() ?? null,
    commitment: await findOwn(tx, caller, dealId, { isLive: true }),
  };
}

/** @throws HttpError 422 below the minimum and above the club's maximum. */
function assertAmount(
  amountPence: number,
  { minimum_commitment_pence, club_maximum_pence }: Pick<Terms, "minimum_commitment_pence" | "club_maximum_pence">,
): void {
  const refuse = (code: ErrorCode, message: string) =>
    new HttpError(code, message, { errors: [{ path: "amount_pence", message }] });
  if (amountPence < minimum_commitment_pence)
    throw refuse("below_minimum", messages.belowMinimum(formatPence(minimum_commitment_pence)));
  if (amountPence > club_maximum_pence)
    throw refuse("above_maximum", messages.aboveMaximum(formatPence(club_maximum_pence)));
}

/** Returns what an amount comes to; nothing is kept. @throws HttpError 404 for a deal that members are not shown, 422 */
export async function previewCommitment(asking: Asking, amountPence: number): Promise<CommitmentPreview> {
  const { tx, dealId, fees } = asking;
  const { terms } = (await getShown(asking)).content;
  assertAmount(amountPence, terms);
  const { price, minimum_commitment_pence: minimum, club_maximum_pence: maximum } = terms;
  const { tier, band } = await readStanding(tx, dealId);
  const own = await findOwnOfDeal(tx, dealId, { isLive: true });
  const feeBp = lowerFeeBp(fees[tier], own);
  const purchase = { price, shares: sharesFor(price, amountPence, minimum), feeBp };
  const { fewer, more } = neighbours(purchase, minimum);
  return {
    ...toCosts(mostCosts(purchase)),
    tier: own && fees[tier] >= own.fee_bp ? own.tier : tier,
    fee_bp: feeBp,
    band,
    next_up: amountForShares(price, more.shares) > maximum ? null : toCosts(more),
    next_down: fewer && toCosts(fewer),
    minimum_shares: minimumShares(price, minimum),
    demand: await readDemandOfOthers(tx, dealId),
  };
}

/** A change keeps a lower fee. */
const lowerFeeBp = (feeBp: number, own: { fee_bp: number } | undefined): number =>
  Math.min(feeBp, own?.fee_bp ?? feeBp);

interface Placed {
  isNew: boolean;
  commitment: OwnCommitment;
}

/**
 * Places a commitment, or changes one's own. @throws HttpError 409 and 423 while a commitment is not possible, 422 that names
 * the fields.
 */
export const placeCommitment = (caller: Caller, dealId: string, input: Input): Promise<Placed> =>
  withPresent(caller, dealId, ["already_committed", "commitment_changed"], () =>
    askOfDeal(caller, dealId, (asking) => place(asking, input)),
  );

type Input = z.output<typeof commitmentInputSchema>;

async function place({ tx, effects, caller, dealId, fees }: Asking, input: Input): Promise<Placed> {
  const terms = (await findOffer(tx, dealId))?.content.terms;
  if (!terms) throw new HttpError("deal_not_open", messages.notOpen);
  await sql`select prepare_commitment(${dealId}, ${input.terms_id}, ${input.amount_pence})`.execute(tx);
  const standing = await readStanding(tx, dealId);
  const { price, minimum_commitment_pence: minimum, scheme } = terms;
  const feeBp = fees[standing.tier];
  const own = await findOwnOfDeal(tx, dealId, { isLive: true });
  if (input.expected_version && !own) throw new HttpError("revision_conflict", messages.withdrawnMeanwhile);
  const shares = sharesFor(price, input.amount_pence, minimum);
  const costs = mostCosts({ price, shares, feeBp: lowerFeeBp(feeBp, own) });
  if ((input.due_pence ?? costs.duePence) !== costs.duePence)
    throw new HttpError("revision_conflict", messages.dueChanged(formatPence(costs.duePence)));
  const least = minimumShares(price, minimum);
  assertAnswers(input, { least, shares: costs.shares, scheme, legalName: standing.legal_name ?? "" });
  const placed = await setCommitment(tx, {
    deal_id: dealId,
    terms_id: terms.id,
    expected_version: input.expected_version,
    amount_pence: input.amount_pence,
    shares: costs.shares,
    ceiling_pence: Math.max(input.amount_pence, costs.costPence),
    least_shares: input.least_shares ?? least,
    fee_bp: feeBp,
    wants_relief: scheme === "none" ? null : input.wants_relief,
    signed_as: input.signature,
    details: { ticks: Object.keys(input.ticks), due_pence: costs.duePence, cost_pence: costs.costPence },
  });
  const commitment = await findOwn(tx, caller, dealId, { isLive: true });
  if (!commitment) throw new Error("What was placed is there.");
  effects.audit(`commitment_${placed}`, dealId, { number: commitment.number, shares: commitment.shares });
  const { userId } = caller.actor;
  await tellOwner(tx, effects, { userId, commitmentId: commitment.id, kind: `commitment_${placed}` });
  return { isNew: placed === "placed", commitment };
}

interface Asked {
  least: number;
  shares: number;
  scheme: Terms["scheme"];
  legalName: string;
}

function assertAnswers(
  { least_shares, wants_relief, signature }: Input,
  { least, shares, scheme, legalName }: Asked,
): void {
  const count = (number: number) => number.toLocaleString("en-GB");
  const problems: { path: string; message: string; code: ErrorCode }[] = [];
  const refuse = (path: string, message: string, code: ErrorCode = "invalid_body") =>
    problems.push({ path, message, code });
  if (least_shares !== null && least_shares < least) refuse("least_shares", messages.leastTooSmall(count(least)));
  if (least_shares !== null && least_shares > shares) refuse("least_shares", messages.leastTooLarge(count(shares)));
  if (scheme !== "none" && wants_relief === null) refuse("wants_relief", messages.relief);
  if (!isSignedAs(signature, legalName)) refuse("signature", messages.signature(legalName), "signature_mismatch");
  if (problems.length === 0) return;
  const [first, ...others] = new Set(problems.map(({ code }) => code));
  throw new HttpError(
    first && others.length === 0 ? first : "invalid_body",
    problems.map(({ message }) => message).join("; "),
    { status: 422, errors: problems.map(({ path, message }) => ({ path, message })) },
  );
}
