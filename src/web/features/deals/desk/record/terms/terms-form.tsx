import { z } from "zod";
import { draftNotice } from "#shared/account/app-messages.ts";
import { termLabels as labels, termsPartMessages as messages, termLabels } from "#shared/deals/deal-desk-messages.ts";
import {
  allocationMethodLabels,
  assuranceLabels,
  dealMessages,
  dealSchemeLabels,
  instrumentLabels,
  offeredInstruments,
} from "#shared/deals/deal-messages.ts";
import { type DealRecord, isBelowLeast, type NumberedTerms, newTermsSchema } from "#shared/deals/deals.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { tierLabels, tiers } from "#shared/people/people-messages.ts";
import { type NumberKind, numberKinds } from "#shared/typed-numbers.ts";
import { callApi } from "#web/lib/api.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DateField } from "#web/ui/form/date-field.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { RepeatedFields } from "#web/ui/form/repeated-fields.tsx";
import { UnsavedChangesGuard } from "#web/ui/form/unsaved-changes-guard.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { useDealChanged } from "../../deal-queries.ts";
import {
  closesBeforeAnswers,
  endsBeforeFirstCommitment,
  startTerms,
  startWords,
  type TermsValues,
  termsFieldOf,
  toTermsInput,
} from "./terms-values.ts";

interface TermsFormProps {
  deal: DealRecord;
  userId: string;
  onClose: () => void;
}

/** Begins with the newest terms. */
export function TermsForm({ deal, userId, onClose }: TermsFormProps) {
  const changed = useDealChanged();
  const newest = deal.terms[0];
  const { minimum_investment_pence: leastPence } = useClub();
  const form = useApiForm<TermsValues, DealRecord>({
    schema: termsFormSchema(leastPence, newest),
    defaultValues: startTerms({ newest, last: deal.last_terms?.terms, leastPence, now: serverNow().getTime() }),
    send: (values) => callApi("POST", `/deals/${deal.id}/terms`, toTermsInput(values)),
    fieldOfPath: termsFieldOf,
    areErrorsNested: true,
    onSent: async (saved) => {
      form.reset(form.getValues());
      forgetDraft();
      await changed(saved);
      toast({ title: "Terms saved", description: deal.company_name });
      onClose();
    },
    onRefused: (error, isAtField) => isAtField || toastFailure("Terms not saved", error),
  });
  const { isRestored, forgetDraft } = useDraft(`deal-terms:${deal.id}:${userId}`, form);
  const { isDirty } = form.formState;
  const close = () => {
    form.reset();
    forgetDraft();
    onClose();
  };
  return (
    <Form form={form} className="grid max-w-3xl gap-8" aria-label={messages.form}>
      <div className="grid gap-1.5">
        <h4 className="d4">{messages.form}</h4>
        <p className="note">Terms are never changed: these will be terms of their own, beside the earlier ones.</p>
      </div>
      {!newest && <p className="note">{startWords(deal.last_terms?.company_name)}</p>}
      {isRestored && isDirty && <Notice title={draftNotice.title}>{draftNotice.text}</Notice>}
      <FormFields form={form}>
        <TermsFields form={form} leastPence={leastPence} waitHours={deal.cooling_off_hours} />
        {deal.released_at && <ClosesSoon closesAt={form.watch("closes_at")} hours={deal.reconsent_hours} />}
        {deal.released_at && (
          <FormField
            form={form}
            name="not_material_reason"
            label="Why this is no other offer"
            hint="Left empty, everybody who has committed is asked again. Who has committed can read it."
            isOptional
          >
            <Textarea className="field-sizing-content max-h-80" rows={2} />
          </FormField>
        )}
      </FormFields>
      <div className="button-row">
        <SubmitButton form={form} busyLabel="Saving...">
          Save terms
        </SubmitButton>
        <Button variant="ghost" onClick={close}>
          Close the form
        </Button>
      </div>
      <UnsavedChangesGuard isActive={isDirty} within={`view=deals&deal=${deal.id}`} />
    </Form>
  );
}

