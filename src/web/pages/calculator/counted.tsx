import { paths } from "#shared/paths.ts";
import { higherGainsTaxRate, schemes } from "#shared/portfolio/deal-result.ts";
import { percent } from "#web/lib/format.ts";
import { InlineLink } from "#web/ui/link.tsx";
import type { DealSums } from "./deal-sums.ts";
import { money } from "./figures.ts";

const guidance = "https://www.gov.uk/guidance/venture-capital-schemes-tax-relief-for-investors";

/** What the sums suppose, and what they leave out. */
export function Counted({ sums }: { sums: DealSums }) {
  return (
    <>
      <dl className="glossary">
        {items(sums).map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="note mt-7 max-w-(--measure)">
        Tax year 2026/27, checked in November 2026. This is general information and not advice: tax depends on your
        circumstances and can change. Check <InlineLink to={guidance}>GOV.UK</InlineLink> on the day, and read{" "}
        <InlineLink to={paths.article("eis-seis-tax-schemes")}>how EIS and SEIS relief works</InlineLink>.
      </p>
    </>
  );
}

const items = (sums: DealSums) => [
  {
    term: "Income Tax relief",
    text: `${schemeRule("EIS")}, ${schemeRule("SEIS")}. A fee buys no shares and earns none. You get at most the Income Tax you owe, which the calculator cannot know.`,
  },
  {
    term: "Three years",
    text: "Relief stays if you hold the shares for three years and the company keeps to the scheme’s rules for as long. The sums suppose both. Sell sooner and it is taken back.",
  },
  { term: "Loss relief", text: lossRule(sums) },
  {
    term: "Capital Gains Tax",
    text: `Not counted. EIS and SEIS shares that kept their relief are free of it after three years. Without a scheme it can take ${percent(higherGainsTaxRate)} of the gain, so you would keep less than is shown.`,
  },
  {
    term: "Scotland",
    text: "The rates of Income Tax are those of England, Wales and Northern Ireland. Scottish taxpayers have others.",
  },
  {
    term: "Time",
    text: "Not counted. The multiple is what your shares are sold for against what they cost, so dilution by later rounds is in it. The years that take you there are not.",
  },
];

const schemeRule = (scheme: "EIS" | "SEIS"): string =>
  `${percent(schemes[scheme].reliefRate)} of ${scheme} shares, on up to ${money(schemes[scheme].yearlyLimitPence)} in a tax year`;

function lossRule({ club, entry, totalLossAgainstGainsPence }: DealSums): string {
  const againstGains = `Set against gains taxed at ${percent(higherGainsTaxRate)} instead, a total loss of this deal would cost you ${money(totalLossAgainstGainsPence)}.`;
  return club.deal.scheme === "none"
    ? `None is counted without a scheme, or without tax to pay. ${againstGains.replace(" instead", "")}`
    : `What relief leaves of a loss is set against income taxed at ${entry.incomeTaxPercent}%, all of it. ${againstGains}`;
}
