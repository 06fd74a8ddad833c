import { pictureMessages } from "#shared/picture-rules.ts";
import { isForeignKeyViolation } from "../../platform/db/errors.ts";
import { HttpError } from "../../platform/http/http-error.ts";

/** A foreign key rejects pictures of others and removed ones. @throws HttpError 422 at the field. */
export async function withOwnPicture<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    if (!isForeignKeyViolation(error, "_own_picture")) throw error;
    const errors = [{ path: "profile_image_url", message: pictureMessages.goneAtField }];
    throw new HttpError(422, "picture_gone", pictureMessages.gone, { errors });
  }
}
