import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { demandBandLabels, type InterestLevel, interestLabels, interestLevels } from "#shared/deals/deal-messages.ts";
import type { OpenDeal, OwnInterest } from "#shared/deals/deals.ts";
import { dealSectionMessages, interestMessages as messages } from "#shared/deals/open-deal-messages.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { amountReader } from "#web/features/commitments/use-amount.ts";
import { callApi } from "#web/lib/api.ts";
import { closeDeal, gateIsOpen } from "#web/lib/gated-queries.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { NumberInput } from "#web/ui/number-input.tsx";
import { sectionId } from "./deal-section.tsx";
import { answerWords } from "./deal-words.ts";

interface InterestProps {
  deal: OpenDeal;
}

/** What somebody who has not committed says to a deal: each level as large as the others, saved when it is chosen. */
export function Interest({ deal }: InterestProps) {
  const { id, interest, demand, state } = deal;
  const { mutate, isPending, isSuccess, error, reset } = useSaveInterest(id);
  const [chosen, setChosen] = useState<InterestLevel>();
  const level = chosen ?? interest?.level;
  const save = (input: OwnInterest) => mutate(input, { onSettled: () => setChosen(undefined) });
  const choose = (next: InterestLevel) => {
    setChosen(next);
    const answer = answerOf(next, interest);
    if (next === "likely" && answer.amount_pence === null) reset();
    else save(answer);
  };
  const isUnsaved = chosen !== undefined && !isPending;
  return (
    <section id={sectionId("answer")} className="deal-answer" aria-labelledby="deal-answer-heading">
      <h3 id="deal-answer-heading">{dealSectionMessages.answer}</h3>
      {state === "closed" ? (
        <p>{currentWords(interest)} This deal is closed, so answers stay as they are.</p>
      ) : (
        <>
          <Levels level={level} interest={interest} onChoose={choose} />
          <p>
            <b role="status">{statusWords({ isPending, isUnsaved, isSuccess, interest })}</b>{" "}
            <span className="muted">It binds you to nothing, and you can change it at any time.</span>
          </p>
          {error && (
            <div role="alert">
              <Notice tone="error" title="Your answer was not saved.">
                {error.message}
              </Notice>
            </div>
          )}
          {(level === "considering" || level === "likely") && (
            <InterestAmount
              key={`${level} ${interest?.amount_pence}`}
              deal={deal}
              level={level}
              start={interest?.amount_pence ? formatPounds(interest.amount_pence) : ""}
              isSaving={isPending}
              onSave={save}
            />
          )}
          {level === "not_for_me" && (
            <InterestReason key={interest?.reason} start={interest?.reason ?? ""} isSaving={isPending} onSave={save} />
          )}
        </>
      )}
      {demand && <Demand band={demandBandLabels[demand]} />}
    </section>
  );
}

/** One after the other, so that the last answer counts. */
function useSaveInterest(id: string) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `interest ${id}` },
    mutationFn: (input: OwnInterest) => callApi<OpenDeal>("PUT", `/open-deals/${id}/interest`, input),
    onMutate: () => client.cancelQueries({ queryKey: queryKeys.openDeal(id) }),
    onSuccess: (answer) => {
      client.setQueryData(queryKeys.openDeal(id), gateIsOpen(answer));
      void client.invalidateQueries({ queryKey: queryKeys.openDealList });
    },
    onError: (error) => closeDeal(client, id, error),
  });
}

/** An amount stays with the levels that have one, a reason with Not for me. */
const answerOf = (level: InterestLevel, interest: OwnInterest | null): OwnInterest => ({
  level,
  amount_pence: level === "considering" || level === "likely" ? (interest?.amount_pence ?? null) : null,
  reason: level === "not_for_me" ? (interest?.reason ?? null) : null,
});

interface LevelsProps {
  level: InterestLevel | undefined;
  interest: OwnInterest | null;
  onChoose: (level: InterestLevel) => void;
}

function Levels({ level, interest, onChoose }: LevelsProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-labelledby="deal-answer-heading" className="choices deal-levels">
      {interestLevels.map((value) => (
        <label key={value}>
          <input type="radio" name={name} checked={value === level} onChange={() => onChoose(value)} />
          <span>
            <b>{interestLabels[value]}</b>
            <span className="note">{noteOf(value, interest)}</span>
          </span>
        </label>
      ))}
    </div>
  );
}

const noteOf = (level: InterestLevel, interest: OwnInterest | null): string =>
  interest?.level === level && interest.amount_pence !== null
    ? formatPounds(interest.amount_pence)
    : messages.notes[level];

interface Status {
  isPending: boolean;
  isUnsaved: boolean;
  isSuccess: boolean;
  interest: OwnInterest | null;
}

function statusWords({ isPending, isUnsaved, isSuccess, interest }: Status): string {
  if (isPending) return messages.saving;
  if (isUnsaved) return "Not saved yet: Likely needs an amount.";
  return isSuccess && interest ? `Saved: ${answerWords(interest)}.` : currentWords(interest);
}

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
function InterestAmount({ deal, level, start, isSaving, onSave }: InterestAmountProps) {
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

function InterestReason({ start, isSaving, onSave }: DetailProps) {
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

const currentWords = (interest: OwnInterest | null): string =>
  interest ? `You said: ${answerWords(interest)}.` : "You have not answered.";

function Demand({ band }: { band: string }) {
  const [before, words] = messages.demand(band);
  return (
    <p className="small muted">
      {before} <b>{words}</b>.
    </p>
  );
}
