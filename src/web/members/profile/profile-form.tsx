import { zodResolver } from "@hookform/resolvers/zod";
import { useRef } from "react";
import { useForm } from "react-hook-form";
import type { ProfileInput, profileInputSchema, submissionInputSchema } from "#shared/member-profiles.ts";
import { Button } from "#web/ui/button.tsx";
import { ProfileFields } from "./profile-fields.tsx";
import { useDraft } from "./use-draft.ts";

interface ProfileFormProps {
  label: string;
  schema: typeof profileInputSchema | typeof submissionInputSchema;
  saved: ProfileInput;
  draftKey: string;
  submitLabel: string;
  busyLabel: string;
  /** @returns whether it was saved; what went wrong has been said by then. */
  onSave: (input: ProfileInput) => Promise<boolean>;
}

export function ProfileForm({ label, schema, saved, draftKey, submitLabel, busyLabel, onSave }: ProfileFormProps) {
  const form = useForm<ProfileInput>({ resolver: zodResolver(schema), defaultValues: saved });
  const { isSubmitting, isDirty } = form.formState;
  const forgetDraft = useDraft(draftKey, form);
  const button = useRef<HTMLButtonElement>(null);

  const submit = async (input: ProfileInput) => {
    const isSaved = await onSave(input);
    if (isSaved) {
      form.reset(input);
      forgetDraft();
    }
    // A disabled field cannot hold the focus, so it may have been lost while the form was busy.
    setTimeout(() => button.current?.focus());
  };
  const discard = () => {
    form.reset(saved);
    forgetDraft();
    form.setFocus("full_name");
  };
  return (
    <form className="grid max-w-[46rem] gap-6" aria-label={label} onSubmit={form.handleSubmit(submit)} noValidate>
      <fieldset className="contents" disabled={isSubmitting}>
        <ProfileFields form={form} />
      </fieldset>
      <div className="button-row">
        <Button type="submit" busyLabel={isSubmitting && busyLabel} ref={button}>
          {submitLabel}
        </Button>
        {isDirty && !isSubmitting && (
          <Button variant="quiet" onClick={discard}>
            Discard changes
          </Button>
        )}
      </div>
    </form>
  );
}
