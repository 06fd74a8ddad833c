import { z } from "zod";
import {
  hasControlCharacters,
  isWebUrl,
  maximumEmailLength,
  maximumLineLength,
  maximumTextLength,
  trimInvisible,
} from "./text-rules.ts";

const hasStrayControlCharacters = (text: string) => hasControlCharacters(text.replace(/[\t\n\r]/g, ""));

const controlCharactersMessage = "Please remove invisible control characters";
export const invalidUrlMessage = "Invalid url";
const webAddressMessage = "Please enter a web address that begins with https://";
export const invalidEmailMessage = "Please enter a valid email address.";

export const lineUpTo = (length: number) =>
  z
    .string()
    .overwrite(withoutMarks)
    .max(length, `Please use at most ${length} characters`)
    .refine((text) => !hasControlCharacters(text), controlCharactersMessage);

/**
 * Names and lines from web pages, chats and spreadsheets have marks in and around them that nobody sees and a phone cannot delete;
 * those that turn the direction could spoof a name. Spaces at the edges are left to each field.
 */
function withoutMarks(text: string): string {
  const spaced = text.replace(/[\t\p{Zl}\p{Zp}]/gu, " ");
  const trimmed = trimInvisible(spaced);
  const kept = trimmed === spaced.trim() ? spaced : trimmed;
  return kept.replace(/[\p{Bidi_Control}\u200B\u2060\uFEFF\u00AD]/gu, "");
}

/** One line: a name, a company. */
export const lineSchema = lineUpTo(maximumLineLength);

/** Of a person, as pages show it: one space between two words, also where a list or a phone has several. */
export const nameSchema = lineSchema.overwrite((name) => name.trim().replaceAll(/\s+/gu, " "));

/** The text may have as many lines as people like. A word processor's break of a line or a page is one. */
export const textUpTo = (length: number) =>
  z
    .string()
    .overwrite((text) => text.replace(/[\v\f]/g, "\n"))
    .max(length, `Please use at most ${length} characters`)
    .refine((text) => !hasStrayControlCharacters(text), controlCharactersMessage);

export const textSchema = textUpTo(maximumTextLength);

/**
 * As mail has it (RFC 5321): any characters of an atom, of which the part before the @ has 64 at most, and a domain of labels.
 * Quoted parts and addresses without a domain's dot are left out: nobody's mailbox has one.
 */
const mailAddress =
  /^(?=[^@]{1,64}@)[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,58}[a-z\d])$/;

/** An e-mail as the club stores it: without a name around it, trimmed, in lower case, its domain as mail servers know it. */
export const emailSchema = z
  .string()
  .overwrite(addressOfMailbox)
  .overwrite(trimInvisible)
  .toLowerCase()
  .overwrite(withAsciiDomain)
  .max(maximumEmailLength, invalidEmailMessage)
  .pipe(z.email({ pattern: mailAddress, error: invalidEmailMessage }));

/** `"Rowe, Ada" <ada@rowe.example>;`, "mailto:ada@rowe.example" and "ada@rowe.example," as they are pasted. */
function addressOfMailbox(text: string): string {
  const pasted = trimInvisible(text).replace(/[;,]$/, "");
  const [, address = pasted] = /^[^<>]*<\s*([^<>]*?)\s*>$/.exec(pasted) ?? [];
  return address.replace(/^mailto:/i, "");
}

/** "user@münchen.example" as "user@xn--mnchen-3ya.example". */
function withAsciiDomain(address: string): string {
  const [, local = "", domain = ""] = /^([^@]+)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(address) ?? [];
  if (/^[\x20-\x7e]*$/.test(domain)) return address;
  const url = `https://${domain}`;
  return URL.canParse(url) ? `${local}@${new URL(url).hostname}` : address;
}

const optionalWebUrl = (message: string, complete = (text: string) => text) =>
  z
    .string()
    .trim()
    .overwrite(complete)
    .max(2000, message)
    .refine((text) => text === "" || isWebUrl(text), message);

/** A member's link, or nothing. */
export const webUrlSchema = optionalWebUrl(invalidUrlMessage);
/** "club.example/about" as "https://club.example/about". */
const completeAddress = (text: string): string =>
  /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:].*)?$/u.test(text) ? `https://${text}` : text;

/** A link of the club, or nothing. As people write it: "www.club.example" and "club.example" are one too. */
export const webAddressSchema = optionalWebUrl(webAddressMessage, completeAddress);

/** The database's value for an optional field that was left empty. */
export const emptyToNull = (text: string | null | undefined): string | null => text?.trim() || null;
