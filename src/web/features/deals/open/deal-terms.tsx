import { instrumentLabels } from "#shared/deals/deal-messages.ts";
import type { OpenDeal } from "#shared/deals/deals.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { formatPrice } from "#shared/pence.ts";
import { longDate } from "#web/lib/format.ts";
import type { TermLine } from "./deal-changes.ts";
import { ChangedMark, DealFold } from "./deal-section.tsx";

interface DealTermsProps {
  terms: OpenDeal["content"]["terms"];
  lines: readonly TermLine[];
}

export function DealTerms({ terms, lines }: DealTermsProps) {
  const changes = lines.filter(({ was }) => was !== undefined).length;
  const changed = changes === 1 ? " 1 line changed." : ` ${changes} lines changed.`;
  return (
    <DealFold
      name="terms"
      line={`${instrumentLabels[terms.instrument]} at ${formatPrice(terms.price)}, company worth ${formatPounds(terms.pre_money_pence)} before the round.${changes > 0 ? changed : ""}`}
    >
      <dl className="deal-lines num">
        {lines.map((line) => (
          <Line key={line.label} line={line} />
        ))}
      </dl>
      <p className="note">
        Terms {terms.number}, {longDate(terms.created_at)}.{" "}
        <button type="button" className="inline-link" onClick={() => window.print()}>
          Print
        </button>
      </p>
    </DealFold>
  );
}

function Line({ line: { label, value, was } }: { line: TermLine }) {
  if (was === undefined)
    return (
      <div>
        <dt>{label}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    );
  return (
    <div className="is-changed">
      <dt>
        {label}
        <ChangedMark />
      </dt>
      <dd dir="auto">
        <span className="sr-only">Before: </span>
        <del>{was}</del> <ins>{value}</ins>
      </dd>
    </div>
  );
}
