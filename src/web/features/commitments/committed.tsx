import { counted } from "#shared/counted.ts";
import { serverNow } from "#web/lib/server-time.ts";
import "./commitments.css";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { closingWords, type Ending } from "#shared/commitments/commitment-cases.ts";
import { commitmentBandLabels, commitmentStateLabels } from "#shared/commitments/commitment-messages.ts";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import {
  commitMessages,
  ownCommitmentMessages as messages,
  receiptMessages,
} from "#shared/commitments/own-commitment-messages.ts";
import { paths } from "#shared/paths.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { useTypedAmount } from "#web/features/commitments/use-amount.ts";
import { callApi } from "#web/lib/api.ts";
import { formatLondonTime, shortLondonTime, weekdayDate } from "#web/lib/format.ts";
import { useSession } from "#web/lib/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Check } from "#web/ui/icons.generated.ts";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { commitmentChanged, readCommitmentAgain } from "./commitment-queries.ts";
import { commitmentTones, committedWords, feePercent, inThousands, isAllocated } from "./commitment-words.ts";

interface CommittedProps {
  commitment: OwnCommitment;
  /** The focus moves here, where the form was. */
  isFocused?: boolean;
  /** Left out on a page of its own, from which the deal's page is the place to change it. */
  onChange?: () => void;
}

/** What was committed to: after the form a receipt with what happens next, on its own page all figures. */
export function Committed({ commitment, isFocused = false, onChange }: CommittedProps) {
  const { deal_id, state, placed_at, can } = commitment;
  const [title, ...rest] = committedWords(commitment);
  const email = useSession().session?.user.email;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) heading.current?.focus();
  }, [isFocused]);
  return (
    <section id="deal-commit" className="deal-commit px-0" aria-labelledby="deal-commit-heading">
      <div className="grid gap-[0.35rem] rounded-sheet border border-transparent bg-pine-tint p-5">
        <p>
          <Badge tone={commitmentTones[state]}>{commitmentStateLabels[state]}</Badge>
        </p>
        <h2 className="d3 outline-none" id="deal-commit-heading" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className="small">
          {rest.join(" ")} Placed {formatLondonTime(placed_at)}.
        </p>
        {onChange && email && <p className="note wrap-anywhere">{receiptMessages.sentTo(email)}</p>}
      </div>
      {!onChange && <ClosingNotice ending={commitment} />}
      {onChange ? <NextSteps commitment={commitment} /> : <CommittedFacts commitment={commitment} />}
      <div className="commit-answers">
        {can.change && onChange && (
          <Button variant="outline" onClick={onChange}>
            {messages.change}
          </Button>
        )}
        {can.change && !onChange && (
          <LinkButton variant="outline" to={paths.changeCommitment(deal_id)}>
            {messages.change}
          </LinkButton>
        )}
        {can.withdraw && <Withdraw commitment={commitment} />}
      </div>
      {onChange && (
        <p>
          <InlineLink to={paths.commitment(commitment.id)} isQuiet>
            Your commitment
          </InlineLink>
        </p>
      )}
    </section>
  );
}

function NextSteps({ commitment }: { commitment: OwnCommitment }) {
  const { state, placed_at, closes_at, due_pence, call_hours, completion_expected_on } = commitment;
  if (state !== "committed") return null;
  const steps = [
    { phase: "done", label: "You committed", text: shortLondonTime(placed_at) },
    {
      phase: "now",
      label: "Shares are allocated",
      text: receiptMessages.allocatedAfter(shortLondonTime(closes_at)),
    },
    {
      phase: "ahead",
      label: "You are asked to pay",
      text: receiptMessages.payWithin(formatPence(due_pence), call_hours),
    },
    {
      phase: "ahead",
      label: "Shares are issued",
      text: receiptMessages.issuedOn(weekdayDate(completion_expected_on)),
    },
  ];
  return (
    <section className="grid" aria-labelledby="commit-next">
      <h3 className="d4" id="commit-next">
        What happens next
      </h3>
      <ol className="commit-next num">
        {steps.map(({ phase, label, text }) => (
          <li key={label} className={`is-${phase}`} aria-current={phase === "now" ? "step" : undefined}>
            <i aria-hidden="true">{phase === "done" && <Check />}</i>
            <div>
              <p>
                {phase === "done" && <span className="sr-only">Done: </span>}
                <b>{label}</b>
              </p>
              <p className="note">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function CommittedFacts({ commitment }: { commitment: OwnCommitment }) {
  const {
    shares,
    asked_shares,
    cost_pence,
    amount_pence,
    fee_bp,
    fee_pence,
    due_pence,
    least_shares,
    wants_relief,
    band,
    terms,
    signed_as,
  } = commitment;
  const facts = [
    ...(isAllocated(commitment)
      ? [
          ["Shares you asked for", inThousands(asked_shares)],
          ["Shares you get", inThousands(shares)],
        ]
      : [["Shares, at most", inThousands(shares)]]),
    ["Cost of the shares", formatPence(cost_pence)],
    [`Fee, ${feePercent(fee_bp)}`, formatPence(fee_pence)],
    [isAllocated(commitment) ? "Cost and fee together" : "You send, at most", formatPence(due_pence)],
    ["Amount you entered", formatPence(amount_pence)],
    ["You accept at least", `${counted(least_shares, "share")}`],
    ...(wants_relief === null
      ? []
      : [[`With ${terms.scheme} relief`, wants_relief ? commitMessages.yes : commitMessages.no]]),
    ["Order", commitmentBandLabels[band]],
    ["Terms", `Version ${terms.number}, ${formatPrice(terms.price)} a share`],
    ...(signed_as ? [["Signed as", signed_as]] : []),
  ];
  return (
    <dl className="commit-facts num">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The button is as large as every other answer. */
export function Withdraw({ commitment }: { commitment: OwnCommitment }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const { deal_id, updated_at, company_name, closes_at, can } = commitment;
  const [, keepAmount] = useTypedAmount(deal_id);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callApi<OwnCommitment>("DELETE", `/open-deals/${deal_id}/commitment`, { expected_version: updated_at }),
    onSuccess: (ended) => {
      keepAmount("");
      commitmentChanged(client, ended);
      toast({ title: "Withdrawn. You owe nothing.", description: company_name });
      // The deal's page would show a form for the next one.
      void navigate(paths.commitment(ended.id), { replace: true });
    },
    onError: (error) => {
      setAsking(false);
      toastFailure("Not withdrawn", error);
      void readCommitmentAgain(client, deal_id);
    },
  });
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Withdraw from ${company_name}?`}
        text={`Your commitment ends and you owe nothing. ${
          new Date(closes_at) <= serverNow()
            ? "The deal is closed: you cannot commit again."
            : `While the deal is open you can commit again, at a new place${can.change ? "" : ", once you have signed a statement"}.`
        }`}
        confirmLabel="Withdraw, owe nothing"
        busyLabel={isPending && "Withdrawing…"}
        variant="secondary"
        onConfirm={() => mutate()}
      />
    </>
  );
}

/** The notice shows where commitments end or ended at another time than was announced before. */
export function ClosingNotice({ ending }: { ending: Omit<Ending, "is_open"> & { closes_at: string } }) {
  const words = closingWords({ ...ending, is_open: Date.parse(ending.closes_at) > serverNow().getTime() });
  if (!words) return null;
  const [title, ...rest] = words;
  return (
    <Notice className="mt-3" title={title}>
      <span dir="auto">{rest.join(" ")}</span>
    </Notice>
  );
}
