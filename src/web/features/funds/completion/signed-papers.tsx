import type { Completion } from "#shared/funds/funds-completion.ts";
import { signedPaperKinds } from "#shared/funds/funds-completion-messages.ts";
import { FiledPaper } from "./filed-paper.tsx";

/** The four that are signed before a round completes. */
export function SignedPapers({ completion }: { completion: Completion }) {
  const { prepare } = completion.can;
  return (
    <>
      <ul className="paper-list">
        {signedPaperKinds.map((kind) => (
          <FiledPaper key={kind} kind={kind} completion={completion} upload={prepare ? kind : null} />
        ))}
      </ul>
      {prepare && <p className="note">PDF, at most 25 MB.</p>}
    </>
  );
}
