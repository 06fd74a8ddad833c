import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { z } from "zod";
import {
  type Exit,
  type ExitDetails,
  type ExitPreview,
  exitInputSchema,
  exitTermsSchema,
} from "#shared/funds/funds-exits.ts";
import { exitDeskMessages, exitDeskMessages as messages } from "#shared/funds/funds-exits-desk-messages.ts";
import { type ExitKind, exitKindLabels, exitKinds } from "#shared/funds/funds-exits-messages.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { optionalText, poundsOrZero, price, sharesOrNull, typedAs } from "#web/lib/form-codecs.ts";
import { longDate } from "#web/lib/format.ts";
import { shareKeys } from "#web/lib/query-keys.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { DateField } from "#web/ui/form/date-field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

interface ExitDialogProps extends DialogState {
  company: { id: string; shares_left: number };
  exits: readonly Exit[];
  linkTo: (exit: string) => string;
}

/** The kind decides what is asked. What each member gets is on the page that it leads to. */
export function ExitDialog({ company, exits, linkTo, ...state }: ExitDialogProps) {
  const navigate = useNavigate();
  const left = company.shares_left.toLocaleString("en-GB");
  const earlier = exits.filter((exit) => exit.state === "confirmed" && takesShares(exit.kind));
  return (
    <ActionDialog
      {...state}
      invalidates={shareKeys}
      words={{
        title: "Propose an exit",
        text: "It is worked out lot by lot and waits for another admin. Members are told once it is confirmed; where one of you holds some of the shares, it takes effect 24 hours after that.",
        submit: "Propose it",
        busy: "Working it out…",
        done: "Proposed. Another admin confirms it.",
        failed: "Not proposed",
      }}
      draft={`/companies/${company.id}/exits`}
      schema={exitForm}
      defaultValues={emptyExit}
      send={(input) => callApi<ExitDetails>("POST", `/companies/${company.id}/exits`, input)}
      onDone={({ id }) => void navigate(linkTo(id))}
    >
      {(form) => {
        const values = form.watch();
        const { kind, costs_pence } = values;
        return (
          <>
            <FormField form={form} name="kind" label={messages.kind} hint={messages.kindHint[kind]}>
              <Select>
                {exitKinds
                  .filter((one) => one !== "holdback" || earlier.length > 0)
                  .map((one) => (
                    <option key={one} value={one}>
                      {exitKindLabels[one]}
                    </option>
                  ))}
              </Select>
            </FormField>
            {kind === "holdback" && (
              <FormField form={form} name="earlier_id" label="Kept back at">
                <Select>
                  <option value="">Choose an exit</option>
                  {earlier.map((exit) => (
                    <option key={exit.id} value={exit.id}>
                      {`${exitKindLabels[exit.kind]} of ${longDate(exit.happened_on)}`}
                    </option>
                  ))}
                </Select>
              </FormField>
            )}
            <div className="grid gap-4 sm:grid-cols-2">
              <DateField form={form} name="happened_on" label="On which day" />
              <NumberField
                form={form}
                name="price"
                kind="price"
                label={perShare[kind] ?? "Price of a share"}
                hint="In pounds before costs, with up to six decimals"
              />
              {takesShares(kind) && (
                <NumberField
                  form={form}
                  name="shares"
                  kind="shares"
                  label="How many shares"
                  hint={`Of all members together. Empty: all ${left}`}
                  isOptional
                />
              )}
              <NumberField
                form={form}
                name="costs_pence"
                kind="pounds"
                label={messages.costs}
                hint={`Of the ${exitKindLabels[kind].toLowerCase()}, such as a lawyer’s; in pounds. Empty for none`}
                isOptional
              />
            </div>
            {costs_pence.trim() !== "" && (
              <FormField form={form} name="costs_payee" label="Costs are owed to">
                <Input autoComplete="off" maxLength={200} />
              </FormField>
            )}
            <FormField
              form={form}
              name="note"
              label="Note"
              hint={
                kind === "liquidation"
                  ? "What shows it, such as the liquidator’s final report. Members with a part in it read this"
                  : "Members with a part in it read this"
              }
              isOptional={kind !== "liquidation"}
            >
              <Textarea className="field-sizing-content max-h-80" rows={2} />
            </FormField>
            <WhatItComesTo companyId={company.id} values={values} />
          </>
        );
      }}
    </ActionDialog>
  );
}

/** As the server would post it, before it is proposed. */
function WhatItComesTo({ companyId, values }: { companyId: string; values: typeof emptyExit }) {
  const terms = useDebounced(JSON.stringify(termsOf(values)), settledMs);
  const { data } = useQuery({
    queryKey: ["exit-preview", companyId, terms],
    queryFn: ({ signal }) =>
      callApi<ExitPreview>("POST", `/companies/${companyId}/exits/preview`, JSON.parse(terms), signal),
    enabled: terms !== "null",
    // Apart from the lists of exits, which are read again after a proposal. A proposal says what is refused at its field.
    retry: false,
  });
  return (
    <p className="small num" aria-live="polite">
      {data && comesToWords(data, JSON.parse(terms))}
    </p>
  );
}

/** The pause counts from when somebody stops typing. */
const settledMs = 300;

const perShare: Partial<Record<ExitKind, string>> = {
  dividend: "Dividend on each share",
  holdback: "Paid on each share",
};

const fields = z.object({
  kind: z.enum(exitKinds),
  earlier_id: optionalText,
  happened_on: z.string(),
  price,
  shares: sharesOrNull,
  costs_pence: poundsOrZero,
  costs_payee: z.string(),
  note: z.string(),
});
type ExitValues = z.input<typeof fields>;

export const emptyExit: ExitValues = {
  kind: "sale",
  earlier_id: "",
  happened_on: "",
  price: "",
  shares: "",
  costs_pence: "",
  costs_payee: "",
  note: "",
};

/** A dividend and a holdback are on every share. */
const takesShares = (kind: ExitKind): boolean => kind !== "dividend" && kind !== "holdback";

/** A value that does not belong to the kind is not sent. */
export const exitForm = typedAs(
  fields.transform(({ kind, earlier_id, shares, costs_pence, costs_payee, ...rest }) => ({
    ...rest,
    kind,
    earlier_id: kind === "holdback" ? earlier_id : null,
    shares: takesShares(kind) ? shares : null,
    costs_pence,
    costs_payee: costs_pence === 0 ? null : costs_payee,
  })),
  exitInputSchema,
);

type ExitTerms = z.output<typeof exitTermsSchema>;

/** The server works out what the terms come to; `null` while something is missing. */
export function termsOf(values: ExitValues): ExitTerms | null {
  const { kind, earlier_id, happened_on, price, shares, costs_pence } = fields.parse(values);
  const terms = {
    kind,
    happened_on,
    price,
    costs_pence,
    earlier_id: kind === "holdback" ? earlier_id : null,
    shares: takesShares(kind) ? shares : null,
  };
  return kind === "holdback" && earlier_id === null ? null : (exitTermsSchema.safeParse(terms).data ?? null);
}

/** Returns words by the terms that the server worked it out from: what is typed may be "£3" or "2,000". */
export const comesToWords = (sums: ExitPreview, { price, kind }: Pick<ExitTerms, "price" | "kind">): string =>
  exitDeskMessages.comesTo(sums, price, kind);
