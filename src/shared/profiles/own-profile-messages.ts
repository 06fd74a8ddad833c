import { type ProfileField, profileFields } from "./profile-fields.ts";

type Written = { [Field in ProfileField as Field["name"]]?: string | readonly string[] | null };

/** What a profile is found and understood by, in the form's order; one link is enough. */
export function missingIn(profile: Written): string[] {
  const isEmpty = ({ name }: ProfileField) => !profile[name]?.length;
  const hasLink = profileFields.some((field) => field.kind === "url" && !isEmpty(field));
  const missing = profileFields.flatMap((field) => (field.missing && isEmpty(field) ? [field.missing] : []));
  return [...missing, ...(hasLink ? [] : ["a link to LinkedIn or a website"])];
}

export const profileHintMessages = {
  /** @param missing at least one. */
  text: (missing: readonly string[]) =>
    `Not filled in yet: ${missing.join(", ")}. Members find each other by expertise and location.`,
  dismiss: "Do not show this again",
} as const;

export const profilePreviewMessages = {
  show: "What others see",
  hide: "Close what others see",
  heading: "What others see",
  text: "Your card in the directory, as it is saved. Its button opens the page that members read.",
  hidden: "Others see none of this while your profile is hidden.",
  loading: "Loading your card",
  failed: "Your card did not load. Please try again.",
} as const;
