import "./deal-page.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useRef } from "react";
import { useNavigationType } from "react-router";
import { dealSchemeLabels } from "#shared/deals/deal-messages.ts";
import type { DealContent, OpenDeal } from "#shared/deals/deals.ts";
import {
  type DealSectionName,
  dealSectionMessages,
  openDealMessages as messages,
  openDealsMessages,
  openRoomMessages,
} from "#shared/deals/open-deal-messages.ts";
import { formatPrice } from "#shared/pence.ts";
import { ClosingNotice } from "#web/features/commitments/closing-notice.tsx";
import { Commit } from "#web/features/commitments/commit.tsx";
import { offerQuery } from "#web/features/commitments/commitment-queries.ts";
import { useAmount } from "#web/features/commitments/use-amount.ts";
import { ApiError } from "#web/lib/api.ts";
import { inWords, longDate, shortLondonTime, weekdayDate } from "#web/lib/format.ts";
import { closeDeal, openDealQuery } from "#web/lib/gated-queries.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showTop } from "#web/ui/page-focus.ts";
import { isNotFound } from "../room/document-queries.ts";
import { Calls } from "./calls/calls.tsx";
import { useCalls } from "./calls/use-calls.ts";
import { ClosedDeals } from "./closed-deals.tsx";
import { Risks, Team, Traction, Why } from "./deal-case.tsx";
import { changedSections, goneSections, sectionsOf, termLines } from "./deal-changes.ts";
import { DealCosts, ownCosts } from "./deal-costs.tsx";
import { BoughtLine, DealHead, OnThisPage, OwnCommitmentLine } from "./deal-head.tsx";
import { Conflicts, Others, SchemeState, UseOfFunds } from "./deal-money.tsx";
import { DealRoom } from "./deal-room.tsx";
import { DealTerms } from "./deal-terms.tsx";
import { Timeline } from "./deal-timeline.tsx";
import { DealsFailed } from "./deals-failed.tsx";
import { openDealsSearch } from "./deals-search.ts";
import { Interest } from "./interest.tsx";
import { Questions } from "./questions/questions.tsx";
import { RiskWarning } from "./risk-warning.tsx";

interface DealPageProps {
  id: string;
  backTo: string;
}

export function DealPage({ id, backTo }: DealPageProps) {
  const { data, error, isPending, refetch } = useQuery(openDealQuery(id));
  const isMissing = error instanceof ApiError && error.problem.code === "not_found";
  const deal = data?.gate === "open" && !isMissing ? data.answer : undefined;
  const name = deal?.content.company.name;
  const closed = data && data.gate !== "open" ? data.gate : undefined;
  useOpenedTitle(name);
  return (
    <section
      ref={useTopOfPage()}
      tabIndex={-1}
      aria-label={name ?? (closed ? openDealsMessages.label : messages.loading)}
      className="deal-page outline-none"
    >
      <BackLink to={backTo} className="deal-back">
        {openDealsMessages.label}
      </BackLink>
      {deal && <Shown key={deal.version_id} deal={deal} />}
      {deal && <OpenedDocument deal={deal} />}
      {closed && (
        <>
          <h2 className="sr-only">{openDealsMessages.label}</h2>
          <ClosedDeals gate={closed} />
        </>
      )}
      {isPending && <RowSkeletons label={messages.loading} />}
      {isMissing && (
        <EmptyState
          isCard
          title="This deal is not open to you"
          text="Deals that are completed or withdrawn are open to members who bought shares in them."
        />
      )}
      {error && !data && !isMissing && (
        <DealsFailed title="This deal could not be loaded" onRetry={() => void refetch()} />
      )}
    </section>
  );
}

/** A reader who follows a link begins with the warnings. */
function useTopOfPage() {
  const isFollowed = useNavigationType() === "PUSH";
  const page = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: links inside the page go to their own places
  useEffect(() => {
    if (!isFollowed) return;
    showTop();
    page.current?.focus({ preventScroll: true });
  }, []);
  return page;
}

