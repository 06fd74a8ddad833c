/** No text field of ours is longer than this, so that a page, a mail and a log line stay readable. */
export const maximumTextLength = 5000;

export const maximumLineLength = 200;

/** RFC 5321: 64 + @ + 189 at most, 254 in all. */
export const maximumEmailLength = 254;
