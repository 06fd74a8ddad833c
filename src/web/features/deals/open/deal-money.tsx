import type { PanelMember } from "#shared/acts/acts.ts";
import { panelMemberWords } from "#shared/acts/panel-words.ts";
import {
  costPence,
  feeOfCostPence,
  minimumShares,
  type ShareCosts,
  sharesFor,
  splitLargestRemainder,
} from "#shared/commitments/share-costs.ts";
import type { DealContent } from "#shared/deals/deals.ts";
import { dealBodyMessages as messages } from "#shared/deals/open-deal-messages.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { formatPence } from "#shared/pence.ts";
import { longDate, percent } from "#web/lib/format.ts";
import { shortened } from "../shortened.ts";
import { Bar, Sum } from "./deal-costs.tsx";
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
