import { savedMeanwhileMessages as messages } from "#shared/account/app-messages.ts";
import { ConflictNotice } from "../conflict-notice.tsx";

interface SavedMeanwhileProps {
  /** As saved, by their labels; only those that differ from the form. */
  differences: readonly (readonly [label: string, saved: string])[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Another window has saved what this form is about. */
export function SavedMeanwhile({ differences, ...choices }: SavedMeanwhileProps) {
  return (
    <ConflictNotice words={messages} {...choices}>
      <dl className="mt-2 wrap-anywhere">
        {differences.map(([label, saved]) => (
          <div key={label}>
            <dt className="inline">{label}: </dt>
            <dd className="inline whitespace-pre-line">{saved || messages.nothing}</dd>
          </div>
        ))}
      </dl>
    </ConflictNotice>
  );
}
