import "./commitments.css";
import { endedStates } from "#shared/commitments/commitment-messages.ts";
import type { ListedCommitment } from "#shared/commitments/commitments.ts";
import { useList } from "#web/lib/use-list.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { isClosedWithout } from "./commitment-words.ts";
import { CommitmentTable } from "./own/commitment-table.tsx";

export const useOwnCommitments = () => useList<ListedCommitment>({ path: "/commitments/me" });

interface OwnCommitmentsProps {
  list: ReturnType<typeof useOwnCommitments>;
  linkTo: (id: string) => string;
}

/** What the reader has joined and does not hold yet, whatever their statement says now; what has ended is folded. */
export function OwnCommitments({ list, linkTo }: OwnCommitmentsProps) {
  const items = list.items?.filter(({ state }) => state !== "completed");
  if (items?.length === 0 && !list.hasNextPage) return null;
  return (
    <section className="grid gap-2" aria-labelledby="own-commitments">
      <h2 className="d4" id="own-commitments">
        Your commitments
      </h2>
      <ListView list={list} items={items} noun="commitments" loading="Loading your investments" empty={null}>
        {(commitments) => <Parts commitments={commitments} linkTo={linkTo} />}
      </ListView>
    </section>
  );
}

interface PartsProps {
  commitments: readonly ListedCommitment[];
  linkTo: (id: string) => string;
}

function Parts({ commitments, linkTo }: PartsProps) {
  const ended = commitments.filter(isOver);
  const running = commitments.filter((commitment) => !isOver(commitment));
  return (
    <>
      {running.length > 0 && <CommitmentTable commitments={running} linkTo={linkTo} />}
      {ended.length > 0 && (
        <details className="commit-fold">
          <summary>Ended ({ended.length})</summary>
          <CommitmentTable commitments={ended} linkTo={linkTo} />
        </details>
      )}
    </>
  );
}

const isOver = (commitment: ListedCommitment): boolean =>
  endedStates.includes(commitment.state) || isClosedWithout(commitment);
