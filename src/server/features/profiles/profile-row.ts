import { withSkill } from "#shared/profile-form.ts";
import type { SubmissionInput } from "#shared/profiles.ts";
import { emptyToNull } from "#shared/text.ts";

export const profileColumns = [
  "id",
  "user_id",
  "full_name",
  "bio",
  "position",
  "company",
  "location",
  "services_offered",
  "expertise",
  "linkedin_url",
  "website_url",
  "profile_image_url",
  "is_visible",
  "created_at",
] as const;

/** As a profile's owner and admins see it. */
export const shownProfileColumns = [...profileColumns, "hidden_by_owner_at", "hidden_by_admin_at"] as const;

/** What is stored of a form: the bio as entered, every other empty optional field as null, each skill once. */
export function toProfileRow(input: SubmissionInput) {
  const expertise = (input.expertise ?? []).reduce<string[]>(withSkill, []);
  return {
    full_name: input.full_name,
    bio: input.bio ?? null,
    position: emptyToNull(input.position),
    company: emptyToNull(input.company),
    location: emptyToNull(input.location),
    services_offered: emptyToNull(input.services_offered),
    expertise: expertise.length > 0 ? expertise : null,
    linkedin_url: emptyToNull(input.linkedin_url),
    website_url: emptyToNull(input.website_url),
    profile_image_url: emptyToNull(input.profile_image_url),
  };
}
