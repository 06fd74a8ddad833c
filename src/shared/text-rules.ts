export const maximumTextLength = 5000;

export const maximumLineLength = 200;

/** RFC 5321: 64 + @ + 189 at most, 254 in all. */
export const maximumEmailLength = 254;

/** PostgreSQL cannot store U+0000, nor half a surrogate pair in JSON. */
export const hasControlCharacters = (text: string): boolean => /[\p{Cc}\p{Cs}]/u.test(text);

/** Line separators and bidi controls, which can spoof names. */
export const hasDeceptiveCharacters = (text: string): boolean => /[\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);

/** Without spaces, zero-width and bidirectional marks around it, which come along with what people paste. */
export function trimInvisible(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isInvisible(text[start])) start++;
  while (start < end && isInvisible(text[end - 1])) end--;
  return text.slice(start, end);
}

/** Of a UTF-16 unit: flags of emoji end with invisible characters beyond them, which stay. */
const isInvisible = (unit = ""): boolean => /[\s\p{Cf}]/u.test(unit);

/** http or https, with a host. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i.test(text) && !hasControlCharacters(text) && URL.canParse(text);
}

/** Letters that Unicode does not split into a base and a mark. */
export const plainLetters: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};
