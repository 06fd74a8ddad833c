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
