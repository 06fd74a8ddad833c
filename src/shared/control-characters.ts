/** PostgreSQL cannot store U+0000. */
export const hasControlCharacters = (text: string): boolean => /\p{Cc}/u.test(text);

/** Line separators and bidi controls, which can spoof names. */
export const hasDeceptiveCharacters = (text: string): boolean => /[\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);
