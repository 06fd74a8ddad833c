import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useState } from "react";
import type { FieldValues, Path } from "react-hook-form";
import { z } from "zod";
import {
  type CommitmentBand,
  type CommitmentTick,
  commitmentMessages,
  commitmentTicks,
} from "#shared/commitments/commitment-messages.ts";
import {
  type CommitmentInput,
  type CommitmentOffer,
  commitmentInputSchema,
  type OwnCommitment,
} from "#shared/commitments/commitments.ts";
import { commitMessages as messages } from "#shared/commitments/own-commitment-messages.ts";
import { amountForShares, hasPartsOfPenny, mostCosts, sharesFor } from "#shared/commitments/share-costs.ts";
import type { OpenDeal } from "#shared/deals/deals.ts";
import { formatPence } from "#shared/pence.ts";
import { tierLabels } from "#shared/people/people-messages.ts";
import { isBlank, orNaN, readPounds, readShares } from "#shared/typed-numbers.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { formatLondonTime, inWords, longDate } from "#web/lib/format.ts";
import { closeDeal } from "#web/lib/gated-queries.ts";
import { useCurrentUserId } from "#web/lib/session.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Button } from "#web/ui/button.tsx";
import { CheckboxField } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { ChevronDown, CircleAlert } from "#web/ui/icons.generated.ts";
import { Input } from "#web/ui/input.tsx";
import { NumberInput } from "#web/ui/number-input.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { commitmentChanged, previewQuery, readCommitmentAgain } from "../commitment-queries.ts";
import { amountLike, committedWords, inThousands } from "../commitment-words.ts";
import { type Amount, amountReader } from "../use-amount.ts";
import { CommitSums } from "./commit-sums.tsx";

interface CommitFormProps {
  deal: OpenDeal;
  offer: CommitmentOffer;
  /** Shared with what the deal costs. */
  amount: Amount;
  onSaved: () => void;
  /** Of a change, which is left as it is. */
  onClose?: () => void;
}

const settledMs = 500;

