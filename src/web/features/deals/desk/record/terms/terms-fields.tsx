import { termLabels as labels, termsPartMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import {
  allocationMethodLabels,
  assuranceLabels,
  dealSchemeLabels,
  instrumentLabels,
  offeredInstruments,
} from "#shared/deals/deal-messages.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { tierLabels, tiers } from "#shared/people/people-messages.ts";
import { type NumberKind, numberKinds } from "#shared/typed-numbers.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { RepeatedFields } from "#web/ui/form/repeated-fields.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { endsBeforeFirstCommitment, type TermsValues } from "./terms-values.ts";

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
  /** Before a first commitment. */
  waitHours: number;
}

export function TermsFields({ form, leastPence, waitHours }: TermsFieldsProps) {
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
            ) : (
              <FormField
                key={field.name}
                form={form}
                name={field.name}
                label={labels[field.name]}
                isOptional={field.name === "assurance_on"}
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
  if (kind === "day") return <Input type="date" />;
  if (kind === "moment") return <Input type="datetime-local" />;
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
