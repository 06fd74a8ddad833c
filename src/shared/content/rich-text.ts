import { z } from "zod";
import { contentPictureSidePx } from "#shared/pictures/picture-rules.ts";
import { blockNames, richTextMessages as messages } from "./rich-text-messages.ts";
import {
  calloutTones,
  figureNames,
  isLinkAddress,
  isPlainText,
  richTextLimits as limits,
  richTextValueNames,
} from "./rich-text-rules.ts";

const plainText = z.string().refine(isPlainText, messages.invisibleCharacters);

const markSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("bold") }),
  z.strictObject({ type: z.literal("italic") }),
  z.strictObject({ type: z.literal("code") }),
  z.strictObject({ type: z.literal("superscript") }),
  z.strictObject({
    type: z.literal("link"),
    attrs: z.strictObject({
      href: plainText.max(limits.addressLength, messages.link).refine(isLinkAddress, messages.link),
    }),
  }),
]);

const marks = z
  .array(markSchema)
  .max(markSchema.options.length)
  .refine((list) => new Set(list.map(({ type }) => type)).size === list.length)
  .optional();

const inlineSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: plainText.min(1), marks }),
  z.strictObject({ type: z.literal("hardBreak"), marks }),
  z.strictObject({
    type: z.literal("value"),
    attrs: z.strictObject({ name: z.enum(richTextValueNames) }),
    marks,
  }),
]);

const content = z.array(inlineSchema).optional();

const paragraphSchema = z.strictObject({ type: z.literal("paragraph"), content });

export const listItemSchema = z
  .strictObject({
    type: z.literal("listItem"),
    get content() {
      return z
        .array(z.discriminatedUnion("type", [paragraphSchema, bulletListSchema, orderedListSchema]))
        .refine(([first]) => first?.type === "paragraph");
    },
  })
  .meta({ id: "ListItem" });
export const bulletListSchema = z
  .strictObject({
    type: z.literal("bulletList"),
    content: z.array(listItemSchema).min(1),
  })
  .meta({ id: "BulletList" });
export const orderedListSchema = z
  .strictObject({
    type: z.literal("orderedList"),
    content: z.array(listItemSchema).min(1),
  })
  .meta({ id: "OrderedList" });

const cellOf = <Type extends "tableCell" | "tableHeader">(type: Type) =>
  z.strictObject({
    type: z.literal(type),
    attrs: z.strictObject({ align: z.literal("right") }).optional(),
    content: z.array(paragraphSchema).length(1),
  });

const rowSchema = z.strictObject({
  type: z.literal("tableRow"),
  content: z
    .array(z.discriminatedUnion("type", [cellOf("tableCell"), cellOf("tableHeader")]))
    .min(1)
    .max(limits.tableColumns, messages.tableSize),
});

const tableSchema = z.strictObject({
  type: z.literal("table"),
  content: z
    .array(rowSchema)
    .min(1)
    .max(limits.tableRows, messages.tableSize)
    .refine((rows) => new Set(rows.map((row) => row.content.length)).size === 1, messages.unevenRows),
});

const pixels = z.number().int().min(1).max(contentPictureSidePx).optional();

const imageSchema = z.strictObject({
  type: z.literal("image"),
  attrs: z.strictObject({
    fileId: z.uuid(),
    alt: plainText.trim().min(1, messages.alt).max(limits.altLength, messages.altLength),
    caption: plainText.max(limits.captionLength, messages.captionLength).optional(),
    /** Pixels: its place is kept while it loads. */
    width: pixels,
    height: pixels,
  }),
});

