import type { CSSProperties } from "react";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import {
  amountForShares,
  breakEvenPrice,
  breakEvenTimes,
  feeOfCostPence,
  hasPartsOfPenny,
  type ShareCosts,
  totalLoss,
} from "#shared/commitments/share-costs.ts";
import { counted } from "#shared/counted.ts";
import type { OpenDeal } from "#shared/deals/deals.ts";
import { dealCostMessages as messages } from "#shared/deals/open-deal-messages.ts";
import { partOfPennyWords } from "#shared/funds/cost-difference.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { type Tier, tierLabels, tiers } from "#shared/people/people-messages.ts";
import { possessive } from "#shared/possessive.ts";
import type { Club } from "#shared/settings/settings.ts";
import { type Amount, amountReader } from "#web/features/commitments/use-amount.ts";
import { percent, times } from "#web/lib/format.ts";
import { useClub } from "#web/lib/use-club.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Field } from "#web/ui/field.tsx";
import { NumberInput } from "#web/ui/number-input.tsx";
import { rateOf } from "./deal-words.ts";

interface DealCostsProps {
  deal: OpenDeal;
  amount: Amount;
  /** Once there is one, the figures are its own. */
  own?: OwnCommitment | undefined;
  /** It is known whether there is one. */
  isSettled: boolean;
}

export const ownCosts = ({ shares, cost_pence, fee_pence, due_pence }: OwnCommitment): ShareCosts => ({
  shares,
  costPence: cost_pence,
  feePence: fee_pence,
  duePence: due_pence,
});

export function DealCosts({ deal, amount, own, isSettled }: DealCostsProps) {
  const { costs, price, feeBp, tier } = own
    ? { costs: ownCosts(own), price: own.terms.price, feeBp: own.fee_bp, tier: own.tier }
    : { costs: amount.costs, price: deal.content.terms.price, feeBp: deal.fees_bp[deal.tier], tier: deal.tier };
  return (
    <section id="deal-costs" className="card deal-costs" aria-labelledby="deal-costs-heading">
      <h2 className="d3" id="deal-costs-heading">
        What it costs you
      </h2>
      {own ? (
        <p className="small">These are the figures of your commitment.</p>
      ) : (
        <div className="grid content-start gap-2">
          <Field label="You want to put into shares" hint={amountReader(deal).hint} error={amount.error}>
            <NumberInput
              kind="pounds"
              className="deal-amount"
              value={amount.text}
              onChange={(event) => amount.type(event.target.value)}
            />
          </Field>
          {amount.note && <p className="note">{amount.note}</p>}
        </div>
      )}
      <Purchase
        deal={deal}
        costs={costs}
        price={price}
        feeBp={feeBp}
        tier={tier}
        hasRelief={deal.content.terms.scheme !== "none" && own?.wants_relief !== false}
        isSettled={isSettled}
      />
      <Notes deal={deal} costs={costs} price={price} isOwn={own !== undefined} />
    </section>
  );
}

interface OfCosts {
  deal: OpenDeal;
  costs: ShareCosts;
}

function otherTiers({ tier, fees_bp }: OpenDeal, costs: ShareCosts, plans: Club["plans"]): string {
  const planOf = (one: Tier) => plans.find(({ name }) => name === tierLabels[one]);
  const priceOf = (plan: Club["plans"][number] | undefined) => (plan?.annual_price_pence ? plan.price : null);
  const others = tiers.flatMap((other) => {
    const plan = planOf(other);
    const fee = feeOfCostPence(costs.costPence, fees_bp[other]);
    const words = fee === 0 ? "nothing" : formatPence(fee);
    return other === tier || !plan ? [] : [{ label: tierLabels[other], fee: words, price: priceOf(plan) }];
  });
  const [first, ...rest] = others;
  if (!first) return "";
  const fees = [
    `As ${first.label} the fee would be ${first.fee}`,
    ...rest.map(({ label, fee }) => `as ${label} ${fee}`),
  ];
  const own = priceOf(planOf(tier));
  return `${fees.join(", ")}. ${others.map(({ label, price }) => messages.yearlyPrice(label, price, own)).join("; ")}.`;
}

