import { profileFields } from "#shared/profile-fields.ts";
import type { MemberProfile, ProfileInput } from "#shared/profiles.ts";

/** No undefined values: every field is controlled. */
export const toFormValues = (saved: Partial<MemberProfile>): ProfileInput =>
  Object.fromEntries(
    profileFields.map(({ name, kind }) => [name, saved[name] ?? (kind === "skills" ? [] : "")]),
  ) as ProfileInput;
