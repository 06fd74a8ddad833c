import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import type { Session } from "#shared/account/session.ts";
import { adminPaths } from "#shared/admin-paths.ts";
import { paths } from "#shared/paths.ts";
import { certificateMessages as certificateWords } from "#shared/portfolio/certificate-messages.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import type { ToDo } from "#shared/waiting-counts/to-do.ts";
import {
  toDoMessages as messages,
  type OthersWords,
  tellOthers,
  todayMessages,
} from "#shared/waiting-counts/to-do-words.ts";
import { InvestmentsTab } from "#web/features/companies/investments-tab.tsx";
import { lotWords } from "#web/features/portfolio/lot-words.ts";
import { portfolioQuery } from "#web/features/portfolio/portfolio-query.ts";
import { shortDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { toDoQuery } from "#web/lib/to-do-query.ts";
import { todayQuery } from "#web/lib/today-query.ts";
import { Badge } from "#web/ui/badge.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { ToDoList } from "./to-do-list.tsx";
import { entryOf, ToDoRows } from "./to-do-rows.tsx";

const ownSummary = lazyPage(() => import("#web/features/portfolio/own-summary.tsx").then((file) => file.OwnSummary));
const askName = lazyPage(() => import("#web/features/account/ask-name.tsx").then((file) => file.AskName));
const startList = lazyPage(() => import("./start-list.tsx").then((file) => file.StartList));

/** The first screen: what its reader has to do, what is theirs, what is the club's. */
export function Overview({ session }: { session: Session }) {
  const portfolio = useQuery(portfolioQuery);
  const toDo = useQuery(toDoQuery);
  const isAdmin = session.role === "admin";
  const today = useQuery({ ...todayQuery, enabled: isAdmin });
  // What stands above each part, and how high it is, is known once its answer is: nothing moves under a finger.
  const belowToday = isAdmin && today.isPending ? "invisible" : "";
  const belowToDo = belowToday || toDo.isPending || portfolio.isPending ? "invisible" : "";
  return (
    <div className="grid gap-9">
      {isAdmin && <ForAdmins />}
      <div className={belowToday}>
        <OwnToDo session={session} />
      </div>
      <Suspense>
        <div className={`grid gap-9 ${belowToDo}`}>
          <Page page={ownSummary} />
          <InvestmentsTab />
        </div>
      </Suspense>
    </div>
  );
}

function OwnToDo({ session }: { session: Session }) {
  const { data, isPending, refetch } = useQuery(toDoQuery);
  const portfolio = useQuery(portfolioQuery);
  // The portfolio says whether a certificate is late.
  if (isPending || portfolio.isPending) return <ToDoSkeletons />;
  if (!data) return <LoadFailed title={messages.failed} onRetry={refetch} />;
  if (data.start)
    return (
      <Suspense fallback={<ToDoSkeletons count={5} />}>
        <Page page={startList} start={data.start} items={data.items} />
      </Suspense>
    );
  const late = portfolio.data?.next.filter(({ kind }) => kind === "ask_certificate") ?? [];
  const hasOthers = late.length + data.others.length > 0;
  return (
    <>
      {session.membership_status === "approved" && !session.user.user_metadata.full_name && (
        <Suspense>
          <Page page={askName} session={session} />
        </Suspense>
      )}
      <div className={hasOthers ? "to-do-columns has-aside" : "to-do-columns"}>
        <ToDoList items={data.items} />
        {hasOthers && <Others others={data.others} late={late} companies={portfolio.data?.companies ?? []} />}
      </div>
    </>
  );
}

const ToDoSkeletons = ({ count }: { count?: number }) => (
  <div>
    <div className="to-do-head">
      <Skeleton className="h-6 w-24" />
    </div>
    <Skeletons label={messages.loading} count={count}>
      <div className="to-do-place">
        <Skeleton className="h-4 w-2/5" />
      </div>
    </Skeletons>
  </div>
);

interface OthersProps extends Pick<ToDo, "others"> {
  /** Certificates that the companies owe. */
  late: Portfolio["next"];
  companies: Portfolio["companies"];
}

/** What waits for somebody else, so that it has no button and is in no number. */
const Others = ({ others, late, companies }: OthersProps) => (
  <section aria-labelledby="others">
    <div className="to-do-head">
      <h2 id="others" className="d4">
        {messages.others}
      </h2>
    </div>
    <ul>
      {late.map((one) => {
        const { company, scheme } = lotWords({ companies }, one);
        return (
          <OthersRow
            key={one.lot_id}
            what={certificateWords.certificate(company, scheme)}
            detail={certificateWords.certificateNote(shortDate(one.day))}
            state={certificateWords.late}
            isLate
            to={paths.ownCompany(one.company_id ?? "")}
          />
        );
      })}
      {others.map((one) => (
        <OthersRow key={`${one.kind} ${one.subject_id}`} {...tellOthers(one)} />
      ))}
    </ul>
  </section>
);

function OthersRow({ what, detail, state, isLate, to }: OthersWords & { isLate?: boolean }) {
  return (
    <li className="border-b border-line py-2.5">
      <p className="flex items-baseline justify-between gap-x-4">
        <InlineLink to={to} isQuiet>
          <span className="wrap-anywhere">{what}</span>
        </InlineLink>
        <Badge tone={isLate ? "refused" : "waiting"} isPlain>
          {state}
        </Badge>
      </p>
      <p className="note num">{detail}</p>
    </li>
  );
}

const mostRows = 5;

/** What waits for them as an admin, with the way to all of it. */
function ForAdmins() {
  const { data, isPending } = useQuery(todayQuery);
  if (isPending) return <ToDoSkeletons count={mostRows} />;
  if (!data || data.rows.length === 0) return null;
  const { rows } = data;
  return (
    <section aria-labelledby="for-admins">
      <div className="to-do-head">
        <h2 id="for-admins" className="d4">
          {todayMessages.title}
        </h2>
        <p className="note num">{rows.length} for an admin</p>
        <InlineLink to={adminPaths.today}>
          {rows.length > mostRows ? `All ${rows.length} in Today` : "Open Today"}
        </InlineLink>
      </div>
      <ToDoRows entries={rows.slice(0, mostRows).map(entryOf)} isQuiet />
    </section>
  );
}
