import { z } from "zod";
import { momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { invalidUrlMessage, lineSchema } from "#shared/text.ts";
import { isWebUrl } from "#shared/text-rules.ts";
import { isPicturePath } from "./picture-rules.ts";

/** Web address, uploaded picture or empty. By https, as browsers show no other in our pages. */
export const pictureUrlSchema = z
  .string()
  .trim()
  .overwrite((text) => text.replace(/^http:/i, "https:"))
  .max(2000, invalidUrlMessage)
  .refine((text) => text === "" || isWebUrl(text) || isPicturePath(text), invalidUrlMessage);

export const pictureUploadQuerySchema = z.object({ name: lineSchema.trim().min(1).default("picture") });

export const uploadedPictureSchema = namedObject("UploadedPicture", {
  id: z.uuid(),
  /** Value for `profile_image_url`. */
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  size_bytes: z.number().int(),
});
export type UploadedPicture = z.infer<typeof uploadedPictureSchema>;

const storedPictureSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  user_id: z.uuid(),
  owner: z.string().nullable(),
  content_type: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  size_bytes: z.number().int(),
  sha256: z.string(),
  created_at: momentSchema,
});

/** Offset pagination, as the specification's storage listing. */
export const pictureListQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  sort: z.enum(["name", "created_at", "size_bytes"]).default("name"),
  order: z.enum(["asc", "desc"]).default("asc"),
});
export const pictureListSchema = namedObject("PictureList", {
  items: z.array(storedPictureSchema),
  total: z.number().int(),
});
