import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { completedStates } from "#shared/deals/deal-messages.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import type { Completion } from "#shared/funds/funds-completion.ts";
import { gateMessages, completionPartMessages as messages } from "#shared/funds/funds-completion-desk-messages.ts";
import { type PaperKind, signedPaperKinds } from "#shared/funds/funds-completion-messages.ts";
import { longDate } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { AccountCard } from "../account/account-card.tsx";
import { AskCompany } from "../ask-company.tsx";
import { completionQuery } from "../completion-queries.ts";
import { DayOfIssue } from "./day-of-issue.tsx";
import { FiledPaper } from "./filed-paper.tsx";
import { GateList } from "./gate-list.tsx";
import { PaperDrop } from "./paper-drop.tsx";
import { CompletionResult } from "./result.tsx";

const FeeDialog = lazy(() => import("./fee-dialog.tsx").then((file) => ({ default: file.FeeDialog })));

/** From what is missing to what came of it. */
export function CompletionPart({ board }: { board: ClosingBoard }) {
  const { deal_id, deal_state } = board;
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
    <section aria-labelledby="papers" className="grid gap-5 outline-none" tabIndex={-1}>
      <PartHead id="papers" title="Documents and completion" />
      {!isCompleted && !isUnknown && (
        <p className="muted max-w-(--measure)">
          Members hold their shares once the four signed documents are filed and the day of issue has had a day’s
          notice, as two have signed it in the closing list.
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
          text="The deal was completed before its documents and its account were kept here."
        />
      )}
      {completion && !isCompleted && !isUnknown && (
        <>
          {completion.proposal && <DayOfIssue completion={completion} />}
          <Before completion={completion} />
          {!completion.proposal && <DayOfIssue completion={completion} />}
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
  const { items, success_fee, can } = completion;
  const open = items.filter(({ state }) => state === "open");
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
          documents: <SignedPapers completion={completion} />,
          company_account: <CompanyAccount completion={completion} />,
          success_fee: can.prepare && (
            <p id="success-fee">
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
      {prepare && <PaperDrop completion={completion} />}
    </>
  );
}

const AccountDialog = lazy(() =>
  import("../account/account-dialog.tsx").then((file) => ({ default: file.AccountDialog })),
);

/** Where the round is paid to: entered by one, signed by two in the closing list. */
function CompanyAccount({ completion }: { completion: Completion }) {
  const { deal_id, company_account, can } = completion;
  const { current, entered, contact, asked_at, expires_at } = company_account;
  return (
    <div id="company-account" className="grid gap-3">
      {entered && <AccountCard account={entered} title="Waits for two signatures in the closing list" />}
      {current && <AccountCard account={current} title="The company is paid to" />}
      {contact && asked_at && expires_at && (
        <p className="small num wrap-anywhere">
          {contact.name} ({contact.email}) was asked on {longDate(asked_at)}. The link works until{" "}
          {longDate(expires_at)}.
        </p>
      )}
      {can.prepare && (
        <div className="button-row">
          <AskCompany dealId={deal_id} isSmall />
          <DialogOpener
            button={(open) => (
              <Button variant="outline" isSmall onClick={open}>
                {current || entered ? "Enter another account" : messages.enterAccount}
              </Button>
            )}
            dialog={(state) => <AccountDialog {...state} path={`/deals/${deal_id}/company-account`} isCompanys />}
          />
        </div>
      )}
    </div>
  );
}
