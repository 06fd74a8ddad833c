import "#web/styles/people.css";
import { useQuery } from "@tanstack/react-query";
import { moneyActs } from "#shared/waiting-counts/to-do-messages.ts";
import { todayMessages as messages } from "#shared/waiting-counts/to-do-words.ts";
import { todayQuery } from "#web/lib/today-query.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { hasMoney, MoneyTable } from "./money-table.tsx";
import { entryOf, ToDoRows } from "./to-do-rows.tsx";

/** The money of all deals: who has not paid, and what has to be done with what came. */
export function Money() {
  const { data, isPending, refetch } = useQuery(todayQuery);
  const rows = data?.rows.filter(({ place, act }) => place === "money" || (act && moneyActs.includes(act))) ?? [];
  const deals = data?.deals.filter(hasMoney) ?? [];
  return (
    <section aria-labelledby="money" tabIndex={-1} className="outline-none">
      <ViewHead id="money" title="Money" />
      {isPending && <RowSkeletons label={messages.loading} count={4} />}
      {!isPending && !data && <LoadFailed title="The money of all deals could not be loaded" onRetry={refetch} />}
      {data && (
        <div className="grid gap-9">
          {rows.length > 0 && <ToDoRows entries={rows.map(entryOf)} />}
          {deals.length > 0 ? (
            <MoneyTable deals={deals} />
          ) : (
            <EmptyState
              isCard
              title={messages.noMoney}
              text="Once a deal asks its members to pay, who has not paid is here."
            />
          )}
        </div>
      )}
    </section>
  );
}
