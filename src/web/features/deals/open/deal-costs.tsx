import type { CSSProperties } from "react";
import {
  breakEvenPrice,
  breakEvenTimes,
  feeOfCostPence,
  type ShareCosts,
  totalLoss,
} from "#shared/commitments/share-costs.ts";
import type { OpenDeal } from "#shared/deals/deals.ts";
import { dealCostMessages as messages } from "#shared/deals/open-deal-messages.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { tierLabels, tiers } from "#shared/people/people-messages.ts";
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
}

export function DealCosts({ deal, amount }: DealCostsProps) {
  return (
    <section id="deal-costs" className="card deal-costs" aria-labelledby="deal-costs-heading">
      <div className="grid content-start gap-4">
        <h3 className="d3" id="deal-costs-heading">
          What it costs you
        </h3>
        <Field label="You want to put into shares" hint={amountReader(deal).hint} error={amount.error}>
          <NumberInput
            kind="pounds"
            className="deal-amount"
            value={amount.text}
            onChange={(event) => amount.type(event.target.value)}
          />
        </Field>
        {amount.note && <p className="note">{amount.note}</p>}
        <Tier deal={deal} costs={amount.costs} />
      </div>
      <Purchase deal={deal} costs={amount.costs} />
      <TotalLoss deal={deal} costs={amount.costs} />
    </section>
  );
}

interface OfCosts {
  deal: OpenDeal;
  costs: ShareCosts;
}

function Tier({ deal: { tier, fees_bp }, costs }: OfCosts) {
  const { plans } = useClub();
  const others = tiers.flatMap((other) => {
    const plan = plans.find(({ name }) => name === tierLabels[other]);
    const fee = feeOfCostPence(costs.costPence, fees_bp[other]);
    const words = fee === 0 ? "nothing" : formatPence(fee);
    return other === tier || !plan
      ? []
      : [{ label: tierLabels[other], fee: words, price: plan.annual_price_pence === 0 ? null : plan.price }];
  });
  const [first, ...rest] = others;
  return (
    <div className="grid gap-1">
      <h4 className="field-label">Your tier</h4>
      <p className="small muted">
        {tierLabels[tier]}, {percent(rateOf(fees_bp[tier]))} on top.{" "}
        {first &&
          `${[
            `As ${first.label} the fee would be ${first.fee}`,
            ...rest.map(({ label, fee }) => `as ${label} ${fee}`),
          ].join(", ")}. ${others.map(({ label, price }) => messages.yearlyPrice(label, price)).join("; ")}.`}
      </p>
    </div>
  );
}

/** Announced once somebody stops typing. */
const settledMs = 500;

function Purchase({ deal: { tier, fees_bp, content }, costs }: OfCosts) {
  const { price } = content.terms;
  const { name } = useClub().identity;
  const feeBp = fees_bp[tier];
  const due = formatPence(costs.duePence);
  const settled = useDebounced(due, settledMs);
  return (
    <div>
      <dl className="deal-sums num">
        <Sum label={`Shares at ${formatPrice(price)}`} value={costs.shares.toLocaleString("en-GB")} />
        <Sum label="Cost of the shares" value={formatPence(costs.costPence)} />
        <Sum label={`${name}’s fee, ${percent(rateOf(feeBp))}`} value={formatPence(costs.feePence)} />
        <Sum label={messages.due} value={due} isTotal />
      </dl>
      <p className="sr-only" role="status">
        {`${messages.due} ${settled}`}
      </p>
      <p className="note pt-2.5">
        To get back what you sent, before any relief, a share has to be worth {formatPrice(breakEvenPrice(costs))}:{" "}
        {times(breakEvenTimes(price, costs))} its price.
      </p>
    </div>
  );
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

function TotalLoss({ deal: { content }, costs }: OfCosts) {
  const { scheme } = content.terms;
  const { withoutReliefPence, afterIncomeTaxReliefPence, afterLossReliefPence } = totalLoss({
    ...costs,
    scheme,
    incomeTaxPercent,
  });
  const relieved = [
    { label: `after ${scheme} Income Tax relief, if you qualify`, pence: afterIncomeTaxReliefPence },
    { label: `and loss relief at ${percent(incomeTaxPercent / 100)}, if you qualify`, pence: afterLossReliefPence },
  ];
  const losses = [
    { label: "If it fails, with no relief", pence: withoutReliefPence },
    ...(scheme === "none" ? [] : relieved),
  ];
  return (
    <div className="grid content-start gap-3">
      <h4 className="field-label">What a total loss costs you</h4>
      {losses.map(({ label, pence }) => (
        <Bar key={label} label={label} value={<b>{formatPence(pence)}</b>} share={pence / withoutReliefPence} isLoss />
      ))}
      <p className="note">
        {scheme === "none"
          ? "These shares qualify for no relief under SEIS or EIS. Arithmetic, not advice."
          : `The relief counts the shares, ${formatPence(costs.costPence)}, not the fee. It depends on your own tax and on three years of holding, and may change. Arithmetic, not advice.`}
      </p>
    </div>
  );
}

interface BarProps {
  label: string;
  value: React.ReactNode;
  /** From 0 to 1. */
  share: number;
  isLoss?: boolean;
}

export function Bar({ label, value, share, isLoss }: BarProps) {
  const filled = { "--filled": `${100 * share}%` } as CSSProperties;
  return (
    <div className="deal-bar">
      <p className="small">
        <span className="wrap-anywhere">{label}</span> <span className="num">{value}</span>
      </p>
      <i className={isLoss ? "is-loss" : undefined} style={filled} aria-hidden="true" />
    </div>
  );
}
