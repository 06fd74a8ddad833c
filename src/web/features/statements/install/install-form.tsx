import { useDeferredValue, useEffect, useState } from "react";
import { draftNotice } from "#shared/account/app-messages.ts";
import { renderStatementForm } from "#shared/statements/render-statement-form.ts";
import { formDeskMessages, installMessages as messages } from "#shared/statements/statement-form-messages.ts";
import { type StatementKind, statementKindLabels } from "#shared/statements/statement-messages.ts";
import {
  type StatementFormInput,
  type StatementFormVersion,
  statementFormInputSchema,
} from "#shared/statements/statements.ts";
import { callApi } from "#web/lib/api.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { Field } from "#web/ui/field.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { UnsavedChangesGuard } from "#web/ui/form/unsaved-changes-guard.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { formKeys } from "../form-version-query.ts";
import { StatementPage } from "../statement-page.tsx";
import { Conditions } from "./conditions.tsx";
import { Declarations } from "./declarations.tsx";
import { firstMessage } from "./first-message.ts";
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
          <FormField form={form} name="valid_from" label="First day" hint="In London, both days included.">
            <Input type="date" />
          </FormField>
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

/** Empty is null: until another version follows. */
function LastDay({ form }: { form: ServerForm<StatementFormInput> }) {
  const error = form.formState.errors.valid_until?.message;
  return (
    <Field label="Last day" isOptional hint="Empty until another version follows." error={error}>
      <Input
        type="date"
        name="valid_until"
        value={form.watch("valid_until") ?? ""}
        onChange={(event) => form.change("valid_until", event.target.value || null)}
      />
    </Field>
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

/** In hex; browsers have it on https and localhost only. */
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