/** The rules of the API, for what the controls hold. @param leastPence that the club takes. */
export const termsFormSchema = (leastPence: number, newest: NumberedTerms | undefined) =>
  z.custom<TermsValues>().superRefine((values, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: termsFieldOf(path).split("."), message });
    const input = toTermsInput(values);
    const issues = newTermsSchema.safeParse(input).error?.issues ?? [];
    for (const { path, message } of issues) refuse(path.join("."), message);
    const isRefused = issues.some(({ path }) => path[0] === "minimum_commitment_pence");
    if (!isRefused && isBelowLeast(input, leastPence, newest))
      refuse("minimum_commitment_pence", dealMessages.commitmentBelowLeast(formatPounds(leastPence)));
  });

/** Its author decides: commitments may be closed already. */
function ClosesSoon({ closesAt, hours }: { closesAt: string; hours: number }) {
  if (!closesBeforeAnswers(closesAt, hours, serverNow().getTime())) return null;
  return (
    <Notice tone="warning" title={`${termLabels.closes_at}:`}>
      That is less than {hours} hours from now, the time in which members answer new terms. Nobody new could commit once
      it has closed, and shares are allocated only after the answers.
    </Notice>
  );
}

type Name = Exclude<keyof TermsValues, "not_material_reason">;

type TypedKind = Extract<NumberKind, "pounds" | "price" | "whole_percent">;
const isNumber = (kind: Control["kind"]): kind is TypedKind => kind in numberKinds;

interface Control {
  name: Name;
  kind: "line" | "text" | "day" | "moment" | "choice" | TypedKind;
  options?: Record<string, string>;
}

const controls = (kind: Control["kind"], ...names: Name[]): Control[] => names.map((name) => ({ name, kind }));
const choice = (name: Name, options: Record<string, string>): Control => ({ name, kind: "choice", options });

const offeredLabels = Object.fromEntries(offeredInstruments.map((name) => [name, instrumentLabels[name]]));

const times = "Times, in London";
const groups: { legend: string; fields: Control[] }[] = [
  {
    legend: "What is offered",
    fields: [
      choice("instrument", offeredLabels),
      ...controls("line", "share_class"),
      ...controls("price", "price"),
      ...controls("text", "rights"),
    ],
  },
  {
    legend: "How much",
    fields: controls(
      "pounds",
      "pre_money_pence",
      "round_total_pence",
      "club_minimum_pence",
      "club_maximum_pence",
      "minimum_commitment_pence",
    ),
  },
  {
    legend: "SEIS and EIS",
    fields: [
      choice("scheme", dealSchemeLabels),
      choice("assurance", assuranceLabels),
      ...controls("day", "assurance_on"),
      ...controls("pounds", "seis_raised_pence", "schemes_raised_pence", "schemes_raised_year_pence"),
    ],
  },
  {
    legend: "Who else, and what has to be said",
    fields: controls("text", "other_investors", "club_invests", "conflicts", "vehicle"),
  },
  {
    legend: messages.groups.allocation,
    fields: [
      choice("allocation_method", allocationMethodLabels),
      ...controls("whole_percent", "priority_share_percent"),
    ],
  },
  {
    legend: times,
    fields: [
      ...controls("moment", "opens_at", "priority_until", "closes_at"),
      ...controls("day", "completion_expected_on"),
    ],
  },
];

interface TermsFieldsProps {
  form: ServerForm<TermsValues>;
  /** That the club takes. */
  leastPence: number;
  /** The hours pass before a first commitment. */
  waitHours: number;
}

