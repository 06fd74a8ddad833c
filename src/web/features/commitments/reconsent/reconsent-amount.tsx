import { type FormEvent, useEffect, useRef, useState } from "react";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { commitMessages, reconsentMessages as messages } from "#shared/commitments/own-commitment-messages.ts";
import { shareCosts, sharesFor } from "#shared/commitments/share-costs.ts";
import { counted } from "#shared/counted.ts";
import { dealCostMessages } from "#shared/deals/open-deal-messages.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { formatPence } from "#shared/pence.ts";
import { readPounds } from "#shared/typed-numbers.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { NumberInput } from "#web/ui/number-input.tsx";
import { CommitSums } from "../commit/commit-sums.tsx";
import { amountLike } from "../commitment-words.ts";

interface ReconsentAmountProps {
  commitment: OwnCommitment;
  reconsent: NonNullable<OwnCommitment["reconsent"]>;
  /** The server's. */
  error: string | undefined;
  isSaving: boolean;
  onSave: (amountPence: number) => void;
  onBack: () => void;
}

/** A penny: what the smallest commitment is, the server says. */
const anyAmount = 1;

export function ReconsentAmount({ commitment, reconsent, error, isSaving, onSave, onBack }: ReconsentAmountProps) {
  const { price } = reconsent.terms;
  const [text, setText] = useState(() => formatPounds(commitment.amount_pence));
  const [last, setLast] = useState(commitment.amount_pence);
  const [problem, setProblem] = useState<string>();
  // What the server refused is said until another amount is typed.
  const [sent, setSent] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  const type = (next: string) => {
    setText(next);
    setProblem(undefined);
    const pence = readPounds(next);
    if (pence) setLast(pence);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const pence = readPounds(text);
    if (!pence) return setProblem(amountLike(last));
    setSent(text);
    if (!isSaving) onSave(pence);
  };
  const note = readPounds(text) ? undefined : dealCostMessages.ofLast(formatPence(last));
  const purchase = { price, shares: sharesFor(price, last, anyAmount), feeBp: commitment.fee_bp };
  return (
    <form className="grid gap-4" noValidate onSubmit={save}>
      <h3 className="d4">Another amount under the new terms</h3>
      <div className="grid max-w-[30rem] gap-4">
        <Field label={commitMessages.amount} error={problem ?? (sent === text ? error : undefined)}>
          <NumberInput
            kind="pounds"
            ref={field}
            className="deal-amount"
            value={text}
            onChange={(event) => type(event.target.value)}
          />
        </Field>
        {note && <p className="note">{note}</p>}
        <CommitSums purchase={purchase} />
      </div>
      <div className="commit-answers">
        <Button type="submit" variant="outline" busyLabel={isSaving && messages.saving}>
          Keep with {counted(shareCosts(purchase).shares, "share")}
        </Button>
        <Button variant="outline" onClick={onBack}>
          Back to the three answers
        </Button>
      </div>
    </form>
  );
}
