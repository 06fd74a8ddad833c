/** Letter case, accents and the form of quotation marks and apostrophes make no difference: phones type “ and ’ of themselves. */
export const plainText = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/[‘’ʼ]/g, "'").replaceAll(/[“”„]/g, '"').toLowerCase();

/** Whether the text has every word of the query, in any order. Quotation marks separate words, as in search_words of SQL. */
export function hasEveryWord(text: string, query: string): boolean {
  const found = plainText(text);
  return plainText(query)
    .split(/[\s,"]+/)
    .every((word) => found.includes(word));
}

/** The letters from which a word of a person's name is forgiven a wrong one: fewer words are like a name than like any other word. */
export const forgivenInNames = 4;
const mostForgiven = 40;

/**
 * Regular expressions of PostgreSQL, one a word of the query: in a name of plain text that is meant, one letter of each longer
 * word is wrong, missing, too many or swapped with the next.
 * @returns none where every word is too short to be forgiven.
 */
export function misspeltPatterns(query: string): string[] {
  const words = plainText(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const isForgiven = ({ length }: string) => length >= forgivenInNames && length <= mostForgiven;
  if (!words.some(isForgiven)) return [];
  return words.map((word) => String.raw`\m(${isForgiven(word) ? spellings(word).join("|") : word})\M`);
}

const spellings = (word: string): string[] =>
  [...word, ""].flatMap((letter, index) => {
    const [before, after] = [word.slice(0, index), word.slice(index + 1)];
    const isMissing = String.raw`${before}\S${letter}${after}`;
    if (letter === "") return [isMissing];
    const isWrongOrTooMany = String.raw`${before}\S?${after}`;
    return [isMissing, isWrongOrTooMany, `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`];
  });
