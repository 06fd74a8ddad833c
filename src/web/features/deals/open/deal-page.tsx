import "./deal-page.css";
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useRef } from "react";
import { useNavigationType } from "react-router";
import type { CommitmentOffer } from "#shared/commitments/commitments.ts";
import type { OpenCall } from "#shared/deals/deal-calls.ts";
import { instrumentLabels } from "#shared/deals/deal-messages.ts";
import type { DealContent, OpenDeal } from "#shared/deals/deals.ts";
import {
  type DealSectionName,
  dealSectionMessages,
  openDealMessages as messages,
  openDealsMessages,
  openRoomMessages,
} from "#shared/deals/open-deal-messages.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { formatPrice } from "#shared/pence.ts";
import { Commit } from "#web/features/commitments/commit.tsx";
import { offerQuery } from "#web/features/commitments/commitment-queries.ts";
import { ClosingNotice } from "#web/features/commitments/committed.tsx";
import { type Amount, useAmount } from "#web/features/commitments/use-amount.ts";
import { ApiError } from "#web/lib/api.ts";
import { formatLondonTime, inWords, longDate, weekdayDate } from "#web/lib/format.ts";
import { closeDeal, type Gated, openCallsQuery, openDealQuery } from "#web/lib/gated-queries.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { PaperHead } from "#web/lib/paper-head.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { atServer, serverNow } from "#web/lib/server-time.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showTop } from "#web/ui/page-focus.ts";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { useSectionOfAddress } from "#web/ui/use-section-of-address.ts";
import { isNotFound } from "../room/document-queries.ts";
import { Call } from "./calls/call.tsx";
import { isOver, pauseBeforeNextRead, sortCalls } from "./calls/call-times.ts";
import { ClosedDeals, DealsFailed, RiskWarning } from "./closed-deals.tsx";
import { DealBar } from "./deal-bar.tsx";
import { DealFacts, DealHead, OnThisPage, Timeline } from "./deal-head.tsx";
import { Conflicts, DealCosts, Others, ownCosts, SchemeState, UseOfFunds } from "./deal-money.tsx";
import { DealRoom } from "./deal-room.tsx";
import { ChangedMark, DealFold, DealGroup, DealSection, type SectionProps } from "./deal-section.tsx";
import { openDealsSearch } from "./deals-search.ts";
import { changedSections, goneSections, Questions, type TermLine, termLines } from "./questions/questions.tsx";

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
  useOpenedTitle(name && isForm ? formTitle(state.step, name) : name);
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
      {name && <PaperHead title={(reader) => messages.printedFor(name, reader)} />}
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

const formTitle = (step: string, company: string): string =>
  step === "change" ? messages.changeCommitment(company) : messages.commitTo(company);

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
  const heading = useRef<HTMLHeadingElement>(null);
  if (isForm) {
    const { name } = deal.content.company;
    return (
      <div className="pb-8">
        <h1 className="d2 wrap-anywhere outline-none" id="deal-commit-to" ref={heading} tabIndex={-1}>
          {formTitle(state.step, name)}
        </h1>
        <Commit
          heading={heading}
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
          You have time to think before your first commitment. You can fill in the form now: it is kept in this tab.
        </Notice>
      )}
      <DealFacts deal={deal} />
      <div
        className="lg:grid lg:grid-cols-[176px_minmax(0,1fr)] lg:items-start lg:gap-9 print:block"
        ref={useSectionOfAddress()}
      >
        <OnThisPage hasCosts={hasCosts} />
        <div className="grid min-w-0 grid-cols-1 gap-6 pb-4">
          {hasCosts && <DealCosts deal={deal} amount={amount} own={own} isSettled={!offer.isPending} />}
          <Why content={content} isChanged={changed.has("why") || changed.has("risks")} />
          <DealGroup id="company" title="The company">
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
          <DealGroup id="documents" title="Documents and questions">
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
        {valid_through && `Your investor statement is valid until ${longDate(valid_through)}.`}
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
        <p className="rounded-sheet bg-paper px-4 py-3 text-small">{openRoomMessages.recorded}</p>
      </Page>
    </Suspense>
  );
}

type CallsProps = ReturnType<typeof useCalls> & { deal: OpenDeal };

function Calls({ deal, calls, isFailed, retry, readAt }: CallsProps) {
  return (
    <DealSection name="call">
      {isFailed && (
        <SectionFailed text="A call with the founders may be planned; it could not be loaded." onRetry={retry} />
      )}
      {calls.length > 0 && (
        <ul className="deal-questions">
          {sortCalls(calls, readAt).map((call) => (
            // The focus comes here when a press takes its button away.
            <li key={call.id} tabIndex={-1} className="outline-none">
              <Call
                dealId={deal.id}
                call={call}
                isPast={isOver(call, readAt)}
                isNotForReader={deal.interest?.level === "not_for_me"}
              />
            </li>
          ))}
        </ul>
      )}
    </DealSection>
  );
}

