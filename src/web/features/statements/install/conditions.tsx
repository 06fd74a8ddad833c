import { conditionLabels } from "#shared/statements/statement-form-messages.ts";
import { fieldsOfCondition, type StatementKind, statementConditions } from "#shared/statements/statement-messages.ts";
import type { StatementFormContent, StatementFormInput } from "#shared/statements/statements.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { ConditionFields } from "./condition-fields.tsx";
import { firstMessage } from "./first-message.ts";
import { FormTextEditor } from "./form-text-editor.tsx";

type Condition = StatementFormContent["conditions"][number];

interface ConditionsProps {
  form: ServerForm<StatementFormInput>;
  kind: StatementKind;
}

/** Those that the kind can ask; what is ticked is in the form, in their order. */
export function Conditions({ form, kind }: ConditionsProps) {
  const conditions = form.watch("content.conditions");
  const known = Object.keys(statementConditions[kind]);
  const errors = form.formState.errors.content?.conditions;
  const toggle = (key: string, isIn: boolean) => {
    const others = conditions.filter((condition) => condition.key !== key);
    const next = isIn ? [...others, emptyCondition(kind, key)] : others;
    form.change(
      "content.conditions",
      next.toSorted((one, other) => known.indexOf(one.key) - known.indexOf(other.key)),
    );
  };
  const change = (key: string, changes: Partial<Condition>) =>
    form.change(
      "content.conditions",
      form.getValues("content.conditions").map((other) => (other.key === key ? { ...other, ...changes } : other)),
    );
  const noneChosen = conditions.length === 0 ? firstMessage(errors) : undefined;
  return (
    <fieldset className="grid gap-4" data-invalid={noneChosen ? "" : undefined} tabIndex={-1}>
      <legend className="d4 mb-1">Conditions</legend>
      <p className={noneChosen ? "field-error" : "field-hint"}>
        {noneChosen ?? "Which of them the law has, each in its words. Members answer No or Yes to each."}
      </p>
      {known.map((key) => {
        const index = conditions.findIndex((condition) => condition.key === key);
        const condition = conditions[index];
        const label = conditionLabels[key] ?? key;
        return (
          <div key={key} className="grid gap-4">
            <Checkbox
              label={label}
              checked={condition !== undefined}
              onChange={(event) => toggle(key, event.target.checked)}
            />
            {condition && (
              <div className="condition-entry">
                <FormTextEditor
                  label={`Text of the condition: ${label}`}
                  isWords
                  value={[{ style: "paragraph", runs: condition.runs }]}
                  onChange={(blocks) => change(key, { runs: blocks[0]?.runs ?? [] })}
                  error={firstMessage(errors?.[index]?.runs)}
                />
                <ConditionFields
                  kinds={fieldsOfCondition(kind, key) ?? {}}
                  labelEnd={label}
                  fields={condition.fields}
                  errors={errors?.[index]?.fields}
                  onChange={(fields) => change(key, { fields })}
                />
              </div>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

const emptyCondition = (kind: StatementKind, key: string): Condition => ({
  key,
  runs: [],
  fields: Object.keys(fieldsOfCondition(kind, key) ?? {}).map((field) => ({
    key: field,
    label: "",
    least: null,
    nearest: null,
  })),
});
