import { type FormEvent, useEffect, useRef, useState } from "react";
import { commitmentMessages } from "#shared/commitment-messages.ts";
import type { OwnCommitment } from "#shared/commitments.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { dealCostMessages } from "#shared/open-deal-messages.ts";
import { commitMessages, reconsentMessages as messages } from "#shared/own-commitment-messages.ts";
import { formatPence, parsePounds } from "#shared/pence.ts";
import { shareCosts, sharesFor } from "#shared/share-costs.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { ShareTable } from "../commit/share-table.tsx";
import { inThousands } from "../commitment-words.ts";

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
    const pence = parsePounds(next);
    if (pence) setLast(pence);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const pence = parsePounds(text);
    if (!pence) return setProblem(commitmentMessages.wholePence);
    setSent(text);
    if (!isSaving) onSave(pence);
  };
  const note = parsePounds(text) ? undefined : dealCostMessages.ofLast(formatPence(last));
  const purchase = { price, shares: sharesFor(price, last, anyAmount), feeBp: commitment.fee_bp };
  return (
    <form className="grid gap-4" noValidate onSubmit={save}>
      <h4 className="d4">{messages.changeHeading}</h4>
      <div className="grid max-w-[30rem] gap-4">
        <Field label={commitMessages.amount} error={problem ?? (sent === text ? error : undefined)}>
          <Input
            ref={field}
            className="deal-amount num"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={(event) => type(event.target.value)}
          />
        </Field>
        <ShareTable
          purchase={purchase}
          minimumPence={anyAmount}
          maximumPence={Number.MAX_SAFE_INTEGER}
          note={note}
          onStep={type}
        />
      </div>
      <div className="commit-answers">
        <Button type="submit" variant="outline" busyLabel={isSaving && messages.saving}>
          {messages.save(inThousands(shareCosts(purchase).shares))}
        </Button>
        <Button variant="outline" onClick={onBack}>
          {messages.back}
        </Button>
      </div>
    </form>
  );
}
