import { type ProfileField, profileFields } from "./profile-fields.ts";

type Written = { [Field in ProfileField as Field["name"]]?: string | readonly string[] | null };

/** What a profile is found and understood by, in the form's order; one link is enough. */
export function missingIn(profile: Written): string[] {
  const isEmpty = ({ name }: ProfileField) => !profile[name]?.length;
  const hasLink = profileFields.some((field) => field.kind === "url" && !isEmpty(field));
  const missing = profileFields.flatMap((field) => (field.missing && isEmpty(field) ? [field.missing] : []));
  return [...missing, ...(hasLink ? [] : ["a link to LinkedIn or a website"])];
}
