import { type FormEvent, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { Problem } from "#shared/errors.ts";
import { pictureMessages } from "#shared/picture-messages.ts";
import { profileDraftNotice, withSkill } from "#shared/profile-form.ts";
import type { ProfileInput } from "#shared/profiles.ts";
import { usePictureUpload } from "#web/features/pictures/use-picture-upload.ts";
import { useLazyResolver } from "#web/lib/lazy-resolver.ts";
import { hasDraft, useDraft } from "#web/lib/use-draft.ts";
import { useSessionStorage } from "#web/lib/use-session-storage.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ProfileFields } from "./profile-fields.tsx";

export interface SaveOutcome {
  isSaved: boolean;
  /** What the server found wrong with single fields. */
  errors?: Problem["errors"];
}

const loadResolvers = () => import("./profile-resolvers.ts");
const resolvers = {
  profile: () => loadResolvers().then(({ profileResolver }) => profileResolver),
  submission: () => loadResolvers().then(({ submissionResolver }) => submissionResolver),
};

interface ProfileFormProps {
  label: string;
  /** By whose rules it is filled in. */
  kind: keyof typeof resolvers;
  saved: ProfileInput;
  draftKey: string;
  submitLabel: string;
  busyLabel: string;
  /** What went wrong has been said by the time it resolves. */
  onSave: (input: ProfileInput) => Promise<SaveOutcome>;
}

export function ProfileForm({ label, kind, saved, draftKey, submitLabel, busyLabel, onSave }: ProfileFormProps) {
  const form = useForm<ProfileInput>({ resolver: useLazyResolver(resolvers[kind]), defaultValues: saved });
  const { isDirty } = form.formState;
  // Not the form's isSubmitting, which would lock all fields and open them again only to say that one has a fault.
  const [isSaving, setSaving] = useState(false);
  const [isRestored] = useState(() => hasDraft(draftKey));
  const forgetValues = useDraft(draftKey, form);
  const [skillEntry, setSkillEntry] = useSessionStorage(`${draftKey}:skill`);
  const upload = usePictureUpload(({ url }) =>
    form.setValue("profile_image_url", url, { shouldDirty: true, shouldValidate: true }),
  );
  const button = useRef<HTMLButtonElement>(null);

  const forgetDraft = () => {
    forgetValues();
    setSkillEntry("");
  };
  const submit = async (input: ProfileInput) => {
    setSaving(true);
    const { isSaved, errors = [] } = await onSave(input);
    setSaving(false);
    if (isSaved) {
      form.reset(input);
      forgetDraft();
    }
    const faults = errors.flatMap(({ path, message }) => {
      const field = fieldOf(path, input);
      return field ? [{ field, message }] : [];
    });
    for (const { field, message } of faults) form.setError(field, { message });
    // A disabled field cannot hold the focus, so it may have been lost while the form was busy.
    setTimeout(() => (faults[0] ? form.setFocus(faults[0].field) : button.current?.focus()));
  };
  // A skill that was typed and not added yet is meant as one.
  const send = (event: FormEvent) => {
    const skills = form.getValues("expertise") ?? [];
    if (skillEntry.trim() !== "") form.setValue("expertise", withSkill(skills, skillEntry), { shouldDirty: true });
    setSkillEntry("");
    return form.handleSubmit(submit)(event);
  };
  const discard = () => {
    form.reset(saved);
    forgetDraft();
    upload.forgetError();
    form.setFocus("full_name");
  };
  return (
    <form className="grid max-w-[46rem] gap-6" aria-label={label} onSubmit={send} noValidate>
      {isRestored && isDirty && <Notice title={profileDraftNotice.title}>{profileDraftNotice.text}</Notice>}
      <fieldset className="contents" disabled={isSaving}>
        <ProfileFields form={form} skillEntry={skillEntry} onSkillEntry={setSkillEntry} upload={upload} />
      </fieldset>
      <div className="button-row">
        <Button
          type="submit"
          busyLabel={upload.isUploading ? pictureMessages.waitForUpload : isSaving && busyLabel}
          ref={button}
        >
          {submitLabel}
        </Button>
        {(isDirty || skillEntry !== "") && !isSaving && (
          <Button variant="quiet" onClick={discard}>
            Discard changes
          </Button>
        )}
      </div>
    </form>
  );
}

/** An answer names an entry of a list as "expertise.3". */
function fieldOf(path: string, input: ProfileInput): keyof ProfileInput | undefined {
  return (Object.keys(input) as (keyof ProfileInput)[]).find((field) => field === path.split(".")[0]);
}
