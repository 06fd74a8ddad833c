export const mebibyte = 1024 * 1024;
export const maximumPictureBytes = 5 * mebibyte;

/** Maximum width and height. */
export const pictureSidePx = 512;

/** 64 megapixels, checked before decoding. */
export const maximumPicturePixels = 64_000_000;

export const picturesPerHour = 20;
export const unusedPictureHours = 24;

/** Detected by content; also the file dialog's filter. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"] as const;
