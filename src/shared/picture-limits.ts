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
