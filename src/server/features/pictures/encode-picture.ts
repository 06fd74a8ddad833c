import sharp from "sharp";
import { maximumPicturePixels, pictureSidePx } from "#shared/picture-limits.ts";
import { pictureMessages } from "#shared/picture-messages.ts";
import { Refusal } from "../../http/refusal.ts";

export interface EncodedPicture {
  content: Buffer;
  content_type: "image/webp";
  width: number;
  height: number;
}

const patienceSeconds = 10;
const readers = ["JpegBuffer", "PngBuffer", "WebpBuffer", "HeifBuffer", "NsgifBuffer"];

/**
 * Reads a file for what it is, whatever it calls itself, and makes a small WebP of its pixels alone: upright, the first
 * frame of a moving one, and without what a camera wrote into it.
 * @throws Refusal 422 for anything but a picture, or one with too many pixels.
 */
export async function encodePicture(file: ArrayBuffer): Promise<EncodedPicture> {
  readNothingElse();
  try {
    const { data, info } = await sharp(file, { limitInputPixels: maximumPicturePixels, failOn: "error" })
      .autoOrient()
      .resize(pictureSidePx, pictureSidePx, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: patienceSeconds })
      .toBuffer({ resolveWithObject: true });
    return { content: data, content_type: "image/webp", width: info.width, height: info.height };
  } catch (error) {
    const hasTooManyPixels = error instanceof Error && /pixel limit/.test(error.message);
    const message = hasTooManyPixels ? pictureMessages.tooManyPixels : pictureMessages.unreadable;
    throw new Refusal(422, "picture_unreadable", message, { errors: [{ path: "body", message }] });
  }
}

/** SVG, PDF and the rest are documents that their readers interpret: a stranger's file never reaches those. */
function readNothingElse(): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: readers.map((reader) => `VipsForeignLoad${reader}`) });
}
