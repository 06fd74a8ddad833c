import { useQuery } from "@tanstack/react-query";
import { actKindLabels, actStateLabels, codeOf } from "#shared/acts/act-messages.ts";
import type { Act } from "#shared/acts/acts.ts";
import { shortLondonTime } from "#web/lib/format.ts";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { actsQuery } from "./act-queries.ts";
import { SignedList } from "./signed-list.tsx";

interface SignedListsProps {
  dealId: string;
  /** Its members were asked to pay: without a list that was before there were any. */
  isCalled?: boolean;
}

/** All lists of a deal: what waits or runs is open, what is over is a line. */
export function SignedLists({ dealId, isCalled = false }: SignedListsProps) {
  const { data, isPending, refetch } = useQuery(actsQuery(dealId));
  if (isPending) return <RowSkeletons label="Loading the lists" count={3} />;
  if (!data) return <SectionFailed text="The lists could not be loaded." onRetry={refetch} />;
  if (data.items.length === 0)
    return (
      <p className="note">
        {isCalled
          ? "This deal was done before lists were signed."
          : "No list is signed yet. The first is the offer, the second the closing list."}
      </p>
    );
  const isShown = (act: Act, index: number) => running.includes(act.state) || (index === 0 && act.state === "executed");
  return (
    <div className="grid gap-8">
      {data.items.map((act, index) =>
        isShown(act, index) ? (
          <SignedList key={act.id} act={act} />
        ) : (
          <details key={act.id} className="fold">
            <summary>{lineOf(act)}</summary>
            <div className="pt-4">
              <SignedList act={act} />
            </div>
          </details>
        ),
      )}
    </div>
  );
}

const running: readonly Act["state"][] = ["prepared", "waiting", "signed"];

function lineOf({ kind, number, content_sha256, state, signatures, ended_at }: Act): string {
  const who = signatures.map(({ name }) => name).join(" and ");
  const when = ended_at ? `, ${shortLondonTime(ended_at)}` : "";
  return `${actKindLabels[kind]}, list ${number}, ${codeOf(content_sha256)}: ${actStateLabels[state].toLowerCase()}${when}${who && `, signed by ${who}`}`;
}