/** Places a commitment, or changes the reader's own. What is filled in outlives a reload and a new session. */
export function CommitForm({ deal, offer, amount, onSaved, onClose }: CommitFormProps) {
  const client = useQueryClient();
  const userId = useCurrentUserId();
  const { terms, commitment, minimum_shares, legal_name } = offer;
  const { price, scheme } = terms;
  const feeBp = Math.min(offer.fee_bp, commitment?.fee_bp ?? offer.fee_bp);
  const purchase = { price, shares: amount.costs.shares, feeBp };
  const costs = mostCosts(purchase);
  const tickedFor = { terms_id: terms.id, due_pence: costs.duePence, shares: costs.shares };
  const form = useApiForm<CommitValues, OwnCommitment>({
    schema: commitFormSchema(offer),
    defaultValues: startValues(amount.text, tickedFor, offer),
    send: (values) => callApi("PUT", `/open-deals/${deal.id}/commitment`, toCommitmentInput(values, offer)),
    onSent: (saved) => {
      forgetDraft();
      commitmentChanged(client, saved);
      toast({ title: committedWords(saved)[0], description: deal.content.company.name });
      onSaved();
    },
    fieldOfPath: commitFieldOf,
    fieldOfCode: { signature_mismatch: "signature", below_minimum: "amount", above_maximum: "amount" },
    areErrorsNested: true,
    onRefused: (error, isAtField) => {
      if (closeDeal(client, deal.id, error) || isAtField) return;
      toastFailure(commitment ? "Not changed" : "Not committed", error);
      void readCommitmentAgain(client, deal.id);
    },
  });
  const { forgetDraft } = useDraft(`commitment:${commitment?.id ?? deal.id}:${userId}`, form);
  const { setValue } = form;
  useEffect(() => setValue("amount", amount.text), [setValue, amount.text]);
  useFreshTicks(form, tickedFor);
  const { refusal, band } = usePreview(deal.id, amount, offer);
  const isWaiting = offer.obstacle === "cooling_off";
  const words = {
    terms: messages.tick.terms(terms.number, longDate(deal.content.terms.created_at)),
    loss: messages.tick.loss(formatPence(costs.duePence)),
    nominee: messages.tick.nominee,
    instruction: messages.tick.instruction(inThousands(costs.shares), formatPence(costs.costPence)),
  };
  const close = () => {
    forgetDraft();
    onClose?.();
  };
  const amountError = form.getFieldState("amount", form.formState).error?.message ?? amount.error ?? refusal;
  return (
    <Form form={form} className="grid grid-cols-1 gap-6" aria-labelledby="deal-commit-to">
      <FormFields form={form}>
        <div className="commit-columns">
          <div className="grid content-start gap-4">
            <Field label={messages.amount} hint={amountReader(deal).hint} error={amountError}>
              <NumberInput
                kind="pounds"
                className="large-input"
                name="amount"
                value={amount.text}
                onChange={(event) => {
                  form.clearErrors("amount");
                  amount.type(event.target.value);
                }}
              />
            </Field>
            {amount.note && <p className="note">{amount.note}</p>}
            <CommitSums purchase={purchase} />
          </div>
          <div className="grid content-start gap-5">
            {scheme !== "none" && <Relief form={form} scheme={scheme} />}
            <Least form={form} price={price} minimum={minimum_shares} />
            <Order terms={deal.content.terms} band={band} offer={offer} />
          </div>
        </div>
        <Ticks form={form} words={words} />
        <div className="commit-columns">
          <FormField
            form={form}
            name="signature"
            label={legal_name ? commitmentMessages.signature(legal_name) : "Type your name"}
          >
            <Input autoComplete="off" maxLength={200} />
          </FormField>
          <div className="commit-buttons">
            <SubmitButton
              form={form}
              busyLabel={commitment ? "Changing…" : "Committing…"}
              disabled={isWaiting}
              aria-describedby={isWaiting ? "deal-commit-waits" : undefined}
            >
              {(commitment ? messages.submitChange : messages.submit)(inThousands(costs.shares))}
            </SubmitButton>
            {onClose && (
              <Button variant="outline" onClick={close}>
                Leave it as it is
              </Button>
            )}
          </div>
        </div>
      </FormFields>
      {isWaiting && offer.cooling_off_until && (
        <p className="note" id="deal-commit-waits">
          The button opens on {formatLondonTime(offer.cooling_off_until)}: you have time to think before your first
          commitment. What you have filled in is kept in this tab.
        </p>
      )}
    </Form>
  );
}

/** A value that cannot be read becomes one that the schema refuses at its field. */
export const toCommitmentInput = (
  { amount, least_shares, wants_relief, ticks, ticked_for, signature }: CommitValues,
  { terms, commitment }: Pick<CommitmentOffer, "terms" | "commitment">,
): CommitmentInput => ({
  amount_pence: orNaN(readPounds(amount)),
  least_shares: isBlank(least_shares) ? null : orNaN(readShares(least_shares)),
  wants_relief: terms.scheme === "none" ? null : toBoolean(wants_relief),
  ticks: ticks as CommitmentInput["ticks"],
  signature,
  terms_id: terms.id,
  due_pence: ticked_for.due_pence,
  expected_version: commitment?.updated_at ?? null,
});

/** Returns undefined, which the schema refuses, until it is answered. */
const toBoolean = (typed: CommitValues["wants_relief"]) => (typed ? typed === "yes" : (undefined as never));

const commitFieldOf = (path: string): string => (path === "amount_pence" ? "amount" : path);

/** The rules of the API, for what the controls hold. */
export const commitFormSchema = (offer: CommitmentOffer) =>
  z.custom<CommitValues>().superRefine((values, context) => {
    const input = toCommitmentInput(values, offer);
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: commitFieldOf(path).split("."), message });
    const { error } = commitmentInputSchema.safeParse(input);
    for (const { path, message } of error?.issues ?? [])
      refuse(path.join("."), message === commitmentMessages.wholePence ? amountLike(offer.minimum_pence) : message);
    const least = input.least_shares;
    if (error?.issues.some(({ path }) => path[0] === "amount_pence" || path[0] === "least_shares") || !least) return;
    const shares = sharesFor(offer.terms.price, input.amount_pence, offer.minimum_pence);
    if (least < offer.minimum_shares)
      refuse("least_shares", commitmentMessages.leastTooSmall(inThousands(offer.minimum_shares)));
    if (least > shares) refuse("least_shares", commitmentMessages.leastTooLarge(inThousands(shares)));
  });

