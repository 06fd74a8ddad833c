import { companyKey } from "#shared/company-key.ts";
import { plainLetters } from "#shared/text-rules.ts";

const titles = ["mr", "mrs", "ms", "miss", "mx", "dr", "prof", "sir", "dame", "lord", "lady", "rev", "and"];
/** Those that nobody is called by: of the others the last word of a name is the surname, as in "Jack Lord". */
const titlesOnly = ["mr", "mrs", "ms", "mx", "dr", "prof"];
const legalForms = ["ltd", "limited", "plc", "llp"];

/** Banks write ü as u or ue, ø as o or oe, å as a or aa: all of them are read as one letter. */
const oneVowel = (word: string): string => word.replaceAll(/(a)[ae]+|([ou])e+/g, "$1$2");

/** "Zoë O’Brien-Łuk" is ["zo", "obrien", "luk"]. */
const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\p{M}'’‘`]/gu, "")
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => plainLetters[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(oneVowel);

/** Without what is no name, such as references. */
const nameWords = (text: string): string[] =>
  wordsOf(text).filter((word) => !/\d/.test(word) && !legalForms.includes(word));

/** Returns the words without titles. The last of two words is the surname, whatever it is. */
function personWords(name: string): string[] {
  const words = nameWords(name);
  const [last = ""] = words.slice(-1);
  const others = words.slice(0, -1).filter((word) => !titles.includes(word));
  const isSurname =
    !titles.includes(last) || (others.length > 0 && (others.length === 1 || !titlesOnly.includes(last)));
  return isSurname ? [...others, last].filter(Boolean) : others;
}

/** Whether a surname is among the words of a text, in one word or in several. */
export const hasSurname = (text: string, surname: string): boolean =>
  findRun(wordsOf(text), wordsOf(surname)) !== undefined;

/** The last of a name's words, by which many names are looked up; empty for what is no name. */
export const lastWord = (name: string): string => personWords(name).at(-1) ?? "";

/** Every word of a text, and up to three neighbours written together. */
export function joinedWords(text: string): Set<string> {
  const words = nameWords(text);
  return new Set(
    words.flatMap((_, start) => [1, 2, 3].map((length) => oneVowel(words.slice(start, start + length).join("")))),
  );
}

/** Whether a text is a name in full, beside titles and references. */
export const isSameName = (text: string, name: string): boolean =>
  personWords(text).join(" ") === personWords(name).join(" ");

/** Whether two names are of one company. */
export const isSameCompany = (one: string, other: string): boolean => companyKey(one) === companyKey(other);

/**
 * Whether a payer's text, as banks write it, can be a person's or a company's name: the last name is there, and of the other
 * names one that begins like one of the payer's, so that initials and short forms count ("B LINDQVIST", "Benjamin Lindqvist").
 */
export function isSimilarName(payer: string, name: string, surname = ""): boolean {
  const wanted = personWords(name);
  const family = nameWords(surname);
  const hasFamily = family.length > 0 && wanted.slice(-family.length).join(" ") === family.join(" ");
  const lastCount = hasFamily ? family.length : 1;
  const [last, others] = [wanted.slice(-lastCount), wanted.slice(0, -lastCount)];
  const written = nameWords(payer);
  const run = findRun(written, last);
  if (!run) return false;
  const rest = written.toSpliced(run.start, run.length).filter((word) => !titles.includes(word));
  const beginsAlike = (word: string) => (other: string) => word.startsWith(other) || other.startsWith(word);
  return others.length === 0 || others.some((word) => rest.some(beginsAlike(word)));
}

/** Neighbouring words that together are the others, in as few words as can be: "o brien" is "obrien". */
function findRun(words: string[], wanted: string[]): { start: number; length: number } | undefined {
  const target = oneVowel(wanted.join(""));
  for (let length = 1; length <= Math.min(words.length, target.length); length++) {
    const start = words.findIndex((_, place) => oneVowel(words.slice(place, place + length).join("")) === target);
    if (start !== -1) return { start, length };
  }
  return undefined;
}
