import { getSchema } from "@tiptap/core";
import { expect, it } from "vitest";
import { richTextSchema } from "#shared/content/rich-text.ts";
import { richTextValues } from "#shared/content/rich-text-values.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { editorExtensions } from "./extensions.ts";
import { toRichText } from "./rich-text-editor.tsx";

const schema = getSchema(editorExtensions(richTextValues(defaultClub)));

/** Returns the document as if it was opened and saved without a change. */
const throughEditor = (document: unknown) => {
  const node = schema.nodeFromJSON(document);
  node.check();
  return toRichText(node.toJSON());
};

interface StarterItem {
  slug: string;
  content: { body?: unknown; answer?: unknown };
}

const files = import.meta.glob<{ default: StarterItem | StarterItem[] }>(
  "/src/server/features/content/starter/*.json",
  {
    eager: true,
  },
);
const texts = Object.values(files)
  .flatMap((file) => file.default)
  .flatMap(({ slug, content }) => [content.body ?? content.answer ?? []].flat().map((text) => ({ slug, text })));

it("The starter content is read", () => expect(texts.length).toBeGreaterThan(40));

it.each(texts)("The text of $slug comes back from the editor as it was", ({ text }) => {
  expect(throughEditor(text)).toEqual(text);
});

const paragraph = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });

it("A picture, a quote of two paragraphs and nested lists come back from the editor, and the server accepts them", () => {
  const item = (...content: object[]) => ({ type: "listItem", content });
  const whole = {
    type: "doc",
    content: [
      { type: "image", attrs: { fileId: "0190a3c2-0000-7000-8000-000000000000", alt: "A desk" } },
      {
        type: "image",
        attrs: { fileId: "0190a3c2-0000-7000-8000-000000000001", alt: "A room", width: 1600, height: 900 },
      },
      { type: "blockquote", content: [paragraph("One."), paragraph("Two.")] },
      { type: "bulletList", content: [item(paragraph("a"), { type: "orderedList", content: [item(paragraph("b"))] })] },
      { type: "callout", attrs: { tone: "info" } },
      { type: "horizontalRule" },
    ],
  };
  expect(throughEditor(whole)).toEqual(whole);
  expect(richTextSchema.parse(whole)).toEqual(whole);
});

it("The editor's empty last paragraph, which is there for the cursor, is left out", () => {
  const content = [{ type: "horizontalRule" }, { type: "paragraph" }];
  expect(throughEditor({ type: "doc", content })).toEqual({ type: "doc", content: [{ type: "horizontalRule" }] });
});
