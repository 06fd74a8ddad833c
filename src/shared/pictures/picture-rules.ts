export const mebibyte = 1024 * 1024;
export const maximumPictureBytes = 5 * mebibyte;

/** Maximum width and height. */
export const pictureSidePx = 512;

/** Of pictures in contents, on their longer side. */
export const contentPictureSidePx = 1600;

/** 64 megapixels, checked before decoding. */
export const maximumPicturePixels = 64_000_000;

export const picturesPerHour = 20;
export const unusedPictureHours = 24;

/** Detected by content; also the file dialog's filter. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"] as const;

/** Relative, so APP_URL may change. */
export const picturePath = (id: string): string => `/api/pictures/${id}`;

export const isPicturePath = (text: string): boolean =>
  /^\/api\/pictures\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

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
  tooLargeToDecode:
    "This picture takes too much memory to read. Please choose a smaller one, or save it as an ordinary JPEG.",
  busy: "Other pictures are being read just now. Please try again in a few seconds.",
  unreadable:
    "This file is not a picture we can read. Please choose a JPEG, PNG, WebP, AVIF or GIF. An iPhone takes JPEGs with Settings, Camera, Formats, Most Compatible.",
  failed: "The picture could not be uploaded. Please try again.",
  gone: "Your uploaded picture is no longer there",
  goneAtField: "This picture is no longer there. Please upload it again, or remove it.",
} as const;
