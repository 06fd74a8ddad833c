/** By kind, `profiles.ts` has the rule, `queries.ts` of the server what is stored, and the form the control. */
type Kind = "name" | "line" | "text" | "skills" | "url" | "picture";

interface Look {
  label: string;
  hint?: string;
  autoComplete?: string;
  minimumHeightPx?: number;
  /** The field stands beside the other half, where there is room. */
  isHalf?: boolean;
  /** Its name where the directory and a review list facts. */
  fact?: string;
  link?: string;
  /** The owner is told that this is not filled in yet; nothing where it is left out. */
  missing?: string;
}

const field = <const Name extends string, const FieldKind extends Kind>(name: Name, kind: FieldKind, look: Look) => ({
  name,
  kind,
  ...look,
});

/** What members tell about themselves, in the form's order. Schemas, columns, form, directory and review follow it. */
export const profileFields = [
  field("full_name", "name", { label: "Full name", autoComplete: "name" }),
  field("position", "line", {
    label: "Position",
    autoComplete: "organization-title",
    isHalf: true,
    missing: "your position",
  }),
  field("company", "line", { label: "Company", autoComplete: "organization", isHalf: true, missing: "your company" }),
  field("location", "line", { label: "Location", fact: "Location", missing: "your location" }),
  field("bio", "text", {
    label: "Bio",
    hint: "Your card in the directory shows the first three lines.",
    minimumHeightPx: 100,
    missing: "a bio",
  }),
  field("expertise", "skills", {
    label: "Expertise",
    hint: "One at a time, added with the button or Enter.",
    missing: "your expertise",
  }),
  field("services_offered", "text", {
    label: "Services offered",
    hint: "What you can do for founders and for other members.",
    minimumHeightPx: 80,
    fact: "Offers",
    missing: "what you offer",
  }),
  field("linkedin_url", "url", { label: "LinkedIn URL", hint: "Such as linkedin.com/in/your-name", link: "LinkedIn" }),
  field("website_url", "url", { label: "Website URL", hint: "Such as your-company.com", link: "Website" }),
  field("profile_image_url", "picture", { label: "Profile picture URL", missing: "a picture" }),
] as const;

export type ProfileField = (typeof profileFields)[number];

/** Each part between commas, with one space between two words; unchanged when empty or present in any letter case. */
export function withExpertise(areas: readonly string[], entry: string): string[] {
  const all = [...areas];
  for (const part of entry.split(/[,;]/)) {
    const area = part.trim().replaceAll(/\s+/gu, " ");
    if (area !== "" && !all.some((known) => known.toLowerCase() === area.toLowerCase())) all.push(area);
  }
  return all;
}

/** As people type and copy it, "linkedin.com/in/x"; unchanged with a scheme, or where no address is to be seen. */
export function withScheme(address: string): string {
  const typed = address.trim();
  return /^[^\s:/?#@]+\.[^\s:/?#@]+([:/?#]\S*)?$/.test(typed) ? `https://${typed}` : typed;
}

export const profileEditMessages = {
  notFoundTitle: "No Profile Found",
  notFoundText: "Please submit a profile first via the 'Submit Profile' tab.",
  pending: {
    title: "Your profile waits for review",
    text: "Once an admin has approved it, you edit it here. You are told by email.",
  },
  rejected: {
    title: "Your profile was not approved",
    text: "Revise it under Submit Profile. Once an admin has approved it, you edit it here.",
  },
  see: "See what you submitted",
  signedOut: "You must be logged in to update your profile.",
  failed: "Failed to update profile. Please try again.",
  success: { title: "Success!", description: "Your profile has been updated successfully." },
} as const;
