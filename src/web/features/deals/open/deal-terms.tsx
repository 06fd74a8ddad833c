import type { OpenDeal } from "#shared/deals/deals.ts";
import { longDate } from "#web/lib/format.ts";
import type { TermLine } from "./deal-changes.ts";
import { ChangedMark, DealSection } from "./deal-section.tsx";

interface DealTermsProps {
  terms: OpenDeal["content"]["terms"];
  lines: readonly TermLine[];
}

export function DealTerms({ terms, lines }: DealTermsProps) {
  const changes = lines.filter(({ was }) => was !== undefined).length;
  const note = (
    <>
      Terms {terms.number}, {longDate(terms.created_at)}.{" "}
      {changes > 0 && (changes === 1 ? "1 line changed." : `${changes} lines changed.`)}{" "}
      <button type="button" className="inline-link" onClick={() => window.print()}>
        Print
      </button>
    </>
  );
  return (
    <DealSection name="terms" note={note}>
      <dl className="deal-lines num">
        {lines.map((line) => (
          <Line key={line.label} line={line} />
        ))}
      </dl>
    </DealSection>
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
