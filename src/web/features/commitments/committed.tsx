import { counted } from "#shared/counted.ts";
import "./commitments.css";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { commitmentBandLabels, commitmentStateLabels } from "#shared/commitments/commitment-messages.ts";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { commitMessages, ownCommitmentMessages as messages } from "#shared/commitments/own-commitment-messages.ts";
import { paths } from "#shared/paths.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { useTypedAmount } from "#web/features/commitments/use-amount.ts";
import { callApi } from "#web/lib/api.ts";
import { formatLondonTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ClosingNotice } from "./closing-notice.tsx";
import { commitmentChanged, readCommitmentAgain } from "./commitment-queries.ts";
import { commitmentTones, committedWords, feePercent, inThousands, isAllocated } from "./commitment-words.ts";

interface CommittedProps {
  commitment: OwnCommitment;
  /** Where the form was. */
  isFocused?: boolean;
  /** Left out on a page of its own, from which the deal's page is the place to change it. */
  onChange?: () => void;
}

export function Committed({ commitment, isFocused = false, onChange }: CommittedProps) {
  const { id, deal_id, state, placed_at, can } = commitment;
  const [title, ...rest] = committedWords(commitment);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) heading.current?.focus();
  }, [isFocused]);
  return (
    <section id="deal-commit" className="card deal-commit" aria-labelledby="deal-commit-heading">
      <div className="grid gap-1">
        <p>
          <Badge tone={commitmentTones[state]}>{commitmentStateLabels[state]}</Badge>
        </p>
        <h3 className="d3 outline-none" id="deal-commit-heading" ref={heading} tabIndex={-1}>
          {title}
        </h3>
        <p className="note">
          {rest.join(" ")} Placed {formatLondonTime(placed_at)}.
        </p>
      </div>
      {!onChange && <ClosingNotice ending={commitment} />}
      <CommittedFacts commitment={commitment} />
      <div className="commit-answers">
        {can.change && onChange && (
          <Button variant="outline" onClick={onChange}>
            {messages.change}
          </Button>
        )}
        {can.change && !onChange && (
          <LinkButton variant="outline" to={`${paths.openDeal(deal_id)}#deal-commit`}>
            {messages.change}
          </LinkButton>
        )}
        {can.withdraw && <Withdraw commitment={commitment} />}
      </div>
      {onChange && (
        <p>
          <InlineLink to={paths.commitment(id)} isQuiet>
            {messages.toPage}
          </InlineLink>
        </p>
      )}
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

/** As large as every other answer. */
export function Withdraw({ commitment }: { commitment: OwnCommitment }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { deal_id, updated_at, company_name, closes_at, can } = commitment;
  const [, keepAmount] = useTypedAmount(deal_id);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callApi<OwnCommitment>("DELETE", `/open-deals/${deal_id}/commitment`, { expected_version: updated_at }),
    onSuccess: (ended) => {
      keepAmount("");
      commitmentChanged(client, ended);
      toast({ title: "Withdrawn. You owe nothing.", description: company_name });
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
          new Date(closes_at) <= new Date()
            ? "The deal is closed: you cannot commit again."
            : `While the deal is open you can commit again, at a new place${can.change ? "" : ", once you have signed a statement"}.`
        }`}
        confirmLabel="Withdraw, owe nothing"
        cancelLabel="Keep it"
        busyLabel={isPending && "Withdrawing…"}
        variant="secondary"
        onConfirm={() => mutate()}
      />
    </>
  );
}
