import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, lazy, type ReactNode } from "react";
import { accountLine } from "#shared/acts/act-words.ts";
import { completedStates } from "#shared/deals/deal-messages.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import type { Completion } from "#shared/funds/funds-completion.ts";
import { gateMessages, completionPartMessages as messages } from "#shared/funds/funds-completion-desk-messages.ts";
import {
  articleWords,
  type PaperKind,
  paperLabels,
  signedPaperKinds,
  type uploadedPaperKinds,
} from "#shared/funds/funds-completion-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { completionQuery } from "#web/features/funds/closing-queries.ts";
import { formatDateTime, formatLondonTime, longDate, percent, shortLondonTime } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { UploadPdf } from "#web/lib/upload-pdf.tsx";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import { withQuery } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { AccountCard } from "../account/account-card.tsx";
import { AskCompany } from "../ask-company.tsx";
import { GateList, MemberPapers } from "./member-papers.tsx";
import { OpenPaper } from "./open-paper.tsx";
import { PaperDrop } from "./paper-drop.tsx";

const FeeDialog = lazy(() => import("./fee-dialog.tsx").then((file) => ({ default: file.FeeDialog })));

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
        <LoadFailed title="The completion could not be loaded" text={error.message} onRetry={refetch} />
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
          <Before board={board} completion={completion} />
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

/** The part is one line until the company is paid: what the closing list lacks is asked for with it. */
function Before({ board, completion }: { board: ClosingBoard; completion: Completion }) {
  const { items, proposal } = completion;
  const open = items.filter(({ state }) => state === "open");
  const isLater = board.wired_pence === 0 && open.length > 0;
  if (isLater)
    return (
      <section aria-label={gateMessages.title}>
        <Fold summary={`${gateMessages.title}: ${gateMessages.summary(open.length)}`}>
          <Gate completion={completion} isEarly={board.called_at === null} />
          {!proposal && <DayOfIssue completion={completion} />}
        </Fold>
      </section>
    );
  return (
    <>
      <section aria-labelledby="before" className="grid gap-3">
        <h3 id="before" className="d4">
          {gateMessages.title}
        </h3>
        <p className="small num" role="status">
          {gateMessages.summary(open.length)}
        </p>
        <Gate completion={completion} />
      </section>
      {!proposal && <DayOfIssue completion={completion} />}
    </>
  );
}

interface GateProps {
  completion: Completion;
  /** The documents are not signed before the money is called. */
  isEarly?: boolean;
}

