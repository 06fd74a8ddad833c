import "#web/features/funds/funds.css";
import "#web/features/acts/acts.css";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import type { Act } from "#shared/acts/acts.ts";
import { counted } from "#shared/counted.ts";
import { dealRecordMessages as recordMessages } from "#shared/deals/deal-desk-messages.ts";
import { completedStates, type DealState } from "#shared/deals/deal-messages.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import type { Completion } from "#shared/funds/funds-completion.ts";
import { signedPaperKinds } from "#shared/funds/funds-completion-messages.ts";
import { closingMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { actsQuery } from "#web/features/acts/act-queries.ts";
import { SignedLists } from "#web/features/acts/signed-lists.tsx";
import { allocationQuery } from "#web/features/commitments/allocation-queries.ts";
import { commitmentParts } from "#web/features/commitments/closing-parts.ts";
import { fundsParts } from "#web/features/funds/closing-parts.ts";
import { closingBoardQuery, completionQuery } from "#web/features/funds/closing-queries.ts";
import { callApi } from "#web/lib/api.ts";
import { longDate, shortLondonTime } from "#web/lib/format.ts";
import { type LazyPage, Page } from "#web/lib/lazy-page.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Fold } from "#web/ui/fold.tsx";
import { Check } from "#web/ui/icons.generated.ts";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { RecordParts, useIsPartNamed } from "../desk/record/record-parts.tsx";

interface DealClosingProps {
  deal: DealRecord;
  userId: string;
}

/** A deal from its offer on: what closes it, and its record, which comes first while its page is written. */
export function DealClosing({ deal, userId }: DealClosingProps) {
  const { data: board, error, refetch } = useQuery(closingBoardQuery(deal.id));
  const isNamed = useIsPartNamed();
  if (!board && !error) return <RowSkeletons label={messages.loadingDeal} count={4} />;
  if (!board)
    return <LoadFailed title="The closing could not be loaded" text={error?.message} onRetry={() => void refetch()} />;
  const lists = (
    <section aria-labelledby="lists" className="grid gap-4">
      <PartHead id="lists" title="Signed lists" />
      <SignedLists dealId={deal.id} isCalled={board.called_at !== null} />
    </section>
  );
  if (earlyStates.includes(deal.state))
    return (
      <>
        <section aria-labelledby="record" className="grid gap-4">
          <PartHead id="record" title={recordMessages.record} />
          <RecordParts deal={deal} userId={userId} isEarly />
        </section>
        {lists}
        <Round board={board} />
        <Part page={fundsParts.bank} board={board} />
      </>
    );
  const hasRelief = completedStates.includes(deal.state) && board.scheme !== null && board.scheme !== "none";
  return (
    <>
      <Round board={board} />
      <People board={board} />
      <Part page={fundsParts.money} board={board} />
      <Part page={fundsParts.bank} board={board} />
      {lists}
      <Part page={fundsParts.completion} board={board} />
      {hasRelief && <Part page={fundsParts.relief} board={board} />}
      <section aria-labelledby="record" className="grid gap-4">
        <PartHead id="record" title={recordMessages.record} />
        <div className="grid">
          <Fold id="payments-in-deal" summary="Payments in this deal: every penny that moved">
            {() => <Part page={fundsParts.ledger} board={board} />}
          </Fold>
          <Fold summary="Company, documents, terms, page, questions, notes and all that was done" isOpen={isNamed}>
            {() => <RecordParts deal={deal} userId={userId} isEarly={false} />}
          </Fold>
        </div>
      </section>
    </>
  );
}

const earlyStates: readonly DealState[] = ["preparing", "approved"];

/** Who asks, who gets, who has paid: what counts now is open, what was before is folded. */
function People({ board }: { board: ClosingBoard }) {
  const hasShares = board.shares > 0 || board.called_at !== null;
  const { data: shares } = useQuery(allocationQuery(board.deal_id));
  const commitments = () => <Part page={commitmentParts.commitments} board={board} />;
  const allocation = () => <Part page={commitmentParts.allocation} board={board} />;
  return (
    <section aria-labelledby="people" className="grid gap-5">
      <PartHead id="people" title="People" />
      {hasShares ? (
        <>
          <Part page={fundsParts.members} board={board} />
          <div className="grid">
            <Fold id="freed" summary="Who gets what, and freed shares">
              {allocation}
            </Fold>
            <Fold summary="All commitments">{commitments}</Fold>
          </div>
        </>
      ) : (
        <>
          {allocation()}
          {shares ? <Fold summary="All commitments">{commitments}</Fold> : commitments()}
        </>
      )}
    </section>
  );
}

const Part = ({ page, board }: { page: LazyPage<{ board: ClosingBoard }>; board: ClosingBoard }) => (
  <Suspense fallback={<RowSkeletons label={messages.loadingDeal} count={3} />}>
    <Page page={page} board={board} />
  </Suspense>
);

/** How far a deal is, with the true times. */
export function Round({ board }: { board: ClosingBoard }) {
  const id = board.deal_id;
  const {
    data: deal,
    isPending: isDealPending,
    refetch,
  } = useQuery({
    queryKey: queryKeys.deal(id),
    queryFn: ({ signal }) => callApi<DealRecord>("GET", `/deals/${id}`, undefined, signal),
  });
  const { data: acts, isPending, refetch: refetchActs } = useQuery(actsQuery(id));
  const completion = useQuery(completionQuery(id));
  const isLoading = isDealPending || isPending || completion.isPending;
  // The list leaves out what is not known yet: without its completion a deal looks like one of before.
  const steps =
    deal && acts && completion.data && roundSteps({ deal, board, acts: acts.items, completion: completion.data });
  const retry = () => Promise.all([refetch(), refetchActs(), completion.refetch()]);
  return (
    <section aria-labelledby="round" className="grid gap-3">
      <PartHead
        id="round"
        title="Steps of the round"
        above={steps && `${steps.filter(({ phase }) => phase === "done").length} of ${steps.length}`}
      />
      {!steps && isLoading && <RowSkeletons label="Loading the steps" count={4} />}
      {!steps && !isLoading && <SectionFailed text="The steps could not be loaded." onRetry={retry} />}
      {steps && (
        <ol className="round-steps">
          {steps.map(({ label, detail, phase }) => (
            <li key={label} className={`is-${phase}`} aria-current={phase === "now" ? "step" : undefined}>
              <span className="round-mark">{phase === "done" && <Check />}</span>
              <span className={phase === "now" ? "font-semibold" : undefined}>
                {phase === "done" && <span className="sr-only">Done: </span>}
                {label}
              </span>
              <span className="muted num wrap-anywhere">{detail}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface RoundStep {
  label: string;
  detail: string;
  phase: "done" | "now" | "ahead";
}

interface RoundFacts {
  deal: Pick<DealRecord, "state" | "terms" | "closes_at" | "moves" | "released_at" | "versions">;
  board: Pick<
    ClosingBoard,
    "company_name" | "called_at" | "due_at" | "due_pence" | "open_pence" | "counts" | "payments" | "wired_pence"
  >;
  acts: readonly Pick<Act, "kind" | "state" | "signatures" | "content">[];
  completion: Pick<Completion, "papers" | "proposal">;
}

const beforeKept = "Before it was kept here";

type Fact = { label: string; done: string } | { label: string; ahead: string };

/** From the offer to the shares, with the times at which each happened. What is not done goes no further once a deal is over. */
export function roundSteps(facts: RoundFacts): RoundStep[] {
  const { deal } = facts;
  const all = [offer, opened, closed, list, called, paid, sent, issued, completed].map((step) => step(facts));
  const current = all.findIndex((fact) => !("done" in fact));
  return all.flatMap((fact, index): RoundStep[] => {
    if ("done" in fact) return [{ label: fact.label, detail: fact.done, phase: "done" }];
    if (isOver(deal)) return [];
    return [{ label: fact.label, detail: fact.ahead, phase: index === current ? "now" : "ahead" }];
  });
}

const isOver = ({ state }: RoundFacts["deal"]): boolean =>
  state === "cancelled" || state === "declined" || state === "withdrawn";

function offer({ deal, acts }: RoundFacts): Fact {
  const act = acts.find(({ kind, state }) => kind === "offer" && (state === "signed" || state === "executed"));
  if (act) return { label: "Offer signed", done: signers(act) };
  // Newest first: the later ones were approved while it was open.
  const version = deal.versions.findLast(({ approved_at }) => approved_at !== null);
  return version?.approved_at
    ? { label: "Offer approved", done: shortLondonTime(version.approved_at) }
    : { label: "Offer", ahead: waits(acts, "offer") };
}

function opened({ deal }: RoundFacts): Fact {
  const label = "Opened to members";
  if (deal.released_at) return { label, done: shortLondonTime(deal.released_at) };
  const [terms] = deal.terms;
  return { label: "Opens to members", ahead: terms ? shortLondonTime(terms.opens_at) : "As in the terms" };
}

function closed({ deal, acts }: RoundFacts): Fact {
  const isClosed = deal.state !== "released" && deal.moves.some(({ to }) => to === "closing");
  // The lists that follow the allocation leave out whoever has left meanwhile.
  const first = acts.find(({ kind, content }) => kind === "closing" && content.parts.includes("shares"));
  const asked = first?.content.shares?.lines.reduce((sum, line) => sum + line.asked, 0) ?? 0;
  const label = asked > 0 ? `Closed, ${counted(asked, "share")} asked for` : "Closed";
  // Of a version that is approved, with what was announced since; before that the terms are all that there is.
  const end = deal.closes_at ?? deal.terms[0]?.closes_at;
  if (isClosed || completedStates.includes(deal.state)) return { label, done: end ? shortLondonTime(end) : "" };
  return { label: "Closes", ahead: end ? shortLondonTime(end) : "As in the terms" };
}

function list({ acts, board }: RoundFacts): Fact {
  // Newest first. Money is called by the first one that two signed, whatever became of it.
  const signed = acts.filter(({ kind, signatures }) => kind === "closing" && signatures.length > 1);
  const act = board.called_at ? signed.at(-1) : signed.find(({ state }) => state === "signed" || state === "executed");
  if (act) return { label: "Closing list signed", done: signers(act) };
  if (board.called_at) return { label: "Shares allocated", done: "Before lists were signed" };
  return { label: "Closing list", ahead: waits(acts, "closing") };
}

function called({ deal, board: { called_at, due_pence } }: RoundFacts): Fact {
  // A deal that is over shows here only what is still owed.
  const label = isOver(deal) || due_pence === 0 ? "Money called" : `${formatPence(due_pence)} called`;
  if (called_at) return { label, done: shortLondonTime(called_at) };
  return { label: "Money called", ahead: "By the clock, once two have signed" };
}

function paid({ deal, board: { counts, open_pence, called_at, due_at } }: RoundFacts): Fact {
  const { called, paid } = counts;
  const isPaid = called_at !== null && open_pence === 0 && called.members > 0;
  if (isPaid && !isOver(deal)) return { label: "All have paid", done: `${called.members} of ${called.members}` };
  if (!called_at) return { label: "All have paid", ahead: "By the time that the call names" };
  return {
    label: `${paid.members} of ${called.members} have paid`,
    ahead: due_at ? `${formatPence(open_pence)} is due by ${shortLondonTime(due_at)}` : formatPence(open_pence),
  };
}

function sent({ deal, board: { payments, company_name, wired_pence } }: RoundFacts): Fact {
  const wire = payments.find(({ kind, state }) => kind === "wire" && state !== "cancelled");
  const pence = wire?.amount_pence ?? wired_pence;
  const label = pence > 0 ? `${formatPence(pence)} to ${company_name}` : `Payment to ${company_name}`;
  if (wire?.paid_on) return { label, done: longDate(wire.paid_on) };
  // Paid outside of this app, or before it was used: the ledger alone has it.
  if (completedStates.includes(deal.state)) return { label, done: pence > 0 ? "As booked" : beforeKept };
  return { label, ahead: wire ? "Armed: the partner pays it" : "Once the balance at the bank agrees" };
}

function issued({ deal, completion }: RoundFacts): Fact {
  const filed = new Set(completion.papers.map(({ kind }) => kind).filter((kind) => isSigned(kind))).size;
  const day = completion.proposal?.issued_on;
  if (day) return { label: "Shares issued", done: longDate(day) };
  if (completedStates.includes(deal.state)) return { label: "Shares issued", done: beforeKept };
  return {
    label: "Documents filed, shares issued",
    ahead: `${filed} of ${signedPaperKinds.length} documents are filed`,
  };
}

const isSigned = (kind: string): boolean => signedPaperKinds.some((signed) => signed === kind);

function completed({ deal, completion }: RoundFacts): Fact {
  const at = completion.proposal?.confirmed_at ?? deal.moves.find(({ to }) => to === "completed")?.moved_at;
  if (at) return { label: "Completed", done: shortLondonTime(at) };
  if (completedStates.includes(deal.state)) return { label: "Completed", done: beforeKept };
  return { label: "Completes", ahead: "24 hours after the day of issue is typed" };
}

const signers = ({ signatures }: Pick<Act, "signatures">): string =>
  signatures.map(({ name, signed_at }) => `${name} ${shortLondonTime(signed_at)}`).join("; ");

function waits(acts: RoundFacts["acts"], of: Act["kind"]): string {
  const act = acts.find(({ kind, state }) => kind === of && state === "waiting");
  const [first] = act?.signatures ?? [];
  return first ? `${first.name} has signed, one more is needed` : "Two sign it";
}
