import type { FormEvent, ReactNode } from "react";
import { draftNotice } from "#shared/account/app-messages.ts";
import { pictureMessages } from "#shared/pictures/picture-rules.ts";
import { profileFields, withExpertise, withScheme } from "#shared/profiles/profile-fields.ts";
import {
  type MemberProfile,
  type ProfileInput,
  profileInputSchema,
  submissionInputSchema,
} from "#shared/profiles/profiles.ts";
import { usePictureUpload } from "#web/features/pictures/use-picture-upload.ts";
import { type ApiFormOptions, useApiForm } from "#web/lib/use-api-form.ts";
import { useSessionStorage } from "#web/lib/use-session-storage.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { UnsavedChangesGuard } from "#web/ui/form/unsaved-changes-guard.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ProfileFields } from "./profile-fields.tsx";

const schemas = {
  profile: profileInputSchema,
  submission: submissionInputSchema,
};

export type ProfileSending = Pick<ApiFormOptions<ProfileInput, unknown>, "send" | "onSent" | "onRefused">;

interface ProfileFormProps extends ProfileSending {
  label: string;
  /** Selects the schema. */
  kind: keyof typeof schemas;
  saved: ProfileInput;
  draftKey: string;
  submitLabel: string;
  busyLabel: string;
  /** Of what another window may save. */
  version?: { noteChange: () => void; settle: () => void };
  /** Shown above the fields. */
  notice?: (form: ServerForm<ProfileInput>) => ReactNode;
}

export function ProfileForm(props: ProfileFormProps) {
  const { label, kind, saved, draftKey, submitLabel, busyLabel, version, notice, ...sending } = props;
  const form = useApiForm<ProfileInput>({
    ...sending,
    schema: schemas[kind],
    defaultValues: saved,
    onSent: (answer, input) => {
      sending.onSent(answer, input);
      form.reset(input);
      forget();
    },
  });
  const { isRestored, forgetDraft } = useDraft(draftKey, form);
  const [expertiseEntry, setExpertiseEntry] = useSessionStorage(`${draftKey}:skill`);
  const upload = usePictureUpload(({ url }) => form.change("profile_image_url", url));
  const { isDirty } = form.formState;
  const isUnsaved = isDirty || expertiseEntry !== "";

  const forget = () => {
    forgetDraft();
    setExpertiseEntry("");
  };
  // Typed but not added: submit it too.
  const submit = (event: FormEvent) => {
    if (expertiseEntry.trim() !== "")
      form.change("expertise", withExpertise(form.getValues("expertise") ?? [], expertiseEntry));
    setExpertiseEntry("");
    // Sent with Enter, or before a field was left.
    for (const { name, kind } of profileFields) {
      const typed = kind === "url" ? (form.getValues(name) ?? "") : "";
      if (typed !== withScheme(typed)) form.change(name, withScheme(typed));
    }
    return form.submit(event);
  };
  const discard = () => {
    form.reset(saved);
    version?.settle();
    forget();
    upload.forgetError();
    form.setFocus("full_name");
  };
  return (
    <Form
      form={{ ...form, submit }}
      className="grid max-w-[46rem] gap-6"
      aria-label={label}
      onChange={version?.noteChange}
    >
      {notice?.(form)}
      {isRestored && isDirty && <Notice title={draftNotice.title}>{draftNotice.text}</Notice>}
      <FormFields form={form}>
        <ProfileFields
          form={form}
          expertiseEntry={expertiseEntry}
          onExpertiseEntry={setExpertiseEntry}
          upload={upload}
        />
      </FormFields>
      <div className="button-row">
        <SubmitButton
          form={form}
          isBusy={upload.isUploading}
          busyLabel={upload.isUploading ? pictureMessages.waitForUpload : busyLabel}
        >
          {submitLabel}
        </SubmitButton>
        {isUnsaved && !form.isSending && (
          <Button variant="ghost" onClick={discard}>
            Discard changes
          </Button>
        )}
      </div>
      <UnsavedChangesGuard isActive={isUnsaved} />
    </Form>
  );
}

/** No undefined values: every field is controlled. */
export const toFormValues = (saved: Partial<MemberProfile>): ProfileInput =>
  Object.fromEntries(
    profileFields.map(({ name, kind }) => [name, saved[name] ?? (kind === "skills" ? [] : "")]),
  ) as ProfileInput;
