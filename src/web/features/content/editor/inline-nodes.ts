import { Mark, Node } from "@tiptap/core";
import { inRunningText } from "#shared/content/rich-text-outline.ts";
import { type RichTextValueName, type RichTextValues, richTextValueNames } from "#shared/content/rich-text-rules.ts";

export const inlineNodes = (values: RichTextValues) => [superscript, clubValue(values)];

const superscript = Mark.create({
  name: "superscript",
  parseHTML: () => [{ tag: "sup" }],
  renderHTML: () => ["sup", 0],
});

const clubValue = (values: RichTextValues) =>
  Node.create({
    name: "value",
    group: "inline",
    inline: true,
    atom: true,
    addAttributes: () => ({
      name: {
        default: null,
        parseHTML: (element) => element.dataset.value,
        renderHTML: ({ name }) => ({ "data-value": name }),
      },
    }),
    parseHTML: () => [
      {
        tag: "span[data-value]",
        getAttrs: (element) => isValueName(element.dataset.value) && null,
      },
    ],
    renderHTML: ({ node, HTMLAttributes }) => [
      "span",
      { ...HTMLAttributes, class: "club-value" },
      inRunningText(values[node.attrs.name as RichTextValueName]),
    ],
    renderText: ({ node }) => inRunningText(values[node.attrs.name as RichTextValueName]),
  });

const isValueName = (name: string | undefined): boolean => richTextValueNames.some((each) => each === name);
