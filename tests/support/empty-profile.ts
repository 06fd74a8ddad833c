import { type ProfileField, profileFields } from "#shared/profiles/profile-fields.ts";

/** Of a member who has filled in nothing. */
export const emptyProfile = Object.fromEntries(profileFields.map(({ name }) => [name, null])) as Record<
  ProfileField["name"],
  null
>;
