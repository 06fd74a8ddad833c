import type { RichTextBlock, RichTextDocument, RichTextInline } from "#shared/content/rich-text.ts";
import { isWebUrl } from "#shared/text-rules.ts";
import { type MessageKind, messageMessages } from "./message-words.ts";

/** What is written `{first_name}` or `{first_name|there}` in a message. No amounts of money or wealth. */
export const messageFields = [
  "first_name",
  "full_name",
  "tier",
  "tier_until",
  "event_title",
  "event_when",
  "company_name",
] as const;
export type MessageField = (typeof messageFields)[number];
export type FieldValues = Readonly<Partial<Record<MessageField, string | null>>>;

const field = /\{([^{}|]*)(?:\|([^{}|]*))?\}/g;

/** @returns the first that no message has; undefined where all are known. */
export const unknownFieldIn = (text: string): string | undefined =>
  fieldsIn(text).find((name) => !(messageFields as readonly string[]).includes(name));

export const fieldsIn = (text: string): string[] => [...text.matchAll(field)].map(([, name = ""]) => name.trim());

/** Without a value the words after the bar stand, and without these nothing, or "there" for a first name. */
export const fillFields = (text: string, values: FieldValues): string =>
  text.replace(field, (whole, name: string, fallback?: string) => {
    const known = name.trim() as MessageField;
    if (!messageFields.includes(known)) return whole;
    const value = values[known]?.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
    return value || (fallback ?? (known === "first_name" ? "there" : ""));
  });

/**
 * The text as typed: an empty line between paragraphs, "- " or "1. " before the items of a list, web addresses, and
 * [words](https://…) for a link. Values are filled in afterwards, as plain text: a name cannot make a link or a list.
 */
export function toRichText(typed: string, values: FieldValues = {}): RichTextDocument {
  const parts = typed.replaceAll(/\r\n?/g, "\n").split(/\n[ \t]*\n+/);
  return { type: "doc", content: parts.flatMap((part) => toBlock(part.trim(), values)) };
}

function toBlock(part: string, values: FieldValues): RichTextBlock[] {
  if (part === "") return [];
  const lines = part.split("\n").map((line) => line.trim());
  for (const [type, mark] of lists) {
    if (!lines.every((line) => mark.test(line))) continue;
    const items = lines.map((line) => ({
      type: "listItem" as const,
      content: [{ type: "paragraph" as const, content: inlines(line.replace(mark, ""), values) }],
    }));
    return [{ type, content: items }];
  }
  const content = lines.flatMap((line, index) => [
    ...(index === 0 ? [] : [{ type: "hardBreak" as const }]),
    ...inlines(line, values),
  ]);
  return [{ type: "paragraph", content }];
}

const lists = [
  ["bulletList", /^[-•]\s+/],
  ["orderedList", /^\d{1,2}[.)]\s+/],
] as const;

const link = /\[([^[\]]+)\]\((https?:\/\/[^\s()]+)\)|https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g;

function inlines(line: string, values: FieldValues): RichTextInline[] {
  const nodes: RichTextInline[] = [];
  let end = 0;
  const add = (text: string, href?: string) => {
    const filled = fillFields(text, values);
    if (filled === "") return;
    const marks = href !== undefined && isWebUrl(href) ? [{ type: "link" as const, attrs: { href } }] : undefined;
    nodes.push(marks ? { type: "text", text: filled, marks } : { type: "text", text: filled });
  };
  for (const match of line.matchAll(link)) {
    add(line.slice(end, match.index));
    add(match[1] ?? match[0], match[2] ?? match[0]);
    end = match.index + match[0].length;
  }
  add(line.slice(end));
  return nodes;
}

interface Written {
  kind: MessageKind;
  subject: string;
  text: string;
}

/** What an admin may paste into a chat group, where nobody knows who reads: of an offer only that there is news. */
export const chatText = ({ kind, subject, text }: Written): string =>
  kind === "offer" ? messageMessages.neutral : `${fillFields(subject, {})}\n\n${fillFields(text, {})}`;
