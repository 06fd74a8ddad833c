import "./commitments.css";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigationType } from "react-router";
import { commitmentCases, factsOfPage, type Sentences } from "#shared/commitments/commitment-cases.ts";
import { commitmentStateLabels, endedStates } from "#shared/commitments/commitment-messages.ts";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import {
  endedWords,
  myInvestmentsMessages as messages,
  refundedWords,
} from "#shared/commitments/own-commitment-messages.ts";
import type { OwnCall } from "#shared/funds/funds.ts";
import { londonDate } from "#shared/london-time.ts";
import { paths } from "#shared/paths.ts";
import { ownCallQuery } from "#web/features/funds/own-funds-queries.ts";
import { Ledger } from "#web/features/funds/own-ledger.tsx";
import { Papers } from "#web/features/funds/own-papers.tsx";
import { Payment } from "#web/features/funds/own-payment.tsx";
import { RefundDue } from "#web/features/funds/own-refund-due.tsx";
import { Result } from "#web/features/funds/own-result.tsx";
import { ApiError } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { showTop } from "#web/ui/page-focus.ts";
import { commitmentQuery } from "./commitment-queries.ts";
import { commitmentTones, inThousands, isClosedWithout } from "./commitment-words.ts";
import { Committed, Withdraw } from "./committed.tsx";
import { datesOf } from "./own/dates.ts";
import { History } from "./own/history.tsx";
import { SharedOut } from "./own/shared-out.tsx";
import { StepLine } from "./own/step-line.tsx";
import { TopUp } from "./own/top-up.tsx";
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
  const { deal_id, company_name, deal_name, state } = commitment;
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
        </p>
      </div>
      <Stage commitment={commitment} />
      {!isOver && <Dates commitment={commitment} />}
      <History commitment={commitment} />
    </article>
  );
}

function Dates({ commitment }: { commitment: OwnCommitment }) {
  return (
    <section className="grid gap-2" aria-labelledby="commit-dates">
      <h3 className="d4" id="commit-dates">
        When
      </h3>
      <dl className="commit-dates num">
        {datesOf(commitment, Date.now()).map(([label, when]) => (
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
              commitments={[{ id: commitment.id, scheme: commitment.terms.scheme, deal_name: commitment.deal_name }]}
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
      <p className="muted">{isRefunded ? endedMessages.over : rest.join(" ")}</p>
      {reason && (
        <p className="wrap-anywhere" dir="auto">
          {reason}
        </p>
      )}
    </div>
  );
}

/** How long it was waited for a payment is known with the call. */
function endedWordsOf(commitment: OwnCommitment, call: OwnCall | null, state: EndedProps["state"]): Sentences {
  if (state === "withdrawn" || (state === "released_unpaid" && call)) {
    const name = state === "withdrawn" ? state : "released";
    return commitmentCases[name].words(factsOfPage(commitment, call, null, new Date()));
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
    left_on_change:
      "Your commitment has ended and you owe nothing. What you had sent comes back in full, any fee included.",
    released_unpaid:
      "Not all of your payment arrived in time. You owe nothing; what arrived later or in part comes back in full.",
    deal_cancelled:
      "Your commitment has ended and you owe nothing. What you had sent comes back in full, any fee included.",
    refunded: "What you had sent was sent back, any fee included.",
  },
} as const;
