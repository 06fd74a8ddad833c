import { pictureMessages } from "#shared/pictures/picture-rules.ts";
import { profileFields, withExpertise } from "#shared/profiles/profile-fields.ts";
import type { SubmissionInput } from "#shared/profiles/profiles.ts";
import { emptyToNull } from "#shared/text.ts";
import { isForeignKeyViolation } from "../../platform/db/errors.ts";
import { HttpError } from "../../platform/http/http-error.ts";

export const profileColumns = [
  "id",
  "user_id",
  ...profileFields.map(({ name }) => name),
  "is_visible",
  "created_at",
] as const;

/** The owner and admins read these columns. */
export const shownProfileColumns = [
  ...profileColumns,
  "updated_at",
  "hidden_by_owner_at",
  "hidden_by_admin_at",
] as const;

const optionalTexts = profileFields.flatMap(({ name, kind }) => (kind === "name" || kind === "skills" ? [] : [name]));

/** Bio as entered; other empty fields become null; expertise deduplicated. */
export function toProfileRow(input: SubmissionInput) {
  const texts = optionalTexts.map((name) => [name, emptyToNull(input[name])]);
  const expertise = (input.expertise ?? []).reduce<string[]>(withExpertise, []);
  return {
    ...(Object.fromEntries(texts) as Record<(typeof optionalTexts)[number], string | null>),
    full_name: input.full_name,
    bio: input.bio ?? null,
    expertise: expertise.length > 0 ? expertise : null,
  };
}

/** A foreign key rejects pictures of others and removed ones. @throws HttpError 422 at the field. */
export async function withOwnPicture<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    if (!isForeignKeyViolation(error, "_own_picture")) throw error;
    const errors = [{ path: "profile_image_url", message: pictureMessages.goneAtField }];
    throw new HttpError("picture_gone", pictureMessages.gone, { errors });
  }
}
