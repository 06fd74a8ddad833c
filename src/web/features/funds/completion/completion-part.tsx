import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { completedStates, dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import type { Completion } from "#shared/funds/funds-completion.ts";
import { gateMessages, completionPartMessages as messages } from "#shared/funds/funds-completion-desk-messages.ts";
import { type PaperKind, signedPaperKinds } from "#shared/funds/funds-completion-messages.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { AccountCard, RejectedNotice } from "../account/account-card.tsx";
import { closingSearch } from "../closing-search.ts";
import { completionQuery } from "./completion-queries.ts";
import { FiledPaper } from "./filed-paper.tsx";
import { GateList } from "./gate-list.tsx";
import { Proposal } from "./proposal.tsx";
import { CompletionResult } from "./result.tsx";

const FeeDialog = lazy(() => import("./fee-dialog.tsx").then((file) => ({ default: file.FeeDialog })));

/** From what is missing to what came of it. */
export function CompletionPart({ board }: { board: ClosingBoard }) {
  const { deal_id, deal_state, company_name } = board;
  const {
    data: completion,
    error,
    refetch,
  } = useQuery({
    ...completionQuery(deal_id),
    refetchInterval: ({ state }) => isDrawing(state.data) && state.dataUpdateCount < 60 && 2000,
  });
  const isCompleted = Boolean(completion?.proposal?.confirmed_at);
  const isUnknown = completion?.proposal === null && completedStates.includes(deal_state);
  return (
    // The focus comes here when an action takes its button away.
    <section aria-labelledby="completion" className="grid gap-5 outline-none" tabIndex={-1}>
      <PartHead
        id="completion"
        title="Completion"
        above={
          <>
            <Badge tone={isCompleted ? "live" : "waiting"}>{dealStateLabels[deal_state]}</Badge>
            {company_name}
          </>
        }
      />
      {!isCompleted && !isUnknown && (
        <p className="muted max-w-(--measure)">
          Members hold their shares once two admins have completed the deal. One proposes, with the day on which the
          company issued the shares; another confirms.
        </p>
      )}
      {!completion && !error && <RowSkeletons label="Loading the completion" count={6} />}
      {!completion && error && (
        <LoadFailed title="The completion did not load" text={error.message} onRetry={refetch} />
      )}
      {completion?.proposal?.confirmed_at && (
        <CompletionResult completion={completion} proposal={completion.proposal} />
      )}
      {isUnknown && (
        <EmptyState
          isCard
          title="Nothing is kept of this completion"
          text="The deal was completed before its papers and its account were kept here."
        />
      )}
      {completion && !isCompleted && !isUnknown && (
        <>
          {completion.proposal && <Proposal completion={completion} />}
          <Before completion={completion} />
          {!completion.proposal && <Proposal completion={completion} />}
        </>
      )}
    </section>
  );
}

/** Two papers for each member are made shortly after the deal is completed. */
function isDrawing(completion: Completion | undefined): boolean {
  if (!completion?.proposal?.confirmed_at) return false;
  return completion.papers.filter(({ kind }) => drawnKinds.includes(kind)).length < 2 * completion.members;
}

const drawnKinds: readonly PaperKind[] = ["beneficial_certificate", "signed_commitment"];

function Before({ completion }: { completion: Completion }) {
  const { items, deal_id, success_fee, can } = completion;
  const { linkTo } = useSearchState(closingSearch);
  const open = items.filter(({ state }) => state === "open");
  const toBoard = open.some(({ key }) => onBoard.includes(key)) && (
    <p>
      <LinkButton to={linkTo({ deal: deal_id, part: "board" })} variant="outline" isSmall>
        Closing board
      </LinkButton>
    </p>
  );
  const isOpen = (key: string) => open.some((item) => item.key === key);
  return (
    <section aria-labelledby="before" className="grid gap-3">
      <h3 id="before" className="d4">
        {gateMessages.title}
      </h3>
      <p className="small num" role="status">
        {gateMessages.summary(open.length)}
      </p>
      <GateList
        items={items}
        more={{
          due_applied: isOpen("due_applied") && toBoard,
          refunds: isOpen("refunds") && toBoard,
          wire: isOpen("wire") && toBoard,
          account_empty: isOpen("account_empty") && toBoard,
          documents: <SignedPapers completion={completion} />,
          company_account: <CompanyAccount completion={completion} />,
          success_fee: can.prepare && (
            <p>
              <DialogOpener
                button={(show) => (
                  <Button variant="outline" isSmall onClick={show}>
                    {success_fee ? "Decide again" : "Decide"}
                    <span className="sr-only"> {messages.feeTitle}</span>
                  </Button>
                )}
                dialog={(state) => <FeeDialog {...state} completion={completion} />}
              />
            </p>
          ),
        }}
      />
    </section>
  );
}

/** The four that are signed before a round completes. */
function SignedPapers({ completion }: { completion: Completion }) {
  const { prepare } = completion.can;
  return (
    <>
      <ul className="paper-list">
        {signedPaperKinds.map((kind) => (
          <FiledPaper key={kind} kind={kind} completion={completion} upload={prepare ? kind : null} />
        ))}
      </ul>
      {prepare && <p className="note">PDF, at most 25 MB.</p>}
    </>
  );
}

const AccountDialog = lazy(() =>
  import("../account/account-dialogs.tsx").then((file) => ({ default: file.AccountDialog })),
);

const words = {
  title: "Waits to be confirmed",
  confirm: "Confirm the account",
  secondPerson:
    "A second person has to confirm this. Another admin has to call the company back and confirm this account.",
};
const wordsOfCurrent = { ...words, title: "The company is paid to" };

/** Where the round is paid to: entered by one admin, confirmed by another after a call back. */
function CompanyAccount({ completion }: { completion: Completion }) {
  const { deal_id, company_account, can } = completion;
  const { current, entered, rejected } = company_account;
  const path = `/deals/${deal_id}/company-account`;
  return (
    <>
      {rejected && <RejectedNotice account={rejected} />}
      {entered && <AccountCard account={entered} path={path} words={words} isWaiting isNested />}
      {current && <AccountCard account={current} path={path} words={wordsOfCurrent} isNested />}
      {can.prepare && (
        <p>
          <DialogOpener
            button={(open) => (
              <Button variant="outline" isSmall onClick={open}>
                {current || entered ? "Enter another account" : messages.enterAccount}
              </Button>
            )}
            dialog={(state) => <AccountDialog {...state} path={path} isCompanys />}
          />
        </p>
      )}
    </>
  );
}

const onBoard: readonly string[] = ["due_applied", "refunds", "wire", "account_empty"];
