import { serverNow } from "#web/lib/server-time.ts";
import "#web/styles/people.css";
import { useQuery } from "@tanstack/react-query";
import { boardPartMessages as funds } from "#shared/funds/funds-desk-messages.ts";
import type { Today as TodayAnswer } from "#shared/waiting-counts/to-do.ts";
import { todayMessages as messages, namesWords, tellTime, tellWaiting } from "#shared/waiting-counts/to-do-words.ts";
import { weekdayDate } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { todayQuery } from "#web/lib/today-query.ts";
import { useAction } from "#web/lib/use-action.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { hasMoney, MoneyTable } from "./money-table.tsx";
import { entryOf, NothingToDo, ToDoRows } from "./to-do-rows.tsx";

/** All that waits for an admin over all places, the money of all deals, and what others have to do. */
export function Today() {
  const { data, isPending, refetch } = useQuery(todayQuery);
  return (
    <section aria-labelledby="today" tabIndex={-1} className="outline-none">
      <ViewHead id="today" title={messages.title}>
        <p className="note num">{weekdayDate(serverNow().toISOString())}</p>
      </ViewHead>
      {isPending && <RowSkeletons label={messages.loading} count={5} />}
      {!isPending && !data && <LoadFailed title={messages.failed} onRetry={refetch} />}
      {data && <Shown today={data} />}
    </section>
  );
}

function Shown({ today: { rows, deals, waiting } }: { today: TodayAnswer }) {
  const money = deals.filter(hasMoney);
  return (
    <div className="grid gap-9">
      <section aria-labelledby="for-you">
        <div className="to-do-head">
          <h2 id="for-you" className="d4">
            {messages.forYou}
          </h2>
          {rows.length > 0 && (
            <p className="note num">{rows.length}: what is late first, then what is due, then the oldest</p>
          )}
        </div>
        {rows.length > 0 ? (
          <ToDoRows entries={rows.map(entryOf)} />
        ) : (
          <NothingToDo title={messages.nothing}>What comes next is listed here as it comes.</NothingToDo>
        )}
      </section>
      <section aria-labelledby="money-due">
        <div className="to-do-head">
          <h2 id="money-due" className="d4">
            {messages.money}
          </h2>
          <p className="note">all deals</p>
        </div>
        {money.length > 0 ? <MoneyTable deals={money} /> : <p className="muted pt-3">{messages.noMoney}</p>}
      </section>
      {waiting.length > 0 && (
        <section aria-labelledby="waiting-others">
          <div className="to-do-head">
            <h2 id="waiting-others" className="d4">
              {messages.others}
            </h2>
          </div>
          <ul className="to-do-others">
            {waiting.map((one) => (
              <li key={`${one.kind} ${one.path}`}>
                <InlineLink to={one.path} isQuiet>
                  <span className="wrap-anywhere">{namesWords(one)}</span>
                </InlineLink>
                <span className="wrap-anywhere">{tellWaiting(one)}</span>
                <span className="note num">{tellTime(one, serverNow())?.text}</span>
                {one.remind && <Remind {...one.remind} whom={namesWords(one)} />}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

type RemindProps = NonNullable<TodayAnswer["waiting"][number]["remind"]> & { whom: string };

/** A text act: the row waits for somebody else. */
function Remind({ path, people, whom }: RemindProps) {
  const { act, isPending } = useAction<{ members: number }>(path, {
    done: ({ members }) => funds.nudged(members),
    failed: funds.actionFailed,
    invalidates: [queryKeys.waitingCounts],
  });
  return (
    <RowAction labelEnd={`: ${whom}`} aria-busy={isPending} onClick={() => act()}>
      {people === 1 ? "Remind" : funds.nudge(people)}
    </RowAction>
  );
}