interface LeastProps {
  form: ServerForm<CommitValues>;
  price: string;
  minimum: number;
}

/** Few change it: it is a line until it is opened, or refused. */
function Least({ form, price, minimum }: LeastProps) {
  const typed = form.watch("least_shares");
  const { error } = form.getFieldState("least_shares", form.formState);
  const [isOpened, setOpened] = useState(typed !== String(minimum));
  const isOpen = isOpened || error !== undefined;
  const shares = (isBlank(typed) ? minimum : readShares(typed)) || minimum;
  return (
    <details className="commit-least" open={isOpen} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>
        <span>
          <b>If there are not enough shares</b>
          <span className="note">
            {messages.anyNumberFrom(inThousands(shares), formatPence(amountForShares(price, shares)))}
          </span>
        </span>
        <ChevronDown />
      </summary>
      <NumberField
        form={form}
        name="least_shares"
        kind="shares"
        label="If there are not enough shares, I accept at least"
        hint={leastHint(price, typed, minimum)}
      />
    </details>
  );
}

/** With what the shares cost, unless what is typed is no number of shares. */
export function leastHint(price: string, typed: string, minimum: number): string {
  const shares = isBlank(typed) ? minimum : readShares(typed);
  const most = hasPartsOfPenny(price) ? " at most" : "";
  const cost = shares ? `They cost ${formatPence(amountForShares(price, shares))}${most}. ` : "";
  return `${cost}If fewer are left for you, you go on the waiting list instead`;
}

interface OrderProps {
  terms: Pick<OpenDeal["content"]["terms"], "priority_tiers" | "priority_share_percent" | "priority_until">;
  band: CommitmentBand;
  offer: Pick<CommitmentOffer, "tier" | "cooling_off_until">;
}

export function Order({ terms, band, offer: { tier, cooling_off_until } }: OrderProps) {
  const { priority_tiers, priority_share_percent: percent, priority_until } = terms;
  if (priority_tiers.length === 0 || percent === 0) return null;
  const tiers = inWords(priority_tiers.map((one) => tierLabels[one]));
  const isTooLate = priority_tiers.includes(tier) && cooling_off_until !== null && priority_until <= cooling_off_until;
  return (
    <p className="small muted">
      {isTooLate ? messages.order.tooLate(formatLondonTime(priority_until)) : messages.order[band]} {tiers} members get{" "}
      {percent}% of the rest first.
    </p>
  );
}

/** A tick applies to the numbers beside it: when they change it is cleared. */
function useFreshTicks(form: ServerForm<CommitValues>, tickedFor: CommitValues["ticked_for"]): void {
  const { terms_id, due_pence, shares } = tickedFor;
  const { setValue, getValues } = form;
  const before = form.watch("ticked_for");
  useEffect(() => {
    if (before.terms_id === terms_id && before.due_pence === due_pence && before.shares === shares) return;
    const now = { terms_id, due_pence, shares };
    setValue("ticks", ticksFor(getValues("ticks"), before, now));
    setValue("ticked_for", now);
  }, [before, terms_id, due_pence, shares, setValue, getValues]);
}

/** The server's word on an amount that can be read. */
function usePreview(dealId: string, { text, error }: Amount, offer: CommitmentOffer) {
  const pence = useDebounced(error ? null : readPounds(text), settledMs);
  const { data, error: refused } = useQuery({ ...previewQuery(dealId, pence ?? 0), enabled: pence !== null });
  const errors = refused instanceof ApiError ? refused.problem.errors : undefined;
  const refusal = errors?.find(({ path }) => path === "amount_pence")?.message;
  return { refusal, band: offer.commitment?.band ?? data?.band ?? offer.band };
}

