import { plainLetters } from "./text-rules.ts";

/** Two names of one key are of one company: capitals, punctuation, accents and the legal form count for nothing. */
export const companyKey = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replaceAll(/\bcompany\b/g, "co")
    .replaceAll(/[\p{M}'’‘`.]/gu, "")
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => plainLetters[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(" ")
    .replace(/(?: (?:ltd|limited|plc|llp|public limited co))+$/, "")
    .replaceAll(" ", "");
