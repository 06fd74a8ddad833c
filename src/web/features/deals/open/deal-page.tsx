import "./deal-page.css";
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useRef } from "react";
import { useNavigationType } from "react-router";
import type { CommitmentOffer } from "#shared/commitments/commitments.ts";
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
import { type Amount, useAmount } from "#web/features/commitments/use-amount.ts";
import { ApiError } from "#web/lib/api.ts";
import { formatLondonTime, inWords, longDate, weekdayDate } from "#web/lib/format.ts";
import { closeDeal, type Gated, openDealQuery } from "#web/lib/gated-queries.ts";
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
import { DealBar } from "./deal-bar.tsx";
import { Team, Traction, Why } from "./deal-case.tsx";
import { changedSections, goneSections, termLines } from "./deal-changes.ts";
import { DealCosts, ownCosts } from "./deal-costs.tsx";
import { DealFacts, DealHead, OnThisPage } from "./deal-head.tsx";
import { Conflicts, Others, SchemeState, UseOfFunds } from "./deal-money.tsx";
import { DealRoom } from "./deal-room.tsx";
import { DealGroup } from "./deal-section.tsx";
import { DealTerms } from "./deal-terms.tsx";
import { Timeline } from "./deal-timeline.tsx";
import { DealsFailed } from "./deals-failed.tsx";
import { openDealsSearch } from "./deals-search.ts";
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
  const { state, linkTo } = useSearchState(openDealsSearch);
  const isForm = state.step !== "" && deal !== undefined && deal.bought === null;
  useOpenedTitle(name && isForm ? `${messages.commitTo(name)}` : name);
  return (
    <section
      ref={useTopOfPage(state.step)}
      tabIndex={-1}
      aria-label={name ?? (closed ? openDealsMessages.label : messages.loading)}
      className="deal-page outline-none"
    >
      <BackLink to={isForm ? linkTo({ step: "" }) : backTo} className="deal-back">
        Back to {isForm ? name : openDealsMessages.label}
      </BackLink>
      {deal && <Shown key={deal.version_id} deal={deal} isForm={isForm} />}
      {deal && <OpenedDocument deal={deal} />}
      {closed && (
        <>
          <h1 className="sr-only">{openDealsMessages.label}</h1>
          <ClosedDeals gate={closed} />
        </>
      )}
      {isPending && <RowSkeletons label={messages.loading} />}
      {isMissing && (
        <EmptyState
          isCard
          heading="h1"
          title="This deal is not open to you"
          text="Deals that are completed or withdrawn are open to members who bought shares in them."
        />
      )}
      {error && !data && !isMissing && (
        <DealsFailed heading="h1" title="This deal could not be loaded" onRetry={() => void refetch()} />
      )}
    </section>
  );
}

/** A reader who follows a link begins with the warnings, or with the form. */
function useTopOfPage(step: string) {
  const isFollowed = useNavigationType() === "PUSH";
  const page = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: links inside the page go to their own places
  useEffect(() => {
    if (!isFollowed) return;
    showTop();
    page.current?.focus({ preventScroll: true });
  }, [step]);
  return page;
}

function Shown({ deal, isForm }: { deal: OpenDeal; isForm: boolean }) {
  const amount = useAmount(deal);
  const isOpen = deal.bought === null;
  const offer = useQuery({ ...offerQuery(deal.id), enabled: isOpen });
  const { state, change } = useSearchState(openDealsSearch);
  if (isForm) {
    const { name } = deal.content.company;
    return (
      <div className="deal-form">
        <h1 className="d2 wrap-anywhere">{name}</h1>
        <Commit
          deal={deal}
          offer={offer}
          amount={amount}
          isChanging={state.step === "change"}
          onChanging={(isChanging) => change({ step: isChanging ? "change" : "commit" }, { replace: true })}
        />
      </div>
    );
  }
  return <DealArticle deal={deal} amount={amount} offer={offer} />;
}

interface DealArticleProps {
  deal: OpenDeal;
  amount: Amount;
  offer: UseQueryResult<Gated<CommitmentOffer>>;
}

function DealArticle({ deal, amount, offer }: DealArticleProps) {
  const { content, seen } = deal;
  const { terms, page } = content;
  const changed = changedSections(content, seen);
  const part = (name: DealSectionName) => ({ content, isChanged: changed.has(name) });
  const isOpen = deal.bought === null;
  const calls = useCalls(deal.id, isOpen);
  const offered = offer.data?.gate === "open" ? offer.data.answer : undefined;
  const own = offered?.commitment ?? undefined;
  const hasCosts = isOpen && (own === undefined || own.shares > 0);
  return (
    <article>
      <DealWarnings deal={deal} />
      {seen && <ChangeNotice deal={deal} seen={seen} />}
      {own?.state === "needs_reconsent" && <AskedAgain />}
      <ClosingNotice ending={deal} />
      <DealHead deal={deal} />
      {offered?.obstacle === "cooling_off" && offered.cooling_off_until && (
        <Notice className="mb-4" title={messages.firstCommitment(formatLondonTime(offered.cooling_off_until))}>
          {messages.firstDay}
        </Notice>
      )}
      <DealFacts deal={deal} />
      <div className="deal-columns">
        <OnThisPage hasCosts={hasCosts} />
        <div className="deal-main">
          {hasCosts && <DealCosts deal={deal} amount={amount} own={own} isSettled={!offer.isPending} />}
          <Why content={content} isChanged={changed.has("why") || changed.has("risks")} />
          <DealGroup id="company" title={messages.company}>
            <DealTerms terms={terms} lines={termLines(deal, seen)} />
            {page.team.length > 0 && <Team {...part("team")} />}
            {page.traction.length > 0 && <Traction {...part("traction")} />}
            <UseOfFunds {...part("funds")} />
            <Others {...part("others")} />
            <SchemeState {...part("scheme")} />
          </DealGroup>
          <Conflicts
            {...part("conflicts")}
            panel={deal.panel}
            costs={isOpen ? (own ? ownCosts(own) : amount.costs) : null}
          />
          <DealGroup id="documents" title={messages.documents}>
            <DealRoom deal={deal} isChanged={changed.has("room")} />
            <Questions deal={deal} isChanged={changed.has("questions")} />
            {(calls.calls.length > 0 || calls.isFailed) && <Calls deal={deal} {...calls} />}
          </DealGroup>
          <Timeline deal={deal} isChanged={changed.has("timeline")} />
        </div>
      </div>
      <DealBar deal={deal} offer={offer} amount={amount} />
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
      <InlineLink to={linkTo({ step: "commit" })}>Your answer to the new terms</InlineLink>
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
