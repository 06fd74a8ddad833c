import { z } from "zod";

/** No text field of ours is longer than this, so that a page, a mail and a log line stay readable. */
export const maximumTextLength = 5000;
export const maximumLineLength = 200;
/** RFC 5321: 64 + @ + 189 at most, 254 in all. */
export const maximumEmailLength = 254;

/** PostgreSQL cannot store U+0000, and other control characters only ever arrive by mistake or malice. */
const hasControlCharacters = (text: string) => /\p{Cc}/u.test(text);
const hasStrayControlCharacters = (text: string) => hasControlCharacters(text.replace(/[\t\n\r]/g, ""));

export const controlCharactersMessage = "Please remove invisible control characters";
export const invalidUrlMessage = "Invalid url";
export const invalidEmailMessage = "Please enter a valid email address.";

/** One line: a name, a company. */
export const lineSchema = z
  .string()
  .max(maximumLineLength, `Please use at most ${maximumLineLength} characters`)
  .refine((text) => !hasControlCharacters(text), controlCharactersMessage);

/** As many lines as people like. */
export const textSchema = z
  .string()
  .max(maximumTextLength, `Please use at most ${maximumTextLength} characters`)
  .refine((text) => !hasStrayControlCharacters(text), controlCharactersMessage);

/** An e-mail as the club stores it: trimmed and in lower case. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(maximumEmailLength, invalidEmailMessage)
  .pipe(z.email(invalidEmailMessage));

/** Whether a link that a member typed may be shown: http or https, with a host, and nothing else. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i.test(text) && !hasControlCharacters(text) && URL.canParse(text);
}

/** An optional link: a web address or nothing. */
export const webUrlSchema = z
  .string()
  .trim()
  .max(2000, invalidUrlMessage)
  .refine((text) => text === "" || isWebUrl(text), invalidUrlMessage);

/** What stands in the database for an optional field that was left empty. */
export const emptyToNull = (text: string | null | undefined): string | null => text?.trim() || null;
