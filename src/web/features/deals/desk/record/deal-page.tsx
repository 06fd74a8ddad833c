import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { dealDeskMessages, dealRecordMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { dealMailingMessages } from "#shared/deals/deal-register-messages.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { WordTabs } from "#web/ui/tabs.tsx";
import { deskSearch, type RecordPart, recordParts } from "../desk-search.ts";
import { DealHead } from "./deal-head.tsx";
import { Interests } from "./interests.tsx";
import { Moves } from "./moves.tsx";
import { Notes } from "./notes.tsx";

const pageForm = lazyPage(() => import("./page/page-part.tsx").then((file) => file.PagePart));
const terms = lazyPage(() => import("./terms/terms-part.tsx").then((file) => file.TermsPart));
const room = lazyPage(() => import("./room/room-part.tsx").then((file) => file.RoomPart));
const versions = lazyPage(() => import("./versions/versions-part.tsx").then((file) => file.VersionsPart));
const questions = lazyPage(() => import("./questions/questions-part.tsx").then((file) => file.QuestionsPart));
const calls = lazyPage(() => import("./calls/calls-part.tsx").then((file) => file.CallsPart));
const mails = lazyPage(() => import("./mails/mails-part.tsx").then((file) => file.MailsPart));

interface DealPageProps {
  id: string;
  userId: string;
  /** The pipeline as it was filtered. */
  backTo: string;
}

/** All that admins know of one round. */
export function DealPage({ id, userId, backTo }: DealPageProps) {
  const {
    data: deal,
    error,
    refetch,
  } = useQuery({
    queryKey: queryKeys.deal(id),
    queryFn: ({ signal }) => callApi<DealRecord>("GET", `/deals/${id}`, undefined, signal),
    retry: (count, failure) => !isMissing(failure) && count < 3,
  });
  useOpenedTitle(deal?.company_name);
  return (
    <div className="grid gap-4">
      <BackLink to={backTo} className="pt-2">
        {dealDeskMessages.pipeline}
      </BackLink>
      {deal && <Shown deal={deal} userId={userId} />}
      {!deal && !error && <RowSkeletons label={messages.loading} count={4} />}
      {!deal && error && isMissing(error) && (
        <EmptyState isCard title="There is no such deal" text="It may have been opened with an old link." />
      )}
      {!deal && error && !isMissing(error) && <LoadFailed title="This deal did not load" onRetry={refetch} />}
    </div>
  );
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.problem.code === "not_found";

function Shown({ deal, userId }: { deal: DealRecord; userId: string }) {
  const { state, linkTo } = useSearchState(deskSearch);
  const current: RecordPart = state.part || "page";
  return (
    <>
      <DealHead deal={deal} userId={userId} />
      <WordTabs
        label="Parts of the record"
        items={recordParts.map((part) => ({
          label: part === "mails" ? dealMailingMessages.mails : messages[part],
          to: linkTo({ part: part === "page" ? "" : part }),
          isCurrent: part === current,
        }))}
      />
      <Suspense fallback={<RowSkeletons label={messages.loading} count={4} />}>
        {current === "page" && <Page page={pageForm} deal={deal} userId={userId} />}
        {current === "terms" && <Page page={terms} deal={deal} userId={userId} />}
        {current === "room" && <Page page={room} deal={deal} />}
        {current === "versions" && <Page page={versions} deal={deal} />}
        {current === "questions" && <Page page={questions} deal={deal} userId={userId} />}
        {current === "call" && <Page page={calls} deal={deal} userId={userId} />}
        {current === "mails" && <Page page={mails} deal={deal} />}
      </Suspense>
      {current === "moves" && <Moves moves={deal.moves} />}
      {current === "notes" && <Notes deal={deal} userId={userId} />}
      {current === "interest" && <Interests deal={deal} />}
    </>
  );
}
