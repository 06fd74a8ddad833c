import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { draftNotice } from "#shared/account/app-messages.ts";
import { pictureMessages } from "#shared/pictures/picture-rules.ts";
import { type ProfileField, profileFields, withExpertise, withScheme } from "#shared/profiles/profile-fields.ts";
import {
  type MemberProfile,
  type ProfileInput,
  profileInputSchema,
  submissionInputSchema,
} from "#shared/profiles/profiles.ts";
import { maximumLineLength } from "#shared/text-rules.ts";
import { PictureField } from "#web/features/pictures/picture-field.tsx";
import { type PictureUpload, usePictureUpload } from "#web/features/pictures/use-picture-upload.ts";
import { type ApiFormOptions, useApiForm } from "#web/lib/use-api-form.ts";
import { useSessionStorage } from "#web/lib/use-session-storage.ts";
import { Button } from "#web/ui/button.tsx";
import { RemovableChip } from "#web/ui/chip.tsx";
import { Field } from "#web/ui/field.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { UnsavedChangesGuard } from "#web/ui/form/unsaved-changes-guard.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Plus } from "#web/ui/icons.generated.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";

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
  /** The form uses these where another window may save the same record. */
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

interface ProfileFieldsProps {
  form: ServerForm<ProfileInput>;
  /** Unsaved text in the box. */
  expertiseEntry: string;
  onExpertiseEntry: (entry: string) => void;
  upload: PictureUpload;
}

function ProfileFields(props: ProfileFieldsProps) {
  return rows.map(([field, half]) =>
    half ? (
      <div key={field.name} className="two-columns">
        <OneField {...props} field={field} />
        <OneField {...props} field={half} />
      </div>
    ) : (
      <OneField key={field.name} {...props} field={field} />
    ),
  );
}

const halves: readonly ProfileField[] = profileFields.filter(({ isHalf }) => isHalf);

/** Consecutive half-width fields share a row. */
const rows = profileFields.flatMap((field): [ProfileField, ProfileField?][] => {
  const index = halves.indexOf(field);
  if (index === -1) return [[field]];
  return index % 2 === 0 ? [[field, halves[index + 1]]] : [];
});

function OneField({ form, field, upload, ...entry }: ProfileFieldsProps & { field: ProfileField }) {
  const { name, kind, label, hint, autoComplete, minimumHeightPx } = field;
  if (kind === "skills") return <ExpertiseField form={form} label={label} hint={hint} {...entry} />;
  if (kind === "picture") return <PictureField form={form} upload={upload} />;
  return (
    <FormField
      form={form}
      name={name}
      label={label}
      hint={hint}
      keepsHint={kind === "url"}
      isOptional={kind !== "name"}
    >
      {kind === "text" ? (
        <Textarea className="field-sizing-content" minimumHeightPx={minimumHeightPx} />
      ) : kind === "url" ? (
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          onBlur={({ target }) => target.value && form.change(name, withScheme(target.value))}
        />
      ) : (
        <Input dir="auto" autoComplete={autoComplete} required={kind === "name"} />
      )}
    </FormField>
  );
}

interface ExpertiseFieldProps extends Omit<ProfileFieldsProps, "upload"> {
  label: string;
  hint: string | undefined;
}

function ExpertiseField({ form, label, hint, expertiseEntry, onExpertiseEntry }: ExpertiseFieldProps) {
  return (
    <Field label={label} isOptional hint={hint} error={messageOf(form.formState.errors.expertise)}>
      <ExpertiseInput
        value={form.watch("expertise") ?? []}
        onChange={(skills) => form.change("expertise", skills)}
        entry={expertiseEntry}
        onEntryChange={onExpertiseEntry}
        maxLength={maximumLineLength}
      />
    </Field>
  );
}

/** The list's error, or its first entry's. */
const messageOf = (error: { message?: string } | { message?: string }[] | undefined): string | undefined =>
  Array.isArray(error) ? error.find(Boolean)?.message : error?.message;

interface ExpertiseInputProps {
  value: readonly string[];
  onChange: (areas: string[]) => void;
  /** Typed, not added yet. */
  entry: string;
  onEntryChange: (entry: string) => void;
  maxLength?: number;
}

/** Needs a Field around it. */
function ExpertiseInput({ value, onChange, entry, onEntryChange, maxLength }: ExpertiseInputProps) {
  const [announcement, setAnnouncement] = useState("");
  const box = useRef<HTMLInputElement>(null);

  const add = () => {
    const areas = withExpertise(value, entry);
    if (areas.length > value.length) {
      onChange(areas);
      setAnnouncement(`${areas.slice(value.length).join(", ")} added`);
    }
    onEntryChange("");
    box.current?.focus();
  };
  const remove = (area: string) => {
    onChange(value.filter((kept) => kept !== area));
    setAnnouncement(`${area} removed`);
    box.current?.focus();
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <>
      <div className="expertise-input">
        <Input
          ref={box}
          value={entry}
          maxLength={maxLength}
          onChange={(event) => onEntryChange(event.target.value)}
          onKeyDown={addOnEnter}
        />
        <Button variant="outline" className="btn-icon" aria-label="Add expertise" onClick={add}>
          <Plus />
        </Button>
      </div>
      {value.length > 0 && (
        <ul className="chips mt-1.5">
          {value.map((area) => (
            <li key={area}>
              <RemovableChip label={area} onRemove={() => remove(area)} />
            </li>
          ))}
        </ul>
      )}
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </>
  );
}
