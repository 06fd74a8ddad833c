import "./commitments.css";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigationType } from "react-router";
import { memberCode } from "#shared/acts/act-words.ts";
import { commitmentCases, factsOfPage, type Sentences } from "#shared/commitments/commitment-cases.ts";
import { type CommitmentState, commitmentStateLabels, endedStates } from "#shared/commitments/commitment-messages.ts";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import {
  endedWords,
  historySum,
  historyWords,
  myInvestmentsMessages as messages,
  myInvestmentsMessages,
  refundedWords,
} from "#shared/commitments/own-commitment-messages.ts";
import type { OwnCall } from "#shared/funds/funds.ts";
import { londonDate } from "#shared/london-time.ts";
import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import { ownCallQuery } from "#web/features/funds/own-funds-queries.ts";
import { Ledger, RefundDue, Result } from "#web/features/funds/own-ledger.tsx";
import { Papers } from "#web/features/funds/own-papers.tsx";
import { Payment } from "#web/features/funds/own-payment.tsx";
import { ApiError } from "#web/lib/api.ts";
import { formatLondonTime, longDate, shortLondonTime, weekdayDate } from "#web/lib/format.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { useClub } from "#web/lib/use-club.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showTop } from "#web/ui/page-focus.ts";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { commitmentQuery } from "./commitment-queries.ts";
import { commitmentTones, inThousands, isClosedWithout } from "./commitment-words.ts";
import { Committed, Withdraw } from "./committed.tsx";
import { SharedOut, TopUp } from "./own/shared-out.tsx";
import { Reconsent } from "./reconsent/reconsent.tsx";

interface CommitmentPageProps {
  id: string;
  backTo: string;
}

