/**
 * Returns text for addresses and names of files: "Zoë’s Łódź deals" becomes "zoes-lodz-deals"; empty without a Latin letter or
 * digit.
 */
export const toSlug = (text: string, longest = 200): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’]/g, "")
    .toLowerCase()
    .replace(/[\u00df-\u0167]/g, (letter) => latin[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, longest)
    .replace(/-$/, "");

/** A club's name as part of a file's. */
export const fileStem = (name: string): string => toSlug(name) || "club";

/** Latin letters that are no letter with a mark on it. */
const latin: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ı: "i",
};
