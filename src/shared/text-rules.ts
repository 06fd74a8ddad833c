export const maximumTextLength = 5000;

export const maximumLineLength = 200;

/** RFC 5321: 64 + @ + 189 at most, 254 in all. */
export const maximumEmailLength = 254;

/** PostgreSQL cannot store U+0000. */
export const hasControlCharacters = (text: string): boolean => /\p{Cc}/u.test(text);

/** Line separators and bidi controls, which can spoof names. */
export const hasDeceptiveCharacters = (text: string): boolean => /[\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);

/** http or https, with a host. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i.test(text) && !hasControlCharacters(text) && URL.canParse(text);
}

/** A name as part of a file's: "Kindling Club" becomes "kindling-club". */
export const fileStem = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "") || "club";
