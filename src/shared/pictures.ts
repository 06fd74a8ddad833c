import { z } from "zod";
import { momentSchema } from "./lists.ts";
import { invalidUrlMessage, isWebUrl, lineSchema } from "./text.ts";

export const mebibyte = 1024 * 1024;
export const maximumPictureBytes = 5 * mebibyte;
/** A stored picture is no wider and no higher than this. */
export const pictureSidePx = 512;
/** As many as the largest common phone cameras take; more is refused before it is decoded. */
export const maximumPicturePixels = 64_000_000;
export const picturesPerHour = 20;
export const unusedPictureHours = 24;

/** What is taken, whatever a file calls itself, and what of it a file dialog offers. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"] as const;

/** Where an uploaded picture is: an address of the club itself, without a host, so that APP_URL may change. */
export const picturePath = (id: string): string => `/api/pictures/${id}`;

export const isPicturePath = (text: string): boolean =>
  /^\/api\/pictures\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** The picture of a profile: a web address, an uploaded picture, or nothing. */
export const pictureUrlSchema = z
  .string()
  .trim()
  .max(2000, invalidUrlMessage)
  .refine((text) => text === "" || isWebUrl(text) || isPicturePath(text), invalidUrlMessage);

export const pictureUploadQuerySchema = z.object({ name: lineSchema.trim().min(1).default("picture") });

export const uploadedPictureSchema = z.object({
  id: z.uuid(),
  /** What a profile's `profile_image_url` takes. */
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  size_bytes: z.number().int(),
});
export type UploadedPicture = z.infer<typeof uploadedPictureSchema>;

export const storedPictureSchema = z.object({
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

/** The one list that pages by offset, since the storage listing of the specification does. */
export const pictureListQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  sort: z.enum(["name", "created_at", "size_bytes"]).default("name"),
  order: z.enum(["asc", "desc"]).default("asc"),
});
export const pictureListSchema = z.object({ items: z.array(storedPictureSchema), total: z.number().int() });

export const pictureMessages = {
  label: "Profile picture",
  hint: "JPEG, PNG, WebP, AVIF or GIF, at most 5 MB. Choose a file, or drop it here.",
  upload: "Upload a picture",
  replace: "Replace picture",
  remove: "Remove picture",
  uploading: (percent: number) => `Uploading ${percent}%...`,
  uploaded: "Picture uploaded. Save the form to use it.",
  removed: "Picture removed",
  waitForUpload: "Uploading picture...",
  urlHint: "Instead of an upload. Begins with https://",
  urlReplacesHint: "Your uploaded picture is used. An address typed here takes its place.",
  tooLarge: "This picture is larger than 5 MB. Please choose a smaller one.",
  tooManyPixels: "This picture has too many pixels. Please choose one of at most 64 megapixels.",
  unreadable: "This file is not a picture we can read. Please choose a JPEG, PNG, WebP, AVIF or GIF.",
  failed: "The picture could not be uploaded. Please try again.",
  gone: "Your uploaded picture is no longer there",
  goneAtField: "This picture is no longer there. Please upload it again, or remove it.",
} as const;
