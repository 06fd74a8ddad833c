/** For a question, which may have 2,000 characters, inside of another text. */
export const shortened = (text: string): string => (text.length > 120 ? `${text.slice(0, 110).trimEnd()}…` : text);
