/** PostgreSQL cannot store U+0000, and other control characters only ever arrive by mistake or malice. */
export const hasControlCharacters = (text: string): boolean => /\p{Cc}/u.test(text);
