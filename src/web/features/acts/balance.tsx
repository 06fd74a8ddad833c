import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import type { PartRefusal } from "#shared/acts/act-messages.ts";
import { type Act, balanceInputSchema, type Balance as DealBalance } from "#shared/acts/acts.ts";
import type { BankLine } from "#shared/funds/funds.ts";
import { formatPence } from "#shared/pence.ts";
import { memberName } from "#shared/people/person-name.ts";
import { callApi } from "#web/lib/api.ts";
import { pounds, typedAs } from "#web/lib/form-codecs.ts";
import { longDate } from "#web/lib/format.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import { useList } from "#web/lib/use-list.ts";
import { Form, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { actInvalidates, actsQuery, nextQuery } from "./act-queries.ts";

export const waitsForBalance = (acts?: readonly Listed[]): boolean =>
  waitsFor(acts, ["no_balance"]) || balanceDiffers(acts);

export const balanceDiffers = (acts?: readonly Listed[]): boolean => waitsFor(acts, ["balance_differs"]);

type Listed = Pick<Act, "kind" | "state" | "parts">;

const waitsFor = (acts: readonly Listed[] = [], refusals: readonly PartRefusal[]): boolean =>
  acts.some(
    ({ kind, state, parts }) =>
      kind === "closing" &&
      state === "signed" &&
      parts.some(({ part, refusal }) => part === "wire" && refusal !== null && refusals.includes(refusal)),
  );

/** For an admin: the field, or who types it. */
export function Balance({ dealId }: { dealId: string }) {
  const { data: acts } = useQuery(actsQuery(dealId));
  const { data: next } = useQuery(nextQuery(dealId));
  const isAgain = balanceDiffers(acts?.items);
  const isPaidButOwn = next?.act === "balance" && (isAgain || waitsFor(acts?.items, ["not_all_paid"]));
  const request = { path: `/deals/${dealId}/bank-lines`, parameters: { show: "open" } };
  const { items: lines = [] } = useList<BankLine>(request, isPaidButOwn);
  // What waits for somebody else than its payer, and is all that is missing.
  const waiting = lines.filter(({ grade, can }) => grade === "sure" && can.book);
  const completesIt = isPaidButOwn && waiting.length > 0;
  if (!next || !(completesIt || waitsForBalance(acts?.items))) return null;
  // Next may ask for something else, while what was typed can be typed again.
  const isOthers = !completesIt && !isAgain && next.act === null;
  return (
    <section aria-labelledby="balance" className="grid gap-3 outline-none" tabIndex={-1}>
      <h3 id="balance" className="d4">
        Balance at the bank
      </h3>
      {isOthers ? (
        <p className="note">{next.text}</p>
      ) : (
        <BalanceForm dealId={dealId} isAgain={isAgain} waiting={completesIt ? waiting : []} />
      )}
    </section>
  );
}

const fields = z.object({ balance_pence: pounds });
const balanceForm = typedAs(fields, balanceInputSchema);

interface BalanceFormProps {
  dealId: string;
  /** The balance that was typed does not agree. */
  isAgain: boolean;
  /** Payments of who brought the bank file, which are booked before the balance is compared. */
  waiting?: readonly BankLine[];
}

/** The sum that is expected is not shown: whoever types it has to look in the bank. */
export function BalanceForm({ dealId, isAgain, waiting = [] }: BalanceFormProps) {
  const invalidate = useInvalidate(actInvalidates);
  const form = useApiForm<z.input<typeof fields>, DealBalance, z.output<typeof balanceInputSchema>>({
    schema: balanceForm,
    defaultValues: { balance_pence: "" },
    send: async (input) => {
      if (waiting.length > 0) await callApi("POST", "/bank-lines/confirm", { ids: waiting.map(({ id }) => id) });
      return callApi<DealBalance>("POST", `/deals/${dealId}/balance`, input);
    },
    fieldOfCode: { balance_differs: "balance_pence", second_person_required: "balance_pence" },
    onSent: async ({ is_half }) => {
      form.reset();
      await invalidate();
      toast({
        title: "The balance agrees",
        description: is_half
          ? "Everybody on the panel has brought bank lines, so a second one types it too."
          : "The payments of the closing list are made ready.",
      });
    },
    onRefused: async (error, isAtField) => {
      if (!isAtField) toastFailure("The balance was not saved", error);
      await invalidate();
    },
    refusalFocus: "balance_pence",
  });
  return (
    <Form form={form} className="grid max-w-112 justify-items-start gap-3" aria-label="Balance at the bank">
      {waiting.length > 0 && (
        <div>
          <p className="field-label">You confirm as well, as whoever paid it does not</p>
          <ul className="small num list-disc pl-5">
            {waiting.map(({ id, payer, full_name, reference, booked_on, amount_pence }) => (
              <li key={id} className="wrap-anywhere">
                {formatPence(amount_pence)} from {memberName(full_name ?? payer)}, {longDate(booked_on)}
                {reference && `, reference ${reference}`}
              </li>
            ))}
          </ul>
        </div>
      )}
      <FormFields form={form}>
        <NumberField
          form={form}
          name="balance_pence"
          kind="pounds"
          label={isAgain ? "Type it again: the balance that the bank shows" : "Type the balance that the bank shows"}
          hint="Look in the bank yourself. The payments leave once it agrees with the bank’s list."
        />
      </FormFields>
      <SubmitButton form={form} variant="secondary" busyLabel="Comparing...">
        {waiting.length > 0 ? "Confirm and save the balance" : "Save the balance"}
      </SubmitButton>
    </Form>
  );
}
