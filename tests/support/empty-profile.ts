import { type ProfileField, profileFields } from "#shared/profiles/profile-fields.ts";

export const emptyProfile = Object.fromEntries(profileFields.map(({ name }) => [name, null])) as Record<
  ProfileField["name"],
  null
>;
