import type { Submission } from "#shared/profile-submissions.ts";
import type { MemberProfile, ProfileInput } from "#shared/profiles.ts";

/** What the form of a profile holds: text everywhere, so that every field is a controlled one from the start. */
export const emptyProfile = {
  full_name: "",
  bio: "",
  position: "",
  company: "",
  location: "",
  services_offered: "",
  expertise: [],
  linkedin_url: "",
  website_url: "",
  profile_image_url: "",
} satisfies ProfileInput;

export const toFormValues = (saved: MemberProfile | Submission): ProfileInput => ({
  full_name: saved.full_name,
  bio: saved.bio ?? "",
  position: saved.position ?? "",
  company: saved.company ?? "",
  location: saved.location ?? "",
  services_offered: saved.services_offered ?? "",
  expertise: saved.expertise ?? [],
  linkedin_url: saved.linkedin_url ?? "",
  website_url: saved.website_url ?? "",
  profile_image_url: saved.profile_image_url ?? "",
});