/** One commitment, from the word given to the shares. */
export function CommitmentPage({ id, backTo }: CommitmentPageProps) {
  const { data, error, isPending, refetch } = useQuery(commitmentQuery(id));
  const isMissing = error instanceof ApiError && error.problem.code === "not_found";
  const page = useRef<HTMLElement>(null);
  const isFollowed = useNavigationType() === "PUSH";
  useOpenedTitle(data?.company_name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a reader who follows a link
  useEffect(() => {
    if (!isFollowed) return;
    showTop();
    page.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section
      ref={page}
      tabIndex={-1}
      aria-label={data?.company_name ?? messages.loadingOne}
      className="commit-page outline-none"
    >
      <BackLink to={backTo} className="commit-back">
        My Investments
      </BackLink>
      {data && !isMissing && <Shown commitment={data} />}
      {isPending && <RowSkeletons label={messages.loadingOne} />}
      {isMissing && (
        <EmptyState
          isCard
          heading="h1"
          title="There is no such commitment of yours"
          text="Its address may not be complete."
        />
      )}
      {error && !data && !isMissing && (
        <LoadFailed
          heading="h1"
          title="Your commitment could not be loaded"
          text="The club did not answer. Everything else works as usual."
          onRetry={refetch}
        />
      )}
    </section>
  );
}

function Shown({ commitment }: { commitment: OwnCommitment }) {
  const { deal_id, company_name, deal_name, number, state } = commitment;
  const isOver = endedStates.includes(state) || state === "completed" || isClosedWithout(commitment);
  return (
    <article className="grid gap-8">
      <h1 className="sr-only">{company_name}</h1>
      <div className="grid gap-3">
        <StepLine commitment={commitment} />
        <p className="note wrap-anywhere">
          <InlineLink to={paths.openDeal(deal_id)} isQuiet>
            {company_name}
          </InlineLink>
          , {deal_name}.{" "}
          <InlineLink to={paths.dealLists(deal_id)} isQuiet>
            Who signs for the money
          </InlineLink>
          . In their lists you are {memberCode(number)}.
        </p>
      </div>
      <SentBack commitment={commitment} />
      <Stage commitment={commitment} />
      {!isOver && <Dates commitment={commitment} />}
      <History commitment={commitment} />
    </article>
  );
}

/** Above all else, as the money waits for its owner. */
function SentBack({ commitment: { returned_pence, returned_on } }: { commitment: OwnCommitment }) {
  const { contact_email } = useClub().identity;
  if (returned_on === null) return null;
  return (
    <Notice>
      On {longDate(returned_on)} the bank sent back {formatPence(returned_pence)} that was paid to you. It is owed to
      you again. Please write to{" "}
      {contact_email ? <InlineLink to={`mailto:${contact_email}`}>{contact_email}</InlineLink> : "the club"} which
      account in your name it should go to.
    </Notice>
  );
}

function Dates({ commitment }: { commitment: OwnCommitment }) {
  return (
    <section className="grid gap-2" aria-labelledby="commit-dates">
      <h3 className="d4" id="commit-dates">
        When
      </h3>
      <dl className="commit-dates num">
        {datesOf(commitment, serverNow().getTime()).map(([label, when]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{when}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Stage({ commitment }: { commitment: OwnCommitment }) {
  const { state } = commitment;
  const [first] = useState(state);
  switch (state) {
    case "committed":
      return (
        <>
          <Committed commitment={commitment} isFocused={state !== first} />
          <CalledBefore commitment={commitment} />
        </>
      );
    case "needs_reconsent":
      return (
        <>
          <Reconsent commitment={commitment} />
          <CalledBefore commitment={commitment} />
        </>
      );
    case "waiting_list":
      return (
        <>
          <Waiting commitment={commitment} />
          <CalledBefore commitment={commitment} />
        </>
      );
    case "allocated":
      return (
        <>
          <SharedOut commitment={commitment} />
          <CalledBefore commitment={commitment} />
        </>
      );
    case "called":
    case "part_paid":
    case "paid":
      return (
        <>
          <Payment commitment={commitment} />
          <TopUp commitment={commitment} />
          <SharedOut commitment={commitment} isBelow />
          <Ledger commitment={commitment} />
        </>
      );
    case "completed":
      return (
        <>
          <div className="commit-aside">
            <div className="grid content-start gap-8">
              <Result commitment={commitment} />
              <SharedOut commitment={commitment} isBelow />
            </div>
            <Papers
              heading="Your documents"
              className="small font-text font-semibold"
              commitments={[
                {
                  id: commitment.id,
                  scheme: commitment.terms.scheme,
                  deal_name: commitment.deal_name,
                  isHeld: commitment.held_shares !== 0,
                },
              ]}
            />
          </div>
          <Ledger commitment={commitment} />
        </>
      );
    default:
      return (
        <>
          <Ended commitment={commitment} state={state} />
          <CalledBefore commitment={commitment} />
        </>
      );
  }
}

/** Money that came before the terms changed, or before the end: nobody loses sight of it. */
function CalledBefore({ commitment }: { commitment: OwnCommitment }) {
  if (!commitment.history.some(({ kind }) => kind === "called")) return null;
  return (
    <>
      <RefundDue commitment={commitment} />
      <Ledger commitment={commitment} />
    </>
  );
}

function Waiting({ commitment }: { commitment: OwnCommitment }) {
  if (isClosedWithout(commitment)) {
    return (
      <div className="grid max-w-(--measure) justify-items-start gap-1">
        <Badge tone="over">{messages.noShares}</Badge>
        <h2 className="commit-title">The round closed without shares for you</h2>
        <p className="muted">You were on the waiting list, and no shares became free. You owe nothing.</p>
      </div>
    );
  }
  return (
    <div className="grid max-w-(--measure) gap-4">
      <div className="grid justify-items-start gap-1">
        <Badge tone="waiting">{commitmentStateLabels.waiting_list}</Badge>
        <h2 className="commit-title">You are on the waiting list</h2>
        <p className="muted">
          Fewer shares than the {inThousands(commitment.least_shares)} you would accept were left. You owe nothing. If
          shares become free, they are offered to you.
        </p>
      </div>
      <TopUp commitment={commitment} />
      {commitment.can.withdraw && (
        <div className="grid justify-items-start gap-2">
          <p className="note">You can leave the waiting list at any time.</p>
          <Withdraw commitment={commitment} />
        </div>
      )}
    </div>
  );
}

interface EndedProps {
  commitment: OwnCommitment;
  state: keyof typeof endedMessages.title;
}

function Ended({ commitment, state }: EndedProps) {
  const { id, history, state_since } = commitment;
  const { data: call } = useQuery({ ...ownCallQuery(id), enabled: history.some(({ kind }) => kind === "called") });
  const [title, ...rest] = endedWordsOf(commitment, call ?? null, state);
  const { refunded_pence = 0, refunded_on = null, refund_pence = 0 } = call ?? {};
  const isRefunded = refunded_on !== null && refund_pence === 0;
  const comesBack = refund_pence > 0 && endedMessages.back[state];
  const reason = history.findLast(({ kind }) => kind === state)?.reason;
  return (
    <div className="grid max-w-(--measure) justify-items-start gap-1">
      <Badge tone={commitmentTones[state]}>{commitmentStateLabels[state]}</Badge>
      <h2 className="commit-title">{title}</h2>
      {(state === "deal_cancelled" || refunded_on !== null) && (
        <p className="num">
          {state === "deal_cancelled" && `${endedWords.cancelledOn(longDate(londonDate(new Date(state_since))))} `}
          {refunded_on !== null && refundedWords(refunded_pence, longDate(refunded_on))}
        </p>
      )}
      <p className="muted">{isRefunded ? endedMessages.over : [...rest, comesBack].filter(Boolean).join(" ")}</p>
      {reason && (
        <p className="wrap-anywhere" dir="auto">
          {reason}
        </p>
      )}
    </div>
  );
}

/** The call says how long it was waited for a payment. */
function endedWordsOf(commitment: OwnCommitment, call: OwnCall | null, state: EndedProps["state"]): Sentences {
  if (state === "withdrawn" || (state === "released_unpaid" && call)) {
    const name = state === "withdrawn" ? state : "released";
    return commitmentCases[name].words(factsOfPage(commitment, call, null, serverNow()));
  }
  return [endedMessages.title[state], endedMessages.text[state]];
}

const endedMessages = {
  over: "Your commitment has ended and you owe nothing.",
  title: {
    withdrawn: "You withdrew",
    left_on_change: "You left on a change of terms",
    released_unpaid: "Your shares went to others",
    deal_cancelled: "The deal was cancelled",
    refunded: "You got your money back",
  },
  text: {
    withdrawn: "Your commitment has ended and you owe nothing.",
    left_on_change: "Your commitment has ended and you owe nothing.",
    released_unpaid:
      "Not all of your payment arrived in time. You owe nothing; what arrived later or in part comes back in full.",
    deal_cancelled: "Your commitment has ended and you owe nothing.",
    refunded: "What you had sent was sent back, any fee included.",
  },
  /** Said where money was sent and is not back yet. */
  back: {
    withdrawn: "",
    left_on_change: "What you had sent comes back in full, any fee included.",
    released_unpaid: "",
    deal_cancelled: "What you had sent comes back in full, any fee included.",
    refunded: "",
  },
} as const;

function StepLine({ commitment }: { commitment: OwnCommitment }) {
  return (
    <ol className="commit-steps" aria-label="How far it is">
      {stepsOf(commitment).map(({ label, phase }) => (
        <li key={label} className={`is-${phase}`} aria-current={phase === "now" ? "step" : undefined}>
          {phase === "done" && <span className="sr-only">Done: </span>}
          {label}
        </li>
      ))}
    </ol>
  );
}

type Dated = Pick<OwnCommitment, "state" | "history" | "closes_at" | "completion_expected_on" | "call_hours">;

/** When shares were or will be allocated, money was or will be called, and shares are expected. After new terms all of it is ahead. */
export function datesOf(commitment: Dated, now: number): [label: string, when: string][] {
  const { state, history, completion_expected_on, closes_at, call_hours } = commitment;
  const since = history.slice(history.findLastIndex(({ kind }) => kind === "asked_again") + 1);
  const timeOf = (...kinds: string[]) => {
    const event = since.findLast(({ kind }) => kinds.includes(kind));
    return event && formatLondonTime(event.happened_at);
  };
  const { open, closed } = messages.notAllocated;
  const ahead =
    state === "needs_reconsent"
      ? "Not yet. Everybody is asked again first."
      : (Date.parse(closes_at) > now ? open : closed)(formatLondonTime(closes_at));
  const isWaiting = state === "waiting_list";
  return [
    ["Shares allocated", timeOf("allocated", "waiting_list") ?? ahead],
    ...(isWaiting
      ? []
      : [
          ["Money called", timeOf("called") ?? `Not yet. You are told, and have ${call_hours} hours then.`] as [
            string,
            string,
          ],
        ]),
    ["Shares expected", weekdayDate(completion_expected_on)],
  ];
}

type Event = OwnCommitment["history"][number];

const columns: RecordColumn<Event>[] = [
  {
    header: "When",
    className: "num @min-[56rem]:whitespace-nowrap",
    cell: ({ happened_at }) => (
      <time dateTime={happened_at}>
        <Moment text={shortLondonTime(happened_at)} />
      </time>
    ),
  },
  {
    header: "What",
    className: "@min-[40rem]:w-1/2 wrap-anywhere",
    cell: ({ kind, terms_number }) => historyWords(kind, terms_number),
  },
  {
    header: "Shares",
    isRight: true,
    className: "num",
    cell: ({ shares }) => shares !== null && inThousands(shares),
  },
  {
    header: "Amount",
    isRight: true,
    className: "num",
    cell: ({ kind, amount_pence }) => amount_pence !== null && historySum(kind, amount_pence),
  },
  { header: "Why", className: "wrap-anywhere", cell: ({ reason }) => reason },
];

/** Folded: the page says what holds now. */
function History({ commitment: { history } }: { commitment: OwnCommitment }) {
  return (
    <details className="commit-fold">
      <summary>What happened</summary>
      <RecordTable
        caption="What happened to this commitment"
        columns={columns}
        rows={history}
        rowKey={({ id }) => id}
      />
    </details>
  );
}

const { step } = myInvestmentsMessages;

interface Step {
  label: string;
  phase: "done" | "now" | "ahead";
}

/** The step of each state. */
const places: Partial<Record<CommitmentState, number>> = {
  committed: 0,
  needs_reconsent: 1,
  waiting_list: 2,
  allocated: 2,
  called: 3,
  part_paid: 3,
  paid: 4,
  completed: 5,
};

/** How far a commitment is: new terms only where somebody was asked, and what has ended goes no further. */
export function stepsOf({
  state,
  deal_state,
  history,
}: Pick<OwnCommitment, "state" | "deal_state" | "history">): Step[] {
  const kinds = history.map(({ kind }) => kind);
  const wasAsked = kinds.includes("asked_again");
  const labels = [
    step.committed,
    state === "needs_reconsent" ? "New terms" : "Kept, new terms",
    state === "waiting_list" ? "Waiting list" : "Allocated",
    "Called",
    "Paid",
    "Shares",
  ];
  const isClosed = isClosedWithout({ state, deal_state });
  if (isClosed || endedStates.includes(state)) {
    return [
      { label: step.committed, phase: "done" },
      { label: isClosed ? myInvestmentsMessages.noShares : commitmentStateLabels[state], phase: "now" },
    ];
  }
  // With the new terms kept, that is the current step.
  const place = state === "committed" && wasAsked ? 1 : (places[state] ?? 0);
  const isComplete = state === "completed";
  return labels.flatMap((label, index): Step[] => {
    if (index === 1 && !wasAsked && state !== "needs_reconsent") return [];
    const phase = isComplete || index < place ? "done" : index === place ? "now" : "ahead";
    return [{ label, phase }];
  });
}