interface TicksProps {
  form: ServerForm<CommitValues>;
  /** Each with its own numbers. */
  words: Record<CommitmentTick, string>;
}

function Ticks({ form, words }: TicksProps) {
  const id = useId();
  return (
    <fieldset className="border-t border-ink" aria-labelledby={id}>
      <legend className="sr-only" id={id}>
        What you confirm, one by one
      </legend>
      {commitmentTicks.map((tick) => (
        <CommitTick key={tick} form={form} name={`ticks.${tick}`} label={words[tick]} />
      ))}
    </fieldset>
  );
}

interface CommitTickProps<Values extends FieldValues> {
  form: ServerForm<Values>;
  name: Path<Values>;
  label: ReactNode;
}

function CommitTick<Values extends FieldValues>({ form, name, label }: CommitTickProps<Values>) {
  const { error } = form.getFieldState(name, form.formState);
  return (
    <CheckboxField
      fieldClass="grid gap-1 border-b border-line pb-[0.1rem] wrap-anywhere"
      label={label}
      {...form.register(name)}
      error={error?.message}
    />
  );
}

interface ReliefProps {
  form: ServerForm<CommitValues>;
  scheme: string;
}

export function Relief({ form, scheme }: ReliefProps) {
  const id = useId();
  const { error } = form.getFieldState("wants_relief", form.formState);
  const options = [
    { value: "yes", label: messages.yes, reason: messages.relief.yes },
    { value: "no", label: messages.no, reason: messages.relief.no },
  ];
  return (
    <fieldset className="field" aria-describedby={error && id}>
      <legend className="field-label mb-1.5">Do you want {scheme} relief on these shares?</legend>
      <div className="choices">
        {options.map(({ value, label, reason }) => (
          <label key={value} className="commit-choice">
            <input
              type="radio"
              value={value}
              data-invalid={error ? "" : undefined}
              {...form.register("wants_relief")}
            />
            <span>
              <b>{label}</b>
              <span className="note">{reason}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className="field-error" id={id}>
          <CircleAlert />
          {error.message}
        </p>
      )}
    </fieldset>
  );
}

type TickedBoxes = Record<CommitmentTick, boolean>;

export interface CommitValues {
  amount: string;
  /** A blank value means the smallest commitment. */
  least_shares: string;
  /** `null` means that the question was left without an answer, as React Hook Form reads radios of which none is checked. */
  wants_relief: "" | "yes" | "no" | null;
  ticks: TickedBoxes;
  ticked_for: TickedFor;
  signature: string;
}

interface TickedFor {
  terms_id: string;
  due_pence: number;
  shares: number;
}

const noTicks = Object.fromEntries(commitmentTicks.map((tick) => [tick, false])) as TickedBoxes;

/**
 * Nothing is ticked beforehand; of a commitment that is changed, what was asked for stays. Relief is for people who pay
 * tax in the UK, and the investor record says whether the reader does.
 */
export const startValues = (
  amount: string,
  ticked_for: TickedFor,
  {
    minimum_shares,
    is_uk_taxpayer,
    commitment,
  }: Pick<CommitmentOffer, "minimum_shares" | "is_uk_taxpayer" | "commitment">,
): CommitValues => ({
  amount,
  least_shares: String(commitment?.least_shares ?? minimum_shares),
  wants_relief: yesOrNo(commitment?.wants_relief ?? is_uk_taxpayer),
  ticks: noTicks,
  ticked_for,
  signature: "",
});

const yesOrNo = (answer: boolean | null) => (answer === null ? "" : answer ? "yes" : "no");

/** Returns no ticks where the terms are others: they have to be read again. Another sum changes what two of the ticks say. */
export function ticksFor(ticks: TickedBoxes, before: TickedFor, now: TickedFor): TickedBoxes {
  if (before.terms_id !== now.terms_id) return noTicks;
  return {
    ...ticks,
    loss: ticks.loss && before.due_pence === now.due_pence,
    instruction: ticks.instruction && before.due_pence === now.due_pence && before.shares === now.shares,
  };
}