/** Announced once somebody stops typing. */
const settledMs = 500;

interface PurchaseProps extends OfCosts, Pick<DealCostsProps, "isSettled"> {
  price: string;
  feeBp: number;
  /** The fee is that of this tier: of a commitment, the plan that it was placed with. */
  tier: Tier;
  /** There is one, and the reader did not say no to it. */
  hasRelief: boolean;
}

/** Given out, the cost is the exact one. */
const isMost = (price: string, costs: ShareCosts): boolean =>
  hasPartsOfPenny(price) && costs.costPence === amountForShares(price, costs.shares);

function Purchase({ deal, costs, price, feeBp, tier, hasRelief, isSettled }: PurchaseProps) {
  const { name } = useClub().identity;
  const { scheme } = deal.content.terms;
  const due = formatPence(costs.duePence);
  const announced = useDebounced(isSettled ? `${messages.due} ${due}` : "", settledMs, "");
  const loss = totalLoss({ ...costs, scheme, incomeTaxPercent });
  return (
    <div>
      <dl className="deal-sums num">
        <Sum
          label={`${counted(costs.shares, "share")} at ${formatPrice(price)}${isMost(price, costs) ? ", at most" : ""}`}
          value={formatPence(costs.costPence)}
        />
        <Sum
          label={`${possessive(name)} fee, ${percent(rateOf(feeBp))} (${tierLabels[tier]})`}
          value={formatPence(costs.feePence)}
        />
        <Sum label={messages.due} value={due} isTotal />
        <Sum label="If it fails, with no relief" value={`−${formatPence(loss.withoutReliefPence)}`} />
        {hasRelief && (
          <>
            <Sum
              label={`after ${scheme} Income Tax relief, if you qualify`}
              value={`−${formatPence(loss.afterIncomeTaxReliefPence)}`}
            />
            <Sum
              label={`and loss relief at ${percent(incomeTaxPercent / 100)}, if you qualify`}
              value={`−${formatPence(loss.afterLossReliefPence)}`}
            />
          </>
        )}
      </dl>
      <p className="sr-only" role="status">
        {announced}
      </p>
    </div>
  );
}

function Notes({ deal, costs, price, isOwn }: OfCosts & { price: string; isOwn: boolean }) {
  const { plans } = useClub();
  const { scheme } = deal.content.terms;
  return (
    <p className="note">
      {!isOwn && otherTiers(deal, costs, plans)} To get back what you sent, before any relief, a share has to be worth{" "}
      {formatPrice(breakEvenPrice(costs))}: {breakEvenWords(price, costs)}. {isMost(price, costs) && partOfPennyWords}{" "}
      {scheme === "none"
        ? "These shares qualify for no relief under SEIS or EIS."
        : "Relief counts the shares, not the fee, depends on your own tax and on three years of holding, and may change."}{" "}
      Arithmetic, not advice.
    </p>
  );
}

/** The multiple has three decimals, the price six: a fraction of a penny above the price is no multiple. */
function breakEvenWords(price: string, costs: ShareCosts): string {
  const multiple = breakEvenTimes(price, costs);
  if (multiple !== 1) return `${times(multiple)} its price`;
  return Number(breakEvenPrice(costs)) > Number(price) ? "a little over its price" : "its price";
}

export function Sum({ label, value, isTotal }: { label: string; value: string; isTotal?: boolean }) {
  return (
    <div className={isTotal ? "is-total" : undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The rate of Income Tax that the example counts on. */
const incomeTaxPercent = 40;

interface BarProps {
  label: string;
  value: React.ReactNode;
  /** The share is from 0 to 1. */
  share: number;
}

export function Bar({ label, value, share }: BarProps) {
  const filled = { "--filled": `${100 * share}%` } as CSSProperties;
  return (
    <div className="deal-bar">
      <p className="small">
        <span className="wrap-anywhere">{label}</span> <span className="num">{value}</span>
      </p>
      <i style={filled} aria-hidden="true" />
    </div>
  );
}
