import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { draftNotice } from "#shared/account/app-messages.ts";
import { type ApiFormOptions, useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { ConflictNotice } from "#web/ui/conflict-notice.tsx";
import { Form, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { isConflict, useDealChanged } from "../deal-queries.ts";

interface RecordFormProps<Values extends FieldValues>
  extends Pick<ApiFormOptions<Values, unknown>, "schema" | "defaultValues" | "fieldOfPath" | "firstFocus"> {
  words: { label: string; submit: string; done: string; doneText?: string; failed: string };
  /** The version is that of what is changed; shown above the form. */
  version?: string;
  /** Includes the person. */
  draftKey: string;
  send: (values: Values, expectedVersion: string) => Promise<unknown>;
  onClose: () => void;
  children: (form: ServerForm<Values>) => ReactNode;
}

/** Keeps what was typed; where somebody else was faster, asks before theirs is replaced. */
export function RecordForm<Values extends FieldValues>(props: RecordFormProps<Values>) {
  const { words, version = "", draftKey, send, onClose, children, ...options } = props;
  const changed = useDealChanged();
  const [expected, setExpected] = useState(version);
  const form = useApiForm<Values>({
    ...options,
    send: (values) => send(values, expected),
    onSent: async () => {
      forgetDraft();
      await changed();
      toast({ title: words.done, description: words.doneText });
      onClose();
    },
    onRefused: async (error, isAtField) => {
      if (isAtField) return;
      if (!isConflict(error)) toastFailure(words.failed, error);
      await changed();
    },
  });
  const { isRestored, forgetDraft } = useDraft(draftKey, form);
  const isStale = expected !== version && !form.isSending;
  const close = () => {
    forgetDraft();
    onClose();
  };
  return (
    <Form form={form} className="grid max-w-3xl gap-4" aria-label={words.label}>
      {isRestored && form.formState.isDirty && !isStale && (
        <Notice title={draftNotice.title}>{draftNotice.text}</Notice>
      )}
      {isStale && (
        <ConflictNotice words={conflictWords} onKeepMine={() => setExpected(version)} onTakeTheirs={close}>
          {null}
        </ConflictNotice>
      )}
      <FormFields form={form}>{children(form)}</FormFields>
      <div className="button-row">
        <SubmitButton form={form} isSmall busyLabel="Saving...">
          {words.submit}
        </SubmitButton>
        <Button variant="ghost" isSmall onClick={close}>
          Close the form
        </Button>
      </div>
    </Form>
  );
}

const conflictWords = {
  title: "Somebody else has changed this meanwhile.",
  text: "Nothing of yours is lost: it is still in the form. What is above it is theirs.",
  keepMine: "Go on with mine",
  takeTheirs: "Leave it as it is",
};

interface PartQueryProps<Data> {
  query: UseQueryResult<Data>;
  words: { loading: string; failed: string };
  children: (data: Data) => ReactNode;
}

/** A part of the record that is read when it is opened. */
export function PartQuery<Data>({ query, words, children }: PartQueryProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <RowSkeletons label={words.loading} count={4} />;
  return <SectionFailed text={words.failed} onRetry={query.refetch} />;
}