function Gate({ completion, isEarly = false }: GateProps) {
  const { items, success_fee, can } = completion;
  const documents = <SignedPapers completion={completion} />;
  return (
    <GateList
      items={items}
      more={{
        documents: isEarly ? <Fold summary="File a signed document">{documents}</Fold> : documents,
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
      {current && (
        <Fold summary={`The company is paid to ${accountLine(current)}`}>
          <AccountCard account={current} title="The company is paid to" />
        </Fold>
      )}
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

const DayOfIssueDialog = lazy(() =>
  import("./day-of-issue-dialog.tsx").then((file) => ({ default: file.DayOfIssueDialog })),
);

const dayMs = 24 * 60 * 60 * 1000;

/** Typed once the papers are filed. A day later the clock completes what two have signed. */
export function DayOfIssue({ completion }: { completion: Completion }) {
  const { deal_id, proposal, schedule_says, can } = completion;
  return (
    <section aria-labelledby="day-of-issue" className="grid gap-3">
      <h3 id="day-of-issue" className="d4 block-heading">
        Day of issue
      </h3>
      {proposal && <Waiting completion={completion} proposal={proposal} />}
      {!proposal && !can.propose && (
        <p className="note">It is typed once nothing is open. The deal completes 24 hours later.</p>
      )}
      {can.propose && schedule_says && <p className="note num">The signed schedule says {longDate(schedule_says)}.</p>}
      {can.propose && (
        <p>
          <DialogOpener
            button={(open) => (
              <Button variant={proposal ? "outline" : "secondary"} isSmall onClick={open}>
                {proposal ? "Type another day" : "Type the day of issue"}
              </Button>
            )}
            dialog={(state) => <DayOfIssueDialog {...state} dealId={deal_id} issuedOn={proposal?.issued_on} />}
          />
        </p>
      )}
    </section>
  );
}

interface WaitingProps {
  completion: Completion;
  proposal: NonNullable<Completion["proposal"]>;
}

function Waiting({ completion, proposal }: WaitingProps) {
  const { proposed_by_name, proposed_at, issued_on } = proposal;
  const { members, shares, success_fee_pence: fee } = completion;
  const at = new Date(new Date(proposed_at).getTime() + dayMs).toISOString();
  return (
    <>
      <p className="small num">{messages.typed(proposed_by_name, formatDateTime(proposed_at))}</p>
      <div className="grid max-w-(--measure) gap-1">
        <h4 className="small font-semibold">
          What happens on {shortLondonTime(at)}, unless somebody objects to the closing list
        </h4>
        <ul className="small num list-disc pl-5">
          <li>{messages.issue(members, shares, longDate(issued_on))}</li>
          <li>{fee ? messages.invoice(formatPence(fee)) : "No invoice is made."}</li>
          <li>Each member is told, and finds a certificate of what they hold among their documents.</li>
          <li>The payments are sealed as they are then. This cannot be undone.</li>
        </ul>
      </div>
    </>
  );
}

interface ResultProps {
  completion: Completion;
  proposal: NonNullable<Completion["proposal"]>;
}

/** What came of the completion: who, when, how much, and the papers. */
function CompletionResult({ completion, proposal }: ResultProps) {
  return (
    <>
      <section aria-labelledby="completion-result" className="grid gap-3">
        <h3 id="completion-result" className="d4 block-heading">
          The result
        </h3>
        <dl className="closing-facts-list max-w-[46rem]">
          {factsOf(completion, proposal).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <DealPapers completion={completion} />
      <MemberPapers papers={completion.papers} />
    </>
  );
}

function factsOf(
  { members, shares, cost_pence, success_fee, success_fee_bp, success_fee_pence }: Completion,
  { confirmed_at, confirmed_by_name, proposed_by_name, issued_on, ledger_sha256 }: ResultProps["proposal"],
): [name: string, value: string][] {
  const fee = success_fee?.waived_because
    ? `None, waived: ${success_fee.waived_because}`
    : success_fee?.article && success_fee_pence
      ? `${formatPence(success_fee_pence)}: ${percent((success_fee_bp ?? 0) / 10_000)}, allowed by ${articleWords(success_fee.article)}. Download the invoice and send it to the founder.`
      : "None";
  return [
    ["Completed", confirmed_at ? formatLondonTime(confirmed_at) : ""],
    ["Signed second by", messages.admin(confirmed_by_name)],
    ["Day of issue typed by", messages.admin(proposed_by_name)],
    ["Shares issued on", longDate(issued_on)],
    ["Held for members", messages.heldBy(members, shares, formatPence(cost_pence))],
    ["Invoice to the company", fee],
    ["SHA-256 of the ledger", ledger_sha256 ?? ""],
  ];
}

const kinds: readonly PaperKind[] = ["company_certificate", "ledger", "success_fee_invoice", ...signedPaperKinds];

/** The papers belong to the deal as a whole. The company's certificate comes after completion. */
function DealPapers({ completion }: { completion: Completion }) {
  const isListed = (kind: PaperKind) =>
    kind === "company_certificate" || completion.papers.some((paper) => paper.kind === kind);
  return (
    <section aria-labelledby="deal-papers" className="max-w-[46rem] grid gap-3">
      <h3 id="deal-papers" className="d4">
        Documents of the deal
      </h3>
      <ul className="paper-list is-alone">
        {kinds.filter(isListed).map((kind) => (
          <FiledPaper
            key={kind}
            kind={kind}
            completion={completion}
            note={kind === "company_certificate" && ". Every member of the deal gets it among their documents at once."}
            upload={kind === "company_certificate" ? kind : null}
          />
        ))}
      </ul>
    </section>
  );
}

interface FiledPaperProps {
  kind: PaperKind;
  completion: Completion;
  /** Behind what is said of it. */
  note?: ReactNode;
  /** `null` means that nothing is to be filed. */
  upload: ComponentProps<typeof UploadPaper>["kind"] | null;
}

/** A row of papers of a deal: when it was filed or that it was not, to open and to file. */
function FiledPaper({ kind, completion: { deal_id, papers }, note, upload }: FiledPaperProps) {
  const paper = papers.find((other) => other.kind === kind);
  return (
    <li>
      <span>
        {paperLabels[kind]}
        <span className="note num block wrap-anywhere">
          {paper ? filedAs(paper) : "Not filed"}
          {note}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-1">
        {paper && (
          <OpenPaper id={paper.id} label={messages.open} labelEnd={paperLabels[kind]} failed={messages.openFailed} />
        )}
        {upload !== null && <UploadPaper dealId={deal_id} kind={upload} isFiled={paper !== undefined} />}
      </span>
    </li>
  );
}

const drawn: readonly PaperKind[] = ["ledger", "success_fee_invoice"];

function filedAs({ kind, file_name, created_at, author_name }: Completion["papers"][number]): string {
  const day = longDate(created_at);
  return drawn.includes(kind) ? `Made on ${day}` : `${file_name}. ${messages.filed(day, author_name)}`;
}

interface UploadPaperProps {
  dealId: string;
  kind: (typeof uploadedPaperKinds)[number];
  isFiled: boolean;
}

/** Files what is chosen at once, in place of another of its kind. */
function UploadPaper({ dealId, kind, isFiled }: UploadPaperProps) {
  const changed = useInvalidate(dealMoneyKeys);
  const label = paperLabels[kind];
  return (
    <UploadPdf
      path={(file_name) => withQuery(`/deals/${dealId}/papers`, { kind, file_name })}
      name={label}
      words={{
        upload: isFiled ? "Replace" : "Choose a file",
        uploading: (percent: number) => `Uploading ${percent}%`,
        stop: "Stop",
        done: `${label} filed`,
      }}
      onUploaded={changed}
    />
  );
}