function Shown({ deal }: { deal: OpenDeal }) {
  const { content, seen } = deal;
  const { terms } = content;
  const amount = useAmount(deal);
  const changed = changedSections(content, seen);
  const part = (name: DealSectionName) => ({ content, isChanged: changed.has(name) });
  const isOpen = deal.bought === null;
  const calls = useCalls(deal.id, isOpen);
  const offer = useQuery({ ...offerQuery(deal.id), enabled: isOpen });
  const offered = offer.data?.gate === "open" ? offer.data.answer : undefined;
  const commitment = offered?.commitment;
  const own = commitment ?? undefined;
  const isAsked = commitment?.state === "needs_reconsent";
  const names = sectionsOf(content).filter(
    (name) =>
      (name !== "call" || calls.calls.length > 0 || calls.isFailed) && (name !== "answer" || (isOpen && !commitment)),
  );
  return (
    <article>
      <DealWarnings deal={deal} />
      {seen && <ChangeNotice deal={deal} seen={seen} />}
      {isAsked && <AskedAgain />}
      <ClosingNotice ending={deal} />
      <DealHead deal={deal} />
      {deal.bought && <BoughtLine bought={deal.bought} />}
      {commitment && <OwnCommitmentLine commitment={commitment} />}
      {commitment === null && deal.withdrawn_at && (
        <p className="deal-own small num">{openDealsMessages.withdrew(shortLondonTime(deal.withdrawn_at))}.</p>
      )}
      <OnThisPage
        names={names}
        titleOfScheme={dealSchemeLabels[terms.scheme]}
        hasCommitted={Boolean(commitment)}
        isOver={deal.state === "closed"}
      />
      {isOpen && (own === undefined || own.shares > 0) && (
        <DealCosts deal={deal} amount={amount} own={own} isSettled={!offer.isPending} />
      )}
      <DealTerms terms={terms} lines={termLines(deal, seen)} />
      {names.includes("why") && <Why {...part("why")} />}
      <Risks {...part("risks")} />
      {names.includes("team") && <Team {...part("team")} />}
      {names.includes("traction") && <Traction {...part("traction")} />}
      <UseOfFunds {...part("funds")} />
      <Others {...part("others")} />
      <Conflicts
        {...part("conflicts")}
        panel={deal.panel}
        costs={isOpen ? (own ? ownCosts(own) : amount.costs) : null}
      />
      <SchemeState {...part("scheme")} />
      <DealRoom deal={deal} isChanged={changed.has("room")} />
      <Questions deal={deal} isChanged={changed.has("questions")} />
      {names.includes("call") && <Calls deal={deal} {...calls} />}
      <Timeline deal={deal} isChanged={changed.has("timeline")} />
      {isOpen && (
        <>
          {!commitment && <Interest deal={deal} />}
          <Commit deal={deal} offer={offer} amount={amount} />
        </>
      )}
    </article>
  );
}

/** First on the deal's page, and before each of its documents. */
function DealWarnings({ deal: { content, valid_through } }: { deal: OpenDeal }) {
  const { warnings } = content;
  return (
    <RiskWarning warnings={warnings}>
      <p className="muted mt-2">
        {warnings.sender} {warnings.exemption}{" "}
        {valid_through && `Your investor statement is current until ${longDate(valid_through)}.`}
      </p>
    </RiskWarning>
  );
}

function ChangeNotice({ deal: { approved_at, content }, seen }: { deal: OpenDeal; seen: DealContent }) {
  const { price } = content.terms;
  const gone = goneSections(content, seen);
  return (
    <Notice className="mt-3" title={`This page changed on ${weekdayDate(approved_at)}.`}>
      {price !== seen.terms.price && `The price is ${formatPrice(price)} instead of ${formatPrice(seen.terms.price)}.`}{" "}
      What changed since you last read it is marked.{" "}
      {gone.length > 0 && messages.gone(inWords(gone.map((name) => dealSectionMessages[name])))}
    </Notice>
  );
}

function AskedAgain() {
  const { linkTo } = useSearchState(openDealsSearch);
  return (
    <Notice className="mt-3" tone="warning" title="The terms changed. Do you still want to commit?">
      <InlineLink to={`${linkTo({})}#deal-commit`}>Your answer to the new terms</InlineLink>
    </Notice>
  );
}

const viewer = lazyPage(() => import("../room/document-viewer.tsx").then((file) => file.DocumentViewer));

/** The document that the address names, over the deal's page. */
function OpenedDocument({ deal }: { deal: OpenDeal }) {
  const { document } = useSearchState(openDealsSearch).state;
  return document ? <Viewer key={document} deal={deal} documentId={document} /> : null;
}

function Viewer({ deal, documentId }: { deal: OpenDeal; documentId: string }) {
  const { change } = useSearchState(openDealsSearch);
  const client = useQueryClient();
  const { id } = deal;
  // Closed by whatever: the page below says what was read.
  useEffect(() => () => void client.invalidateQueries({ queryKey: queryKeys.ownOpenings(id) }), [client, id]);
  const refuse = (error: unknown) => {
    if (closeDeal(client, id, error)) return;
    if (isNotFound(error)) void client.invalidateQueries({ queryKey: queryKeys.openDeal(id) });
  };
  return (
    <Suspense>
      <Page
        page={viewer}
        path={`/open-deals/${id}/documents/${documentId}`}
        onClose={() => change({ document: "" }, { replace: true })}
        onRefused={refuse}
      >
        <DealWarnings deal={deal} />
        <p className="viewer-note">{openRoomMessages.recorded}</p>
      </Page>
    </Suspense>
  );
}
