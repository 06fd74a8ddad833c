import { z } from "zod";
import {
  hasControlCharacters,
  hasDeceptiveCharacters,
  isWebUrl,
  maximumEmailLength,
  maximumLineLength,
  maximumTextLength,
} from "./text-rules.ts";

const hasStrayControlCharacters = (text: string) => hasControlCharacters(text.replace(/[\t\n\r]/g, ""));

const controlCharactersMessage = "Please remove invisible control characters";
/** Of a profile's links. */
export const invalidUrlMessage = "Invalid url";
const webAddressMessage = "Please enter a web address that begins with https://";
export const invalidEmailMessage = "Please enter a valid email address.";

export const lineUpTo = (length: number) =>
  z
    .string()
    .max(length, `Please use at most ${length} characters`)
    .refine((text) => !hasControlCharacters(text) && !hasDeceptiveCharacters(text), controlCharactersMessage);

/** One line: a name, a company. */
export const lineSchema = lineUpTo(maximumLineLength);

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

const optionalWebUrl = (message: string) =>
  z
    .string()
    .trim()
    .max(2000, message)
    .refine((text) => text === "" || isWebUrl(text), message);

/** A member's link, or nothing. */
export const webUrlSchema = optionalWebUrl(invalidUrlMessage);
/** A link of the club, or nothing. */
export const webAddressSchema = optionalWebUrl(webAddressMessage);

/** The database's value for an optional field that was left empty. */
export const emptyToNull = (text: string | null | undefined): string | null => text?.trim() || null;
