import type { DealContent } from "#shared/deals.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { dealBodyMessages as messages, termsChangeMessages, termsLine } from "#shared/open-deal-messages.ts";
import { formatPence } from "#shared/pence.ts";
import type { ShareCosts } from "#shared/share-costs.ts";
import { feeOfCostPence, splitLargestRemainder } from "#shared/share-costs.ts";
import { longDate, percent } from "#web/lib/format.ts";
import { Bar, Sum } from "./deal-costs.tsx";
import { DealSection, type SectionProps } from "./deal-section.tsx";
import { rateOf } from "./deal-words.ts";

export function UseOfFunds({ content: { terms }, isChanged }: SectionProps) {
  const { use_of_funds, round_total_pence } = terms;
  const parts = splitLargestRemainder(
    round_total_pence,
    use_of_funds.map((part) => part.percent),
  );
  return (
    <DealSection name="funds" isChanged={isChanged}>
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
        <p className="note">{messages.fundsNote(formatPounds(round_total_pence))}</p>
      </div>
    </DealSection>
  );
}

export function Others({ content: { terms }, isChanged }: SectionProps) {
  return (
    <DealSection name="others" isChanged={isChanged}>
      <Paragraph text={terms.other_investors} />
    </DealSection>
  );
}

/** With what the reader and the company would pay the club. */
export function Conflicts({ content, isChanged, costs }: SectionProps & { costs: ShareCosts }) {
  const { terms, success_fee_bp } = content;
  const rate = percent(rateOf(success_fee_bp));
  const successFee = (pence: number) => formatPence(feeOfCostPence(pence, success_fee_bp));
  return (
    <DealSection name="conflicts" isChanged={isChanged}>
      <div className="grid gap-3">
        <dl className="deal-sums num">
          <Sum label={messages.yourFee(formatPence(costs.costPence))} value={formatPence(costs.feePence)} />
          <Sum
            label={messages.successAtMaximum(rate, formatPence(terms.club_maximum_pence))}
            value={successFee(terms.club_maximum_pence)}
          />
          <Sum
            label={messages.successAtMinimum(rate, formatPence(terms.club_minimum_pence))}
            value={successFee(terms.club_minimum_pence)}
          />
        </dl>
        <Paragraph text={messages.successFee(rate)} />
        <Paragraph text={termsLine(termsChangeMessages.clubInvests, terms.club_invests)} />
        <Paragraph text={termsLine(termsChangeMessages.conflicts, terms.conflicts)} />
      </div>
    </DealSection>
  );
}

export function SchemeState({ content: { terms, page }, isChanged }: SectionProps) {
  const { scheme } = terms;
  return (
    <DealSection name="scheme" isChanged={isChanged} {...(scheme !== "none" && { title: scheme })}>
      <div className="grid gap-3">
        <Paragraph text={scheme === "none" ? messages.noScheme : `${assuranceOf(terms)} ${messages.relief(scheme)}`} />
        {page.scheme_note && <Paragraph text={page.scheme_note} />}
      </div>
    </DealSection>
  );
}

const assuranceOf = ({ assurance, assurance_on }: DealContent["terms"]): string =>
  assurance === "given" ? messages.assurance.given(longDate(assurance_on ?? "")) : messages.assurance[assurance];

function Paragraph({ text }: { text: string }) {
  return (
    <p className="max-w-[40rem] whitespace-pre-line wrap-anywhere" dir="auto">
      {text}
    </p>
  );
}