const blockSchema = z.discriminatedUnion("type", [
  paragraphSchema,
  z.strictObject({ type: z.literal("note"), content }),
  z.strictObject({
    type: z.literal("heading"),
    attrs: z.strictObject({ level: z.union([z.literal(2), z.literal(3)]) }),
    content,
  }),
  bulletListSchema,
  orderedListSchema,
  z.strictObject({ type: z.literal("blockquote"), content: z.array(paragraphSchema).min(1) }),
  z.strictObject({ type: z.literal("callout"), attrs: z.strictObject({ tone: z.enum(calloutTones) }), content }),
  tableSchema,
  imageSchema,
  z.strictObject({ type: z.literal("figure"), attrs: z.strictObject({ name: z.enum(figureNames) }) }),
  z.strictObject({ type: z.literal("sources"), content: z.array(listItemSchema).min(1) }),
  z.strictObject({ type: z.literal("operatorDetails") }),
  z.strictObject({ type: z.literal("horizontalRule") }),
]);

/** The shape alone; what is sent is checked by `richTextSchema`. */
export const richTextDocumentSchema = z
  .strictObject({ type: z.literal("doc"), content: z.array(blockSchema) })
  .meta({ id: "RichTextDocument" });

export type RichTextMark = z.infer<typeof markSchema>;
export type RichTextInline = z.infer<typeof inlineSchema>;
export type RichTextListItem = z.infer<typeof listItemSchema>;
export type RichTextBlock = z.infer<typeof blockSchema>;
export type RichTextDocument = z.infer<typeof richTextDocumentSchema>;

/** A text of the editor. One issue at most, whose message names the block it is about. */
export const richTextSchema = z.unknown().transform((value, context): RichTextDocument => {
  const refuse = (message: string) => {
    context.issues.push({ code: "custom", message, input: value });
    return z.NEVER;
  };
  const problem = sizeProblem(value);
  if (problem) return refuse(problem);
  const { data, error } = richTextDocumentSchema.safeParse(value);
  return data ?? refuse(describeIssue(value, error.issues[0]));
});

/** Walks without recursion and stops at a limit, before a schema would go as deep as the text does. */
function sizeProblem(value: unknown): string | undefined {
  const open: { part: unknown; depth: number }[] = [{ part: value, depth: 0 }];
  let nodes = 0;
  let textLength = 0;
  let characters = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { part, depth } = next;
    if (typeof part === "string") characters += part.length;
    if (typeof part !== "object" || part === null) continue;
    if (Array.isArray(part)) {
      if (part.length > limits.nodes) return messages.tooLong;
      for (const each of part) open.push({ part: each, depth });
      continue;
    }
    nodes += 1;
    if ("text" in part && typeof part.text === "string") textLength += part.text.length;
    if (nodes > limits.nodes || textLength > limits.textLength || characters > limits.characters)
      return messages.tooLong;
    // A node, and its attributes or marks.
    if (depth > limits.depth + 1) return messages.tooDeep;
    for (const each of Object.values(part)) open.push({ part: each, depth: depth + 1 });
  }
  return textLength > limits.textLength || characters > limits.characters ? messages.tooLong : undefined;
}

function describeIssue(value: unknown, issue: z.core.$ZodIssue | undefined): string {
  const [, index, ...inside] = issue?.path ?? [];
  const blocks = (value as { content?: { type?: string }[] } | null)?.content;
  if (!Array.isArray(blocks) || typeof index !== "number") return messages.notText;
  return `${placeOf(blocks, index, inside)}: ${ownMessages.has(issue?.message) ? issue?.message : messages.unknown}`;
}

const ownMessages = new Set<string | undefined>(Object.values(messages));

function placeOf(blocks: { type?: string }[], index: number, inside: PropertyKey[]): string {
  const name = nameOf(blocks[index]);
  if (!name) return `Block ${index + 1}`;
  const nth = blocks.slice(0, index + 1).filter((block) => nameOf(block) === name).length;
  const [, row, , column] = inside;
  if (name === "Table" && typeof row === "number") {
    return `Table ${nth}, row ${row + 1}${typeof column === "number" ? `, column ${column + 1}` : ""}`;
  }
  const isList = name === "List" || name === "Sources";
  return isList && typeof row === "number" ? `${name} ${nth}, item ${row + 1}` : `${name} ${nth}`;
}

const nameOf = (block: { type?: string } | undefined): string | undefined =>
  Object.hasOwn(blockNames, block?.type ?? "") ? blockNames[block?.type ?? ""] : undefined;
