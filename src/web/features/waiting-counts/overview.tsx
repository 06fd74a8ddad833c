import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import type { Session } from "#shared/account/session.ts";
import { paths } from "#shared/paths.ts";
import type { ToDo } from "#shared/waiting-counts/to-do.ts";
import { toDoMessages as messages, todayMessages } from "#shared/waiting-counts/to-do-words.ts";
import { InvestmentsTab } from "#web/features/companies/investments-tab.tsx";
import { portfolioQuery } from "#web/features/portfolio/portfolio-query.ts";
import { shortDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { toDoQuery } from "#web/lib/to-do-query.ts";
import { todayQuery } from "#web/lib/today-query.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { ToDoList } from "./to-do-list.tsx";
import { entryOf, ToDoRows } from "./to-do-rows.tsx";

const ownSummary = lazyPage(() => import("#web/features/portfolio/own-summary.tsx").then((file) => file.OwnSummary));
const startList = lazyPage(() => import("./start-list.tsx").then((file) => file.StartList));

/** The first screen: what its reader has to do, what is theirs, what is the club's. */
export function Overview({ session }: { session: Session }) {
  const { isPending } = useQuery(portfolioQuery);
  return (
    <div className="grid gap-9">
      <OwnToDo />
      {session.role === "admin" && <ForAdmins />}
      <Suspense>
        <Page page={ownSummary} />
        {/* Whether anything stands above it is known once the portfolio is. */}
        <div className={isPending ? "invisible" : undefined}>
          <InvestmentsTab />
        </div>
      </Suspense>
    </div>
  );
}

function OwnToDo() {
  const { data, isPending, refetch } = useQuery(toDoQuery);
  if (isPending) return <ToDoSkeletons />;
  if (!data) return <LoadFailed title={messages.failed} onRetry={refetch} />;
  if (data.start)
    return (
      <Suspense fallback={<ToDoSkeletons count={5} />}>
        <Page page={startList} start={data.start} items={data.items} />
      </Suspense>
    );
  return (
    <div className={data.asked.length > 0 ? "to-do-columns has-aside" : "to-do-columns"}>
      <ToDoList items={data.items} />
      {data.asked.length > 0 && <Asked asked={data.asked} />}
    </div>
  );
}

const ToDoSkeletons = ({ count }: { count?: number }) => (
  <div>
    <div className="to-do-head">
      <Skeleton className="h-6 w-24" />
    </div>
    <Skeletons label={messages.loading} count={count}>
      <div className="flex min-h-24 items-center border-line border-b sm:min-h-[3.25rem]">
        <Skeleton className="h-4 w-2/5" />
      </div>
    </Skeletons>
  </div>
);

const Asked = ({ asked }: Pick<ToDo, "asked">) => (
  <section aria-labelledby="asked">
    <div className="to-do-head">
      <h2 id="asked" className="d4">
        {messages.asked}
      </h2>
    </div>
    <ul>
      {asked.map(({ id, name, asked_at }) => (
        <li key={id} className="border-b border-line py-2.5">
          <InlineLink to={paths.introductions} isQuiet>
            {name}
          </InlineLink>
          <p className="note num">You asked for an introduction on {shortDate(asked_at)}</p>
        </li>
      ))}
    </ul>
  </section>
);

const mostRows = 5;

/** What waits for them as an admin, with the way to all of it. */
function ForAdmins() {
  const { data } = useQuery(todayQuery);
  if (!data || data.rows.length === 0) return null;
  const { rows } = data;
  return (
    <section aria-labelledby="for-admins">
      <div className="to-do-head">
        <h2 id="for-admins" className="d4">
          {todayMessages.title}
        </h2>
        <p className="note num">{rows.length} for an admin</p>
        <InlineLink to={paths.today}>
          {rows.length > mostRows ? `All ${rows.length} in Today` : "Open Today"}
        </InlineLink>
      </div>
      <ToDoRows entries={rows.slice(0, mostRows).map(entryOf)} isQuiet />
    </section>
  );
}
