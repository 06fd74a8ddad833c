import { type ReactNode, useDeferredValue, useEffect, useState } from "react";
import { draftNotice } from "#shared/account/app-messages.ts";
import { renderStatementForm } from "#shared/statements/render-statement-form.ts";
import {
  conditionFieldLabels,
  conditionLabels,
  formDeskMessages,
  installMessages as messages,
} from "#shared/statements/statement-form-messages.ts";
import {
  fieldsOfCondition,
  figureKindOf,
  type StatementFieldKind,
  type StatementKind,
  statementConditions,
  statementKindLabels,
} from "#shared/statements/statement-messages.ts";
import {
  type StatementFormContent,
  type StatementFormInput,
  type StatementFormVersion,
  statementFormInputSchema,
} from "#shared/statements/statements.ts";
import { isBlank, numberKinds, orNaN, typedProblem } from "#shared/typed-numbers.ts";
import { callApi } from "#web/lib/api.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DateInput } from "#web/ui/date-input.tsx";
import { Field } from "#web/ui/field.tsx";
import { DateField } from "#web/ui/form/date-field.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { UnsavedChangesGuard } from "#web/ui/form/unsaved-changes-guard.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { NumberInput } from "#web/ui/number-input.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { formKeys } from "../form-version-query.ts";
import { StatementPage } from "../statement-page.tsx";
import { FormTextEditor } from "./form-text-editor.tsx";

export interface InstallFormProps {
  kind: StatementKind;
  /** The version it begins as a copy of; "" for none. */
  from: string;
  userId: string;
  backTo: string;
  onInstalled: (form: StatementFormVersion) => void;
  original: StatementFormVersion | undefined;
}

export function InstallForm({ kind, from, userId, backTo, onInstalled, original }: InstallFormProps) {
  const changed = useInvalidate(formKeys);
  const form = useApiForm<StatementFormInput, StatementFormVersion>({
    schema: statementFormInputSchema,
    defaultValues: {
      kind,
      version_label: "",
      law_reference: original?.law_reference ?? "",
      valid_from: "",
      valid_until: null,
      content: original?.content ?? emptyContent,
    },
    send: (input) => callApi("POST", "/statement-forms/versions", input),
    fieldOfCode: { version_exists: "version_label" },
    areErrorsNested: true,
    onSent: async (version) => {
      forgetDraft();
      form.reset(form.getValues());
      await changed();
      toast({ title: "Form Installed", description: "Another admin can sign it off now." });
      onInstalled(version);
    },
    onRefused: (error, isAtField) => isAtField || toastFailure("The form was not installed", error),
  });
  const { isRestored, forgetDraft } = useDraft(`statement-form:${from || kind}:${userId}`, form);
  const { isDirty, errors } = form.formState;
  const [isReady, setReady] = useState(false);
  // A restored draft is in the form after its first effects, and an editor takes its text once.
  useEffect(() => setReady(true), []);
  useOpenedTitle(formDeskMessages.install);
  return (
    <Form form={form} className="grid max-w-3xl gap-8" aria-label={formDeskMessages.install}>
      <div className="grid gap-1.5">
        <BackLink to={backTo}>{formDeskMessages.label}</BackLink>
        <h1 className="d3">{formDeskMessages.install}</h1>
        <p className="muted small">{statementKindLabels[kind]}</p>
      </div>
      {isRestored && isDirty && <Notice title={draftNotice.title}>{draftNotice.text}</Notice>}
      <FormFields form={form}>
        <section className="grid gap-5 sm:grid-cols-2" aria-label="About this version">
          <FormField
            form={form}
            name="version_label"
            label="Version"
            hint="What you call it, such as the month from which it holds."
          >
            <Input maxLength={60} autoComplete="off" />
          </FormField>
          <FormField
            form={form}
            name="law_reference"
            label="Law"
            hint="The article it follows, and the law that last changed it."
          >
            <Input autoComplete="off" />
          </FormField>
          <DateField form={form} name="valid_from" label="First day" hint="In London, both days included." />
          <LastDay form={form} />
          <FormField form={form} name="content.title" label="Title" className="sm:col-span-2">
            <Input autoComplete="off" />
          </FormField>
        </section>
        {isReady && (
          <>
            <FormTextEditor
              label="Text of the statement"
              hint="Paste it from the law’s own page or from Word. Bold words, headings, paragraphs and items of lists are kept. Compare the result with the law: this screen cannot."
              value={form.getValues("content.blocks")}
              onChange={(blocks) => form.change("content.blocks", blocks)}
              error={firstMessage(errors.content?.blocks)}
            />
            <Conditions form={form} kind={kind} />
            <FormField
              form={form}
              name="content.none_text"
              label="The answer if no condition applies"
              hint="Members tick it instead of a Yes."
            >
              <Input autoComplete="off" />
            </FormField>
            <Declarations form={form} />
          </>
        )}
      </FormFields>
      <Preview input={form.watch()} />
      <p>
        <SubmitButton form={form} busyLabel="Installing">
          Install this version
        </SubmitButton>
      </p>
      <UnsavedChangesGuard isActive={isDirty} />
    </Form>
  );
}

