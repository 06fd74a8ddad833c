/** Letter case and accents make no difference. */
export const plainText = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Whether the text has every word of the query, in any order. */
export function hasEveryWord(text: string, query: string): boolean {
  const found = plainText(text);
  return plainText(query)
    .split(/\s+/)
    .every((word) => found.includes(word));
}
