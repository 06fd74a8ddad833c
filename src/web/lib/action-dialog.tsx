import type { QueryKey } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { draftNotice } from "#shared/account/app-messages.ts";
import type { ButtonProps } from "#web/ui/button.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { type ToastInput, toast, toastFailure } from "#web/ui/toast.ts";
import { currentSession } from "./session.ts";
import { type ApiFormOptions, useApiForm } from "./use-api-form.ts";
import { useInvalidate } from "./use-invalidate.ts";

export interface DialogState {
  isOpen: boolean;
  /** @param keeps what was typed, for the next opening. */
  onClose: (keeps?: boolean) => void;
}

export interface ActionDialogProps<Values extends FieldValues, Output = Values, Answer = unknown>
  extends DialogState,
    Pick<
      ApiFormOptions<Values, Answer, Output>,
      | "schema"
      | "defaultValues"
      | "fieldOfPath"
      | "fieldOfCode"
      | "areErrorsNested"
      | "firstFocus"
      | "refusalFocus"
      | "send"
    > {
  words: ActionWords;
  variant?: ButtonProps["variant"];
  /** Names the record, such as by its path in the API: what is typed then outlives a reload and an ended session. */
  draft?: string | undefined;
  /** The toast of a failure begins with this name. */
  whom?: string;
  onDone?: (answer: Answer) => void;
  /** Lists and records that are fetched again, after a refusal too. */
  invalidates: readonly QueryKey[];
  children: (form: ServerForm<Values>) => ReactNode;
}

export interface ActionWords {
  title: string;
  text?: string;
  submit: string;
  busy?: string;
  done?: string | ToastInput | (() => Promise<ToastInput>);
  failed?: string;
  cancel?: string;
}

/** Asks for what an action needs. It closes when the action is done; a refusal without a field is a toast, and it stays open. */
export function ActionDialog<Values extends FieldValues, Output = Values, Answer = unknown>(
  props: ActionDialogProps<Values, Output, Answer>,
) {
  const { words, variant, draft, whom, isOpen, onClose, onDone, invalidates, children, ...options } = props;
  const { title, text, submit, busy = "Saving...", done, failed = "Not saved", cancel } = words;
  const invalidate = useInvalidate(invalidates);
  const form = useApiForm<Values, Answer, Output>({
    ...options,
    onSent: async (answer) => {
      forgetDraft();
      await invalidate();
      const said = typeof done === "function" ? await done() : done;
      if (said) toast(typeof said === "string" ? { title: said } : said);
      onClose();
      onDone?.(answer);
    },
    onRefused: async (error, isAtField) => {
      if (!isAtField) toastFailure(failed, error, whom);
      await invalidate();
    },
  });
  const person = currentSession().session?.user.id;
  const { isRestored, forgetDraft } = useDraft(draft && person && `${draft}:${person}`, form);
  const { isDirty } = form.formState;
  // What was typed before a Cancel is there at the next opening, and says so.
  const isKept = useRef(false);
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={() => {
        isKept.current = isDirty;
        onClose(isDirty);
      }}
      title={title}
      text={text}
      submitLabel={submit}
      busyLabel={busy}
      cancelLabel={cancel}
      variant={variant}
    >
      {(isRestored || isKept.current) && isDirty && <Notice title={draftNotice.title}>{draftNotice.text}</Notice>}
      {children(form)}
    </FormDialog>
  );
}