const none: readonly OpenCall[] = [];

/** Reads again at the moment at which a link opens or a call ends. */
function useCalls(dealId: string, isEnabled: boolean) {
  const { data, isError, refetch, dataUpdatedAt } = useQuery({
    ...openCallsQuery(dealId),
    enabled: isEnabled,
    refetchInterval: ({ state: { data: read } }) =>
      read?.gate === "open" && pauseBeforeNextRead(read.answer.items, serverNow().getTime()),
  });
  const calls = data?.gate === "open" ? data.answer.items : none;
  return { calls, isFailed: isError && !data, retry: () => void refetch(), readAt: atServer(dataUpdatedAt).getTime() };
}

interface DealTermsProps {
  terms: OpenDeal["content"]["terms"];
  lines: readonly TermLine[];
}

function DealTerms({ terms, lines }: DealTermsProps) {
  const changes = lines.filter(({ was }) => was !== undefined).length;
  const changed = changes === 1 ? " 1 line changed." : ` ${changes} lines changed.`;
  return (
    <DealFold
      name="terms"
      line={`${instrumentLabels[terms.instrument]} at ${formatPrice(terms.price)}, company worth ${formatPounds(terms.pre_money_pence)} before the round.${changes > 0 ? changed : ""}`}
    >
      <dl className="deal-lines num">
        {lines.map((line) => (
          <Line key={line.label} line={line} />
        ))}
      </dl>
      <p className="note">
        Terms {terms.number}, {longDate(terms.created_at)}.{" "}
        <button type="button" className="inline-link deal-print" onClick={() => window.print()}>
          Print
        </button>
      </p>
    </DealFold>
  );
}

function Line({ line: { label, value, was } }: { line: TermLine }) {
  if (was === undefined)
    return (
      <div>
        <dt>{label}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    );
  return (
    <div className="is-changed">
      <dt>
        {label}
        <ChangedMark />
      </dt>
      <dd dir="auto">
        <span className="sr-only">Before: </span>
        <del>{was}</del> <ins>{value}</ins>
      </dd>
    </div>
  );
}

/** For and against; under the second also the risks that the terms name, where it does not say them itself. */
function Why({ content: { page, terms }, isChanged }: SectionProps) {
  const against = page.what_would_make_it_fail;
  const risks = terms.risks.filter((risk) => !against.some((point) => point.includes(risk)));
  return (
    <section id="deal-why" className="deal-section deal-pair" aria-label={dealSectionMessages.why}>
      {page.why_we_like_it.length > 0 && (
        <div>
          <div className="deal-section-head">
            <h2>Why we like it</h2>
            {isChanged && <ChangedMark />}
          </div>
          <Points points={page.why_we_like_it} isFor />
        </div>
      )}
      <div>
        <div className="deal-section-head">
          <h2>{against.length > 0 ? "What would make it fail" : dealSectionMessages.risks}</h2>
          {isChanged && <ChangedMark />}
        </div>
        <Points points={against} />
        {against.length > 0 && risks.length > 0 && <h3 className="d4">{dealSectionMessages.risks}</h3>}
        <Points points={risks} />
      </div>
    </section>
  );
}

function Points({ points, isFor }: { points: readonly string[]; isFor?: boolean }) {
  if (points.length === 0) return null;
  return (
    <ul className={classNames("deal-points", isFor && "is-for")}>
      {points.map((point) => (
        <li key={point} dir="auto">
          {point}
        </li>
      ))}
    </ul>
  );
}

function Team({ content: { page }, isChanged }: SectionProps) {
  return (
    <DealFold name="team" line={inWords(page.team.map(({ name }) => name))} isChanged={isChanged}>
      <ul className="deal-pair">
        {page.team.map(({ name, history }) => (
          <li key={name} className="flex gap-3.5">
            <Avatar name={name} size="small" />
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold">{name}</p>
              <p className="small muted whitespace-pre-line" dir="auto">
                {history}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </DealFold>
  );
}

type Figure = DealContent["page"]["traction"][number];

const columns: RecordColumn<Figure>[] = [
  { header: "What", className: "wrap-anywhere", cell: ({ what }) => what },
  { header: "Figure", isRight: true, className: "num", cell: ({ figure }) => figure },
  { header: "As of", className: "num", cell: ({ as_of }) => as_of },
  { header: "Source", className: "wrap-anywhere", cell: ({ source }) => source },
];

function Traction({ content: { page }, isChanged }: SectionProps) {
  return (
    <DealFold
      name="traction"
      line={page.traction
        .slice(0, 2)
        .map(({ what, figure }) => `${what} ${figure}`)
        .join(", ")}
      isChanged={isChanged}
    >
      <RecordTable
        caption="Traction, each figure with its date and source"
        columns={columns}
        rows={page.traction}
        rowKey={({ what, as_of }) => `${what} ${as_of}`}
      />
    </DealFold>
  );
}
