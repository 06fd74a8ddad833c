import { profileFields } from "#shared/profile-fields.ts";
import type { MemberProfile, ProfileInput } from "#shared/profiles.ts";

/** What the form holds of a profile, or of none: text in every field, so that each is controlled from the start. */
export const toFormValues = (saved: Partial<MemberProfile>): ProfileInput =>
  Object.fromEntries(
    profileFields.map(({ name, kind }) => [name, saved[name] ?? (kind === "skills" ? [] : "")]),
  ) as ProfileInput;
