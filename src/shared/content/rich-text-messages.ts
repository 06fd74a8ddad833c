import { withCommas } from "#shared/pence.ts";
import { richTextLimits as limits } from "./rich-text-rules.ts";

export const richTextMessages = {
  notText: "This is not a text of the editor.",
  tooLong: `This text is too long: please use at most ${withCommas(limits.textLength)} characters.`,
  tooDeep: "This text has lists or other blocks too deep inside one another.",
  unknown: "has something in it that cannot be used here.",
  invisibleCharacters: "please remove invisible control characters.",
  link: "a link begins with https://, mailto:, / or #.",
  alt: "a picture needs words for those who do not see it.",
  altLength: `please use at most ${limits.altLength} characters to say what the picture shows.`,
  captionLength: `please use at most ${limits.captionLength} characters below a picture.`,
  unevenRows: "all rows of a table have the same number of columns.",
  tableSize: `a table has at most ${limits.tableRows} rows and ${limits.tableColumns} columns.`,
} as const;

/** People call each block by these names; "Paragraph 3" is the third of them. */
export const blockNames: Record<string, string> = {
  paragraph: "Paragraph",
  note: "Note",
  heading: "Heading",
  bulletList: "List",
  orderedList: "List",
  blockquote: "Quote",
  callout: "Callout",
  table: "Table",
  image: "Picture",
  figure: "Figure",
  sources: "Sources",
  operatorDetails: "Operator’s details",
  horizontalRule: "Line",
};
