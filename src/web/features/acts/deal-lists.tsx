import "./acts.css";
import { useQuery } from "@tanstack/react-query";
import { paths } from "#shared/paths.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { useSearchState, uuid } from "#web/lib/search-state.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { actsQuery } from "./act-queries.ts";
import { BalanceForm, balanceDiffers, waitsForBalance } from "./balance.tsx";
import { SignedLists } from "./signed-lists.tsx";

/** What is signed about the money of a deal, for members who take part in it, and for who signs and sees nothing else. */
export function DealLists() {
  const { state } = useSearchState({ deal: uuid });
  const { data, error, isPending, refetch } = useQuery({ ...actsQuery(state.deal), enabled: state.deal !== "" });
  const acts = data?.items ?? [];
  const [newest] = acts;
  const title = newest ? `Signed lists, ${newest.company_name}` : "Signed lists";
  useOpenedTitle(newest && title);
  const isOfPanel = acts.some(({ can }) => can.withdraw);
  return (
    <section aria-labelledby="deal-lists" className="grid gap-5">
      <BackLink to={paths.myInvestments} className="pt-2">
        My Investments
      </BackLink>
      <ViewHead id="deal-lists" title={title} />
      <p className="muted max-w-(--measure)">
        Money of a deal moves when two people whom everybody knew before committing have signed the same list. Everybody
        who takes part reads it here, and can object.
      </p>
      {state.deal !== "" && isPending && <RowSkeletons label="Loading the lists" count={3} />}
      {error && !data && <LoadFailed title="The lists could not be loaded" text={error.message} onRetry={refetch} />}
      {(state.deal === "" || data) &&
        (newest ? (
          <>
            {isOfPanel && waitsForBalance(acts) && <BalanceForm dealId={state.deal} isAgain={balanceDiffers(acts)} />}
            <h2 className="sr-only">Lists</h2>
            <SignedLists dealId={state.deal} />
          </>
        ) : (
          <EmptyState
            isCard
            title="No list for you to read"
            text="Lists are here for those who sign for a deal, and for members who take part in it."
          />
        ))}
    </section>
  );
}
