import { Controller, type UseFormReturn } from "react-hook-form";
import { bioMinimumHeightPx, servicesMinimumHeightPx } from "#shared/profile-form.ts";
import type { ProfileInput } from "#shared/profiles.ts";
import { maximumLineLength } from "#shared/text-limits.ts";
import { PictureField } from "#web/features/pictures/picture-field.tsx";
import type { PictureUpload } from "#web/features/pictures/use-picture-upload.ts";
import { Field } from "#web/ui/field.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { SkillInput } from "#web/ui/skill-input.tsx";

export interface ProfileFieldsProps {
  form: UseFormReturn<ProfileInput>;
  /** What stands in the box for the next skill. */
  skillEntry: string;
  onSkillEntry: (entry: string) => void;
  upload: PictureUpload;
}

/** The fields that a submission and a profile share. */
export function ProfileFields({ form, upload, ...skill }: ProfileFieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <Field label="Full name" error={errors.full_name?.message}>
        <Input dir="auto" autoComplete="name" required {...register("full_name")} />
      </Field>
      <div className="two-columns">
        <Field label="Position" isOptional error={errors.position?.message}>
          <Input dir="auto" autoComplete="organization-title" {...register("position")} />
        </Field>
        <Field label="Company" isOptional error={errors.company?.message}>
          <Input dir="auto" autoComplete="organization" {...register("company")} />
        </Field>
      </div>
      <Field label="Location" isOptional error={errors.location?.message}>
        <Input dir="auto" {...register("location")} />
      </Field>
      <Field
        label="Bio"
        isOptional
        hint="Your card in the directory shows the first three lines."
        error={errors.bio?.message}
      >
        <Textarea className="field-sizing-content" minimumHeightPx={bioMinimumHeightPx} {...register("bio")} />
      </Field>
      <SkillsField form={form} {...skill} />
      <Field
        label="Services offered"
        isOptional
        hint="What you can do for founders and for other members."
        error={errors.services_offered?.message}
      >
        <Textarea
          className="field-sizing-content"
          minimumHeightPx={servicesMinimumHeightPx}
          {...register("services_offered")}
        />
      </Field>
      <LinkFields form={form} />
      <PictureField form={form} upload={upload} />
    </>
  );
}

function SkillsField({ form: { control }, skillEntry, onSkillEntry }: Omit<ProfileFieldsProps, "upload">) {
  return (
    <Controller
      control={control}
      name="expertise"
      render={({ field: { value, ...field }, fieldState: { error } }) => (
        <Field
          label="Expertise"
          isOptional
          hint="One at a time, added with the button or Enter."
          error={messageOf(error)}
        >
          <SkillInput
            {...field}
            value={value ?? []}
            entry={skillEntry}
            onEntryChange={onSkillEntry}
            maxLength={maximumLineLength}
          />
        </Field>
      )}
    />
  );
}

/** The list has a message of its own, or one of its entries has. */
const messageOf = (error: { message?: string } | { message?: string }[] | undefined): string | undefined =>
  Array.isArray(error) ? error.find(Boolean)?.message : error?.message;

function LinkFields({ form: { register, formState } }: { form: UseFormReturn<ProfileInput> }) {
  const { errors } = formState;
  const links = [
    { name: "linkedin_url", label: "LinkedIn URL" },
    { name: "website_url", label: "Website URL" },
  ] as const;
  return links.map(({ name, label }) => (
    <Field key={name} label={label} isOptional hint="Begins with https://" error={errors[name]?.message}>
      <Input type="url" inputMode="url" autoComplete="off" {...register(name)} />
    </Field>
  ));
}
