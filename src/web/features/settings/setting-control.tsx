import { Controller, useWatch } from "react-hook-form";
import { type ZodType, z } from "zod";
import { shortMoment } from "#shared/london-time.ts";
import { adminNameFirst } from "#shared/people/person-name.ts";
import {
  type FormValues,
  fieldAt,
  nameOf,
  numberKindOf,
  type SettingField,
  toSettingValue,
} from "#shared/settings/setting-fields.ts";
import type { Setting } from "#shared/settings/settings.ts";
import { settingsMessages as messages } from "#shared/settings/settings-messages.ts";
import { appliesFrom, differsFrom, termsConfirmedBy } from "#shared/settings/value-differences.ts";
import { numberKinds, typedProblem } from "#shared/typed-numbers.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { AnnouncedNote, SecondPersonNote } from "#web/lib/second-person-note.tsx";
import { CheckboxField } from "#web/ui/checkbox.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { SettingDifferences } from "./setting-differences.tsx";
import { typedColour } from "./typed-colour.ts";

const brandPicture = lazyPage(() => import("./brand-picture.tsx").then((file) => file.BrandPicture));

interface SettingControlProps {
  form: ServerForm<FormValues>;
  field: SettingField;
}

export function SettingControl({ form, field }: SettingControlProps) {
  const { label, hint, kind, isOptional = false } = field;
  const name = nameOf(field);
  if (kind === "check") {
    return (
      <Controller
        control={form.control}
        name={name}
        render={({ field: { value, onChange, ...rest }, fieldState: { error } }) => (
          <CheckboxField
            {...rest}
            label={label}
            hint={hint}
            error={error?.message}
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
          />
        )}
      />
    );
  }
  if (kind === "picture" && field.role) {
    return <Page page={brandPicture} form={form} field={{ ...field, role: field.role }} />;
  }
  const numberKind = numberKindOf(field);
  if (numberKind) return <NumberField form={form} name={name} kind={numberKind} label={label} hint={hint} />;
  const isLong = kind === "text" || kind === "lines";
  return (
    <FormField
      form={form}
      name={name}
      label={label}
      hint={hint}
      isOptional={isOptional && kind !== "choice"}
      className={isLong ? "is-wide" : ""}
    >
      {kind === "colour" ? <ColourControl form={form} field={field} /> : control(field)}
    </FormField>
  );
}

function control({ kind, options = [] }: SettingField) {
  if (kind === "text" || kind === "lines") return <Textarea className="field-sizing-content" rows={3} />;
  if (kind === "choice") {
    return (
      <Select>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    );
  }
  return <Input />;
}

/** The code as it is typed, and the browser's own way to choose a colour. */
function ColourControl({ form, field }: SettingControlProps) {
  const name = nameOf(field);
  const colour = typedColour(useWatch({ control: form.control, name })) ?? "#000000";
  return (
    <div className="colour-field">
      <Input spellCheck={false} />
      <input
        type="color"
        className="input"
        aria-label={`Choose: ${field.label}`}
        value={colour}
        onChange={({ target }) => form.setValue(name, target.value, { shouldDirty: true, shouldValidate: true })}
      />
    </div>
  );
}

/** From what the fields hold to the setting's value, or all that is wrong at once: numbers that cannot be read, and what `rules` refuse. */
export const settingFormSchema = <Value,>(
  rules: ZodType<Value>,
  fields: readonly SettingField[],
  before: () => unknown,
): ZodType<Value, FormValues> =>
  z.record(z.string(), z.union([z.string(), z.boolean()])).transform((values, context) => {
    const problems: Record<string, string> = {};
    for (const field of fields) {
      const kind = numberKindOf(field);
      const text = String(values[nameOf(field)]);
      if (kind && numberKinds[kind].read(text) === null)
        problems[nameOf(field)] = typedProblem(kind, text) ?? numberKinds[kind].problem;
    }
    const { data, error } = rules.safeParse(toSettingValue(fields, values, before()));
    for (const { path, message } of error?.issues ?? []) {
      const field = fieldAt(fields, path.join("."));
      if (field) problems[nameOf(field)] ??= message;
    }
    for (const [name, message] of Object.entries(problems)) context.addIssue({ code: "custom", path: [name], message });
    return data ?? z.NEVER;
  });

interface SettingProposalProps {
  setting: Setting;
  differencesTo: (proposed: unknown) => { label: string; before: string; after: string }[];
}

/** Above the form of a setting that a second admin confirms: what waits, or that a change will. */
export function SettingProposal({ setting, differencesTo }: SettingProposalProps) {
  const { key, proposal, revision, needs_second_person } = setting;
  if (!proposal)
    return needs_second_person ? (
      <p className="note max-w-(--measure)">
        {key === "terms" ? messages.termsNeedTwo : messages.needsTwo} {key === "deals" && messages.keptHours}
      </p>
    ) : null;
  const day = key === "terms" ? differsFrom(setting.value, proposal.value) : undefined;
  const applies = day ? appliesFrom(setting.value, proposal.value) : "";
  const save = {
    method: "PUT",
    path: `/settings/${key}`,
    invalidates: [queryKeys.setting(key), queryKeys.waitingCounts],
    failed: messages.saveFailed,
  } as const;
  return (
    <Notice title={messages.proposes(adminNameFirst(proposal.proposed_by_name), shortMoment(proposal.proposed_at))}>
      <SettingDifferences differences={differencesTo(proposal.value)} />
      {day ? (
        <p className="note num">
          {proposal.takes_effect_at === null
            ? `${applies} ${messages.confirmTermsBy(termsConfirmedBy(day))}`
            : `${adminNameFirst(proposal.announced_by_name)} confirmed it. ${applies} ${messages.withdrawableUntil(shortMoment(proposal.takes_effect_at))}`}
        </p>
      ) : (
        <AnnouncedNote record={proposal} end="withdraws" />
      )}
      <SecondPersonNote record={proposal} />
      <p className="note">Another change of these settings that you save replaces this one.</p>
      <div className="button-row mt-3">
        {proposal.can.confirm && (
          <ActionButton
            {...save}
            body={{ value: proposal.value, expected_revision: revision }}
            label="Confirm"
            labelEnd="the change"
            busy="Confirming…"
            done={applies ? messages.confirmedAhead(applies) : messages.confirmed}
          />
        )}
        <ActionButton
          {...save}
          body={{ value: setting.value, expected_revision: revision }}
          label="Withdraw"
          labelEnd="the change"
          busy="Withdrawing…"
          variant="outline"
          done={messages.withdrawn}
        />
      </div>
    </Notice>
  );
}
