import { useMemo } from "react";
import type { RichTextDocument } from "#shared/content/rich-text.ts";
import type { RichTextValues } from "#shared/content/rich-text-rules.ts";
import { WordDifference } from "#web/ui/word-difference.tsx";
import { type BlockChange, diffTexts } from "./diff-texts.ts";

interface TextDifferenceProps {
  before: RichTextDocument;
  after: RichTextDocument;
  values: RichTextValues;
}

/** Two texts as one: what was added underlined, what was removed struck through, what stayed left out. */
export function TextDifference({ before, after, values }: TextDifferenceProps) {
  const changes = useMemo(() => diffTexts(before, after, values), [before, after, values]);
  const keyed = changes.map((change, index) => ({ change, key: `${index}` }));
  return (
    <div className="difference">
      {keyed.map(({ change, key }) => (
        <ChangedBlock key={key} change={change} />
      ))}
    </div>
  );
}

function ChangedBlock({ change }: { change: BlockChange }) {
  if (change.kind === "same")
    return (
      <p className="note">
        {change.count === 1 ? "1 block without a change" : `${change.count} blocks without a change`}
      </p>
    );
  const isOnlyFormat = change.kind === "changed" && change.words.every((run) => !run.change);
  return (
    <div>
      {change.name !== "Paragraph" && <p className="note">{change.name}</p>}
      {isOnlyFormat && <p className="note">Only links or formatting changed.</p>}
      <p>
        <WordDifference words={change.words} />
      </p>
    </div>
  );
}
