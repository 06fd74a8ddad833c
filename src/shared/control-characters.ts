/** PostgreSQL cannot store U+0000, and other control characters only ever arrive by mistake or malice. */
export const hasControlCharacters = (text: string): boolean => /\p{Cc}/u.test(text);

/** Line and paragraph separators, and what turns the direction of writing: in a name they mislead readers. */
export const hasDeceptiveCharacters = (text: string): boolean => /[\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);
