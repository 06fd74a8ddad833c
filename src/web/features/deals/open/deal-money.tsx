import type { CSSProperties } from "react";
import type { PanelMember } from "#shared/acts/acts.ts";
import { panelMemberWords } from "#shared/acts/panel-words.ts";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import {
  amountForShares,
  breakEvenPrice,
  breakEvenTimes,
  costPence,
  feeOfCostPence,
  hasPartsOfPenny,
  minimumShares,
  type ShareCosts,
  sharesFor,
  splitLargestRemainder,
  totalLoss,
} from "#shared/commitments/share-costs.ts";
import { counted } from "#shared/counted.ts";
import type { DealContent, OpenDeal } from "#shared/deals/deals.ts";
import { dealCostMessages, dealBodyMessages as messages } from "#shared/deals/open-deal-messages.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { partOfPennyWords } from "#shared/funds/difference-words.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { type Tier, tierLabels, tiers } from "#shared/people/people-messages.ts";
import { possessive } from "#shared/possessive.ts";
import type { Club } from "#shared/settings/settings.ts";
import { type Amount, amountReader } from "#web/features/commitments/use-amount.ts";
import { longDate, percent, times } from "#web/lib/format.ts";
import { useClub } from "#web/lib/use-club.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Field } from "#web/ui/field.tsx";
import { NumberInput } from "#web/ui/number-input.tsx";
import { shortened } from "../shortened.ts";
import { DealFold, DealSection, type SectionProps } from "./deal-section.tsx";
import { rateOf } from "./deal-words.ts";

export function UseOfFunds({ content: { terms }, isChanged }: SectionProps) {
  const { use_of_funds, round_total_pence } = terms;
  const parts = splitLargestRemainder(
    round_total_pence,
    use_of_funds.map((part) => part.percent),
  );
  const [first] = use_of_funds.toSorted((one, other) => other.percent - one.percent);
  return (
    <DealFold
      name="funds"
      line={first ? `${percent(first.percent / 100)} ${first.what}` : formatPounds(round_total_pence)}
      isChanged={isChanged}
    >
      <div className="grid max-w-(--measure) gap-3">
        {use_of_funds.map(({ what, percent: share }, index) => (
          <Bar
            key={what}
            label={what}
            share={share / 100}
            value={
              <>
                <b>{percent(share / 100)}</b> <span className="muted">{formatPounds(parts[index] ?? 0)}</span>
              </>
            }
          />
        ))}
        <p className="note">Of a whole round of {formatPounds(round_total_pence)}. Bars from 0 to 100%.</p>
      </div>
    </DealFold>
  );
}

export function Others({ content: { terms }, isChanged }: SectionProps) {
  const line = shortened(terms.other_investors);
  return (
    <DealFold name="others" line={line} isChanged={isChanged}>
      {line !== terms.other_investors && <Paragraph text={terms.other_investors} />}
    </DealFold>
  );
}

/** The conflicts include what the reader and the company would pay the club. */
export function Conflicts({
  content,
  isChanged,
  costs,
  panel,
}: SectionProps & { costs: ShareCosts | null; panel: readonly PanelMember[] }) {
  const { terms, success_fee_bp } = content;
  const { price, club_minimum_pence, club_maximum_pence, minimum_commitment_pence } = terms;
  // Whole shares: what the company is paid, which the fee is of.
  const most = costPence(price, sharesFor(price, club_maximum_pence, minimum_commitment_pence));
  const least = costPence(price, minimumShares(price, club_minimum_pence));
  const rate = percent(rateOf(success_fee_bp));
  const successFee = (pence: number) => formatPence(feeOfCostPence(pence, success_fee_bp));
  return (
    <DealSection name="conflicts" isChanged={isChanged}>
      <div className="grid gap-3">
        <dl className="deal-sums num">
          {costs && <Sum label={`Your fee, at ${formatPence(costs.costPence)}`} value={formatPence(costs.feePence)} />}
          <Sum label={`${rate} from the company, if the club fills ${formatPence(most)}`} value={successFee(most)} />
          <Sum label={`${rate} if it reaches the minimum of ${formatPence(least)}`} value={successFee(least)} />
        </dl>
        <Paragraph
          text={`The ${rate} is of the funds raised through the club, which is what its members invest. It is invoiced to the company after completion, never taken out of your money.`}
        />
        <Said label="What the club and its founders put in" text={terms.club_invests} />
        <Said label="Conflicts of interest" text={terms.conflicts} />
        {panel.length > 0 && <WhoSigns panel={panel} />}
      </div>
    </DealSection>
  );
}

/** The names are shown before anybody commits: nobody else signs for the money. */
const WhoSigns = ({ panel }: { panel: readonly PanelMember[] }) => (
  <div>
    <p className="note">{messages.whoSigns}</p>
    {panel.length > 1 && <Paragraph text={messages.twoSign} />}
    <ul className="max-w-[40rem] list-disc pl-5">
      {panel.map((member) => (
        <li key={member.name} className="wrap-anywhere">
          {panelMemberWords(member)}
        </li>
      ))}
    </ul>
  </div>
);

/** What an admin may have written in a word, such as "None". */
const Said = ({ label, text }: { label: string; text: string }) => (
  <div>
    <p className="note">{label}</p>
    <Paragraph text={text} />
  </div>
);

export function SchemeState({ content: { terms, page }, isChanged }: SectionProps) {
  const { scheme } = terms;
  const isNone = scheme === "none";
  return (
    <DealFold
      name="scheme"
      line={isNone ? "The shares qualify for neither SEIS nor EIS." : assuranceOf(terms)}
      isChanged={isChanged}
      {...(!isNone && { title: scheme })}
    >
      <div className="grid gap-3">
        <Paragraph
          text={
            isNone
              ? "No Income Tax relief is counted."
              : `${terms.assurance === "none" ? "The" : "It is no promise: the"} certificate (${scheme}3) comes months after the shares, and relief can be lost if the company or you break the rules within three years.`
          }
        />
        {page.scheme_note && <Paragraph text={page.scheme_note} />}
      </div>
    </DealFold>
  );
}

const assuranceOf = ({ assurance, assurance_on }: DealContent["terms"]): string =>
  assurance === "given"
    ? `Assurance in advance was given on ${longDate(assurance_on ?? "")}.`
    : messages.assurance[assurance];

function Paragraph({ text }: { text: string }) {
  return (
    <p className="max-w-[40rem] whitespace-pre-line wrap-anywhere" dir="auto">
      {text}
    </p>
  );
}

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
              className="large-input"
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
  return `${fees.join(", ")}. ${others.map(({ label, price }) => dealCostMessages.yearlyPrice(label, price, own)).join("; ")}.`;
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
  const announced = useDebounced(isSettled ? `${dealCostMessages.due} ${due}` : "", settledMs, "");
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
        <Sum label={dealCostMessages.due} value={due} isTotal />
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

function Sum({ label, value, isTotal }: { label: string; value: string; isTotal?: boolean }) {
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

function Bar({ label, value, share }: BarProps) {
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
