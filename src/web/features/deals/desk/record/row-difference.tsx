import { diffWords, WordDifference } from "#web/ui/word-difference.tsx";

/** A label, and the text under it. */
export type Row = readonly [label: string, text: string];

interface RowDifferenceProps {
  before: readonly Row[];
  after: readonly Row[];
  same: string;
}

/** Row by row, without those that are the same. */
export function RowDifference({ before, after, same }: RowDifferenceProps) {
  const former = new Map(before);
  const changed = after.filter(([label, text]) => (former.get(label) ?? "") !== text);
  if (changed.length === 0) return <p className="note">{same}</p>;
  return (
    <dl className="grid gap-4">
      {changed.map(([label, text]) => (
        <div key={label}>
          <dt className="field-label mb-1.5">{label}</dt>
          <dd>
            <p className="difference whitespace-pre-line">
              <WordDifference words={diffWords(former.get(label) ?? "", text)} />
            </p>
          </dd>
        </div>
      ))}
    </dl>
  );
}