function TermsFields({ form, leastPence, waitHours }: TermsFieldsProps) {
  return (
    <>
      {groups.map(({ legend, fields }) => (
        <fieldset key={legend} className="grid gap-5 sm:grid-cols-2">
          <legend className="d4 block-heading mb-4 w-full">{legend}</legend>
          {fields.map((field) =>
            isNumber(field.kind) ? (
              <NumberField
                key={field.name}
                form={form}
                name={field.name}
                kind={field.kind}
                label={labels[field.name]}
                hint={
                  field.name === "minimum_commitment_pence"
                    ? `In pounds. The club takes ${formatPounds(leastPence)} or more.`
                    : hintOf(field)
                }
              />
            ) : field.kind === "day" || field.kind === "moment" ? (
              <DateField
                key={field.name}
                form={form}
                name={field.name}
                label={labels[field.name]}
                hasTime={field.kind === "moment"}
                isOptional={field.name === "assurance_on"}
              />
            ) : (
              <FormField
                key={field.name}
                form={form}
                name={field.name}
                label={labels[field.name]}
                className={field.kind === "text" ? "sm:col-span-2" : ""}
              >
                {controlOf(field)}
              </FormField>
            ),
          )}
          {legend === messages.groups.allocation && <PriorityTiers form={form} />}
          {legend === times && <PriorityEndsEarly form={form} hours={waitHours} />}
        </fieldset>
      ))}
      <RepeatedFields
        form={form}
        name="use_of_funds"
        legend={labels.use_of_funds}
        fresh={{ what: "", percent: "" }}
        addLabel="Add a use"
        entryLabel={(number: number) => `Use ${number}`}
        longest={20}
        isOrdered
      >
        {(index) => (
          <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-4">
            <FormField form={form} name={`use_of_funds.${index}.what`} label="What for">
              <Input autoComplete="off" />
            </FormField>
            <NumberField form={form} name={`use_of_funds.${index}.percent`} kind="whole_percent" label="Per cent" />
          </div>
        )}
      </RepeatedFields>
      <RepeatedFields
        form={form}
        name="risks"
        legend={labels.risks}
        hint="At least five."
        fresh={{ text: "" }}
        addLabel="Add a risk"
        entryLabel={messages.risk}
        longest={30}
        isOrdered
      >
        {(index) => (
          <FormField
            form={form}
            name={`risks.${index}.text`}
            label={<span className="sr-only">{messages.risk(index + 1)}</span>}
          >
            <Textarea className="field-sizing-content max-h-60" rows={2} maxLength={600} />
          </FormField>
        )}
      </RepeatedFields>
    </>
  );
}

/** Its author decides: members who have committed before do not wait. */
function PriorityEndsEarly({ form, hours }: { form: ServerForm<TermsValues>; hours: number }) {
  const [opens_at, priority_until, priority_tiers, priority_share_percent] = form.watch([
    ...(["opens_at", "priority_until", "priority_tiers", "priority_share_percent"] as const),
  ]);
  const values = { opens_at, priority_until, priority_tiers: priority_tiers ?? [], priority_share_percent };
  if (!endsBeforeFirstCommitment(values, hours)) return null;
  return (
    <Notice tone="warning" title={`${labels.priority_until}:`} className="sm:col-span-2">
      Priority ends before a first commitment can be made. A member who has never committed waits {hours} hours from the
      first deal that they read.
    </Notice>
  );
}

function PriorityTiers({ form }: { form: ServerForm<TermsValues> }) {
  const { error } = form.getFieldState("priority_tiers", form.formState);
  return (
    <fieldset className="sm:col-span-2" data-invalid={error ? "" : undefined} tabIndex={-1}>
      <legend className="field-label mb-1.5">{labels.priority_tiers}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {tiers.map((tier) => (
          <Checkbox key={tier} label={tierLabels[tier]} value={tier} {...form.register("priority_tiers")} />
        ))}
      </div>
      {error && <p className="field-error">{error.message}</p>}
    </fieldset>
  );
}

const hintOf = ({ kind }: Control): string | undefined =>
  kind === "pounds"
    ? "Pounds, such as 150,000 or 1,250.50"
    : kind === "price"
      ? "Pounds, with at most six decimals"
      : undefined;

function controlOf({ kind, options = {} }: Control) {
  if (kind === "text") return <Textarea className="field-sizing-content max-h-80" rows={2} />;
  if (kind === "choice") {
    return (
      <Select>
        {Object.entries(options).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    );
  }
  return <Input autoComplete="off" />;
}
