import { type ProfileField, profileFields, withScheme } from "#shared/profiles/profile-fields.ts";
import type { ProfileInput } from "#shared/profiles/profiles.ts";
import { maximumLineLength } from "#shared/text-rules.ts";
import { PictureField } from "#web/features/pictures/picture-field.tsx";
import type { PictureUpload } from "#web/features/pictures/use-picture-upload.ts";
import { ExpertiseInput } from "#web/ui/expertise-input.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";

interface ProfileFieldsProps {
  form: ServerForm<ProfileInput>;
  /** Unsaved text in the box. */
  expertiseEntry: string;
  onExpertiseEntry: (entry: string) => void;
  upload: PictureUpload;
}

export function ProfileFields(props: ProfileFieldsProps) {
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
    <FormField form={form} name={name} label={label} hint={hint} isOptional={kind !== "name"}>
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
