import type { Act } from "#shared/acts/acts.ts";
import { counted } from "#shared/counted.ts";
import { completedStates } from "#shared/deals/deal-messages.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import type { Completion } from "#shared/funds/funds-completion.ts";
import { signedPaperKinds } from "#shared/funds/funds-completion-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { longDate, shortLondonTime } from "#web/lib/format.ts";

interface RoundStep {
  label: string;
  detail: string;
  phase: "done" | "now" | "ahead";
}

interface RoundFacts {
  deal: Pick<DealRecord, "state" | "terms" | "closes_at" | "moves" | "released_at" | "versions">;
  board: Pick<
    ClosingBoard,
    "company_name" | "called_at" | "due_at" | "due_pence" | "open_pence" | "counts" | "payments"
  >;
  acts: readonly Pick<Act, "kind" | "state" | "signatures" | "content">[];
  completion: Pick<Completion, "papers" | "proposal"> | undefined;
}

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
  const version = deal.versions.find(({ approved_at }) => approved_at !== null);
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
  // Of a deal that is over it is only what is still owed.
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

function sent({ board: { payments, company_name } }: RoundFacts): Fact {
  const wire = payments.find(({ kind, state }) => kind === "wire" && state !== "cancelled");
  const label = wire ? `${formatPence(wire.amount_pence)} to ${company_name}` : `Payment to ${company_name}`;
  if (wire?.paid_on) return { label, done: longDate(wire.paid_on) };
  return { label, ahead: wire ? "Armed: the partner pays it" : "Once the balance at the bank agrees" };
}

function issued({ completion }: RoundFacts): Fact {
  const filed = new Set(completion?.papers.map(({ kind }) => kind).filter((kind) => isSigned(kind))).size;
  const day = completion?.proposal?.issued_on;
  if (day) return { label: "Shares issued", done: longDate(day) };
  return {
    label: "Documents filed, shares issued",
    ahead: `${filed} of ${signedPaperKinds.length} documents are filed`,
  };
}

const isSigned = (kind: string): boolean => signedPaperKinds.some((signed) => signed === kind);

function completed({ deal, completion }: RoundFacts): Fact {
  const at = completion?.proposal?.confirmed_at ?? deal.moves.find(({ to }) => to === "completed")?.moved_at;
  if (at) return { label: "Completed", done: shortLondonTime(at) };
  if (completedStates.includes(deal.state)) return { label: "Completed", done: "Before it was kept here" };
  return { label: "Completes", ahead: "24 hours after the day of issue is typed" };
}

const signers = ({ signatures }: Pick<Act, "signatures">): string =>
  signatures.map(({ name, signed_at }) => `${name} ${shortLondonTime(signed_at)}`).join("; ");

function waits(acts: RoundFacts["acts"], of: Act["kind"]): string {
  const act = acts.find(({ kind, state }) => kind === of && state === "waiting");
  const [first] = act?.signatures ?? [];
  return first ? `${first.name} has signed, one more is needed` : "Two sign it";
}
