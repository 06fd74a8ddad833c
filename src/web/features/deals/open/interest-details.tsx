import { type FormEvent, type ReactNode, useState } from "react";
import type { OpenDeal, OwnInterest } from "#shared/deals/deals.ts";
import { interestMessages as messages } from "#shared/deals/open-deal-messages.ts";
import { amountReader } from "#web/features/commitments/use-amount.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { NumberInput } from "#web/ui/number-input.tsx";

interface DetailProps {
  /** What the field says at first. */
  start: string;
  isSaving: boolean;
  onSave: (interest: OwnInterest) => void;
}

interface InterestAmountProps extends DetailProps {
  deal: OpenDeal;
  level: "considering" | "likely";
}

/** Only Considering goes without an amount. */
export function InterestAmount({ deal, level, start, isSaving, onSave }: InterestAmountProps) {
  const { read, hint } = amountReader(deal);
  const [text, setText] = useState(start);
  const [error, setError] = useState<string>();
  const isOptional = level === "considering";
  const save = () => {
    const { pence = null, error: problem } = isOptional && text.trim() === "" ? {} : read(text);
    setError(problem);
    if (!problem) onSave({ level, amount_pence: pence, reason: null });
  };
  return (
    <DetailForm label="Save amount" isSaving={isSaving} onSave={save}>
      <Field label="How much you think of" isOptional={isOptional} hint={hint} error={error}>
        <NumberInput kind="pounds" value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </DetailForm>
  );
}

export function InterestReason({ start, isSaving, onSave }: DetailProps) {
  const [text, setText] = useState(start);
  const save = () => onSave({ level: "not_for_me", amount_pence: null, reason: text.trim() || null });
  return (
    <DetailForm label="Save reason" isSaving={isSaving} onSave={save}>
      <Field label="Why it is not for you" isOptional hint="The club’s admins alone read it.">
        <Textarea rows={2} maxLength={5000} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </DetailForm>
  );
}

interface DetailFormProps {
  label: string;
  isSaving: boolean;
  onSave: () => void;
  children: ReactNode;
}

function DetailForm({ label, isSaving, onSave, children }: DetailFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving) onSave();
  };
  return (
    <form className="deal-detail" noValidate onSubmit={submit}>
      {children}
      <Button type="submit" variant="outline" busyLabel={isSaving && messages.saving}>
        {label}
      </Button>
    </form>
  );
}