/** An empty day is null: the version is valid until another one follows. */
function LastDay({ form }: { form: ServerForm<StatementFormInput> }) {
  const error = form.formState.errors.valid_until?.message;
  return (
    <DateInput
      label="Last day"
      isOptional
      hint="Empty until another version follows."
      error={error}
      value={form.watch("valid_until") ?? ""}
      onChange={(day) => form.change("valid_until", day || null)}
    />
  );
}

/** The page and, once the form is complete, the hash that its version will have. */
function Preview({ input }: { input: StatementFormInput }) {
  const shown = useDeferredValue(input);
  const checked = statementFormInputSchema.safeParse(shown);
  const rendering = renderStatementForm({ ...(checked.data ?? shown), is_sample: false });
  return (
    <section className="grid gap-3" aria-label={messages.preview}>
      <h2 className="d4">{messages.preview}</h2>
      <section className="statement-box is-whole">
        <StatementPage html={rendering} />
      </section>
      {checked.success ? <Hash of={rendering} /> : <p className="note">The hash shows once the form is complete.</p>}
    </section>
  );
}

function Hash({ of }: { of: string }) {
  const [hash, setHash] = useState("");
  useEffect(() => {
    let isStale = false;
    void sha256(of).then((next) => isStale || setHash(next));
    return () => {
      isStale = true;
    };
  }, [of]);
  if (!("subtle" in crypto))
    return (
      <p className="note">This browser shows the hash on https only. The version’s page has it once it is installed.</p>
    );
  return (
    <p className="note wrap-anywhere">
      Hash of this version <code className="code">{hash}</code>
    </p>
  );
}

/** Returns hex, or an empty text outside https and localhost, where browsers have no `subtle`. */
async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle?.digest("SHA-256", new TextEncoder().encode(text));
  return bytes ? [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("") : "";
}

const emptyContent: StatementFormInput["content"] = {
  title: "",
  blocks: [],
  conditions: [],
  none_text: "",
  declarations: [],
};

type Declaration = StatementFormContent["declarations"][number];

function Declarations({ form }: { form: ServerForm<StatementFormInput> }) {
  const declarations = form.watch("content.declarations");
  const errors = form.formState.errors.content?.declarations;
  const set = (next: Declaration[]) => form.change("content.declarations", next);
  const missing = declarations.length === 0 ? firstMessage(errors) : undefined;
  const write = (key: string, runs: Declaration["runs"]) =>
    set(form.getValues("content.declarations").map((other) => (other.key === key ? { key, runs } : other)));
  return (
    <fieldset className="grid gap-4" data-invalid={missing ? "" : undefined} tabIndex={-1}>
      <legend className="d4 mb-1">Declarations</legend>
      <p className={missing ? "field-error" : "field-hint"}>
        {missing ?? "Members tick each of them before they sign."}
      </p>
      {declarations.map(({ key, runs }, index) => (
        <div key={key} className="grid gap-2">
          <FormTextEditor
            label={messages.declaration(index + 1)}
            isWords
            value={[{ style: "paragraph", runs }]}
            onChange={(blocks) => write(key, blocks[0]?.runs ?? [])}
            error={firstMessage(errors?.[index])}
          />
          <p>
            <Button
              variant="ghost"
              isSmall
              onClick={() => set(declarations.filter((declaration) => declaration.key !== key))}
            >
              Remove
              <span className="sr-only"> {messages.declaration(index + 1)}</span>
            </Button>
          </p>
        </div>
      ))}
      <p>
        <Button
          variant="outline"
          isSmall
          disabled={declarations.length >= mostDeclarations}
          onClick={() => set([...declarations, { key: freeKey(declarations), runs: [] }])}
        >
          Add a declaration
        </Button>
      </p>
    </fieldset>
  );
}

const mostDeclarations = 20;

/** Answers are kept by it: a copied form keeps its keys, a new declaration gets one that is not in use. */
const freeKey = (declarations: readonly Declaration[]): string => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const free = letters.find((letter) => !declarations.some(({ key }) => key === `declaration_${letter}`));
  return `declaration_${free}`;
};

type Condition = StatementFormContent["conditions"][number];

interface ConditionsProps {
  form: ServerForm<StatementFormInput>;
  kind: StatementKind;
}

/** Those that the kind can ask; what is ticked is in the form, in their order. */
function Conditions({ form, kind }: ConditionsProps) {
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
              <div className="grid gap-4 border-l-2 border-line pl-4">
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

type ConditionField = StatementFormContent["conditions"][number]["fields"][number];

interface ConditionFieldsProps {
  /** What each field takes, by its key. */
  kinds: Record<string, StatementFieldKind>;
  /** The end of the label names the condition, for screen readers only. */
  labelEnd: string;
  fields: ConditionField[];
  errors: unknown;
  onChange: (fields: ConditionField[]) => void;
}

/** What a Yes asks for: its label, and of a figure the least and what it is rounded to. */
function ConditionFields({ kinds, labelEnd, fields, errors, onChange }: ConditionFieldsProps) {
  return fields.map((field, index) => {
    const kind = kinds[field.key];
    const figureKind = figureKindOf(kind);
    const errorOf = (name: keyof ConditionField) => firstMessage(at(at(errors, index), name));
    const change = (changes: Partial<ConditionField>) => onChange(fields.with(index, { ...field, ...changes }));
    const label = (words: string) => (
      <>
        {words}
        <span className="sr-only"> ({labelEnd})</span>
      </>
    );
    return (
      <div key={field.key} className="grid gap-4 sm:grid-cols-2">
        <Field
          label={label(messages.fieldLabel(conditionFieldLabels[field.key] ?? field.key))}
          error={errorOf("label") ?? errorOf("key")}
          className="sm:col-span-2"
        >
          <Input autoComplete="off" value={field.label} onChange={(event) => change({ label: event.target.value })} />
        </Field>
        {figureKind && (
          <Figure
            label={label(kind === "pounds" ? "At least, in pounds" : "At least")}
            kind={figureKind}
            value={field.least}
            error={errorOf("least")}
            onChange={(least) => change({ least })}
          />
        )}
        {kind === "pounds" && (
          <Figure
            label={label("To the nearest, in pounds")}
            kind="whole_pounds"
            value={field.nearest}
            error={errorOf("nearest")}
            onChange={(nearest) => change({ nearest })}
          />
        )}
      </div>
    );
  });
}

const at = (errors: unknown, name: string | number): unknown =>
  typeof errors === "object" && errors !== null ? (errors as Record<string | number, unknown>)[name] : undefined;

interface FigureProps {
  label: ReactNode;
  kind: "whole_pounds" | "count";
  value: number | null;
  error: string | undefined;
  /** NaN for what cannot be read, which the schema refuses. */
  onChange: (value: number | null) => void;
}

/** Stays as typed. */
function Figure({ label, kind, value, error, onChange }: FigureProps) {
  const [text, setText] = useState("");
  // A restored draft has a value that nobody has typed here.
  const shown = Object.is(readFigure(kind, text), value) ? text : String(value ?? "");
  const [isLeft, setLeft] = useState(false);
  return (
    <Field label={label} error={(isLeft ? typedProblem(kind, shown) : undefined) ?? error}>
      <NumberInput
        kind={kind}
        value={shown}
        onChange={(event) => {
          setText(event.target.value);
          onChange(readFigure(kind, event.target.value));
        }}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
      />
    </Field>
  );
}

const readFigure = (kind: FigureProps["kind"], text: string): number | null =>
  isBlank(text) ? null : orNaN(numberKinds[kind].read(text));

/** The first message of an error or of those inside it. */
function firstMessage(errors: unknown): string | undefined {
  if (typeof errors !== "object" || errors === null) return undefined;
  if ("message" in errors && typeof errors.message === "string") return errors.message;
  for (const [name, inner] of Object.entries(errors)) {
    // The `ref` of a field is an element, which is a graph.
    const message = name === "ref" ? undefined : firstMessage(inner);
    if (message) return message;
  }
  return undefined;
}
