import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultClub } from "#shared/settings/club.ts";
import { richTextSchema } from "./rich-text.ts";
import { fillValues, headingsOf, plainTextOf, readingMinutes } from "./rich-text-outline.ts";
import { isLinkAddress } from "./rich-text-rules.ts";
import { richTextValues } from "./rich-text-values.ts";

const values = richTextValues(defaultClub);
const doc = (...content: object[]) => ({ type: "doc", content });
const text = (words: string, ...marks: object[]) =>
  marks.length > 0 ? { type: "text", text: words, marks } : { type: "text", text: words };
const paragraph = (...content: object[]) => ({ type: "paragraph", content });
const link = (href: unknown) => ({ type: "link", attrs: { href } });
const heading = (words: string) => ({ type: "heading", attrs: { level: 2 }, content: [text(words)] });
const cell = (words: string) => ({ type: "tableCell", content: [paragraph(text(words))] });
const row = (...content: object[]) => ({ type: "tableRow", content });

const messageFor = (value: unknown): string | undefined => {
  const { error } = richTextSchema.safeParse(value);
  expect(error?.issues.length ?? 0).toBeLessThan(2);
  return error?.issues[0]?.message;
};

it("A text with every kind of block is accepted and stays as it is", () => {
  const whole = doc(
    heading("Who may see offers"),
    paragraph(text("Read "), text("this", link("/hnwi-si"), { type: "bold" }), { type: "hardBreak" }, text("now")),
    { type: "paragraph" },
    { type: "note", content: [text("Checked in November 2026.")] },
    {
      type: "bulletList",
      content: [
        {
          type: "listItem",
          content: [
            paragraph(text("one")),
            { type: "orderedList", content: [{ type: "listItem", content: [paragraph(text("two"))] }] },
          ],
        },
      ],
    },
    { type: "blockquote", content: [paragraph(text("Said."))] },
    { type: "callout", attrs: { tone: "warning" }, content: [{ type: "value", attrs: { name: "risk_warning" } }] },
    {
      type: "table",
      content: [row({ ...cell("£1"), type: "tableHeader", attrs: { align: "right" } }), row(cell("2"))],
    },
    { type: "image", attrs: { fileId: "0190a3c2-0000-7000-8000-000000000000", alt: "A desk", caption: "Ours" } },
    { type: "figure", attrs: { name: "five-valuations" } },
    { type: "sources", content: [{ type: "listItem", content: [paragraph(text("GOV.UK"))] }] },
    { type: "operatorDetails" },
    { type: "horizontalRule" },
  );
  expect(richTextSchema.parse(structuredClone(whole))).toEqual(whole);
});

describe("A text with a block that cannot be saved", () => {
  it.each([
    [
      "Paragraph 2: a link begins with https://, mailto:, / or #.",
      doc(paragraph(text("a")), heading("b"), paragraph(text("c", link("javascript:alert(1)")))),
    ],
    [
      "Paragraph 1: a link begins with https://, mailto:, / or #.",
      doc(paragraph(text("c", link("data:text/html,<script>")))),
    ],
    [
      "Paragraph 1: has something in it that cannot be used here.",
      doc(paragraph({ ...text("a"), style: "color:red" })),
    ],
    ["Paragraph 1: has something in it that cannot be used here.", doc(paragraph(text("a", { type: "underline" })))],
    [
      "Paragraph 1: has something in it that cannot be used here.",
      doc(paragraph(text("a", { type: "bold" }, { type: "bold" }))),
    ],
    ["Paragraph 1: please remove invisible control characters.", doc(paragraph(text("a\u0000b")))],
    ["Paragraph 1: please remove invisible control characters.", doc(paragraph(text("a\ud800")))],
    [
      "Heading 1: has something in it that cannot be used here.",
      doc({ type: "heading", attrs: { level: 1 }, content: [] }),
    ],
    [
      "Block 2: has something in it that cannot be used here.",
      doc(paragraph(), { type: "iframe", attrs: { src: "/" } }),
    ],
    ["Block 1: has something in it that cannot be used here.", doc({ type: "__proto__" })],
    [
      "Picture 1: a picture needs words for those who do not see it.",
      doc({ type: "image", attrs: { fileId: "0190a3c2-0000-7000-8000-000000000000", alt: " " } }),
    ],
    [
      "Picture 1: has something in it that cannot be used here.",
      doc({ type: "image", attrs: { fileId: "https://evil.example/a.png", alt: "A" } }),
    ],
    [
      "Figure 1: has something in it that cannot be used here.",
      doc({ type: "figure", attrs: { name: "constructor" } }),
    ],
    [
      "Table 1: all rows of a table have the same number of columns.",
      doc({ type: "table", content: [row(cell("a")), row(cell("b"), cell("c"))] }),
    ],
    [
      "Table 1, row 2, column 1: a link begins with https://, mailto:, / or #.",
      doc({
        type: "table",
        content: [row(cell("a")), row({ ...cell("b"), content: [paragraph(text("b", link("//evil.example")))] })],
      }),
    ],
    [
      "List 1, item 2: has something in it that cannot be used here.",
      doc({
        type: "bulletList",
        content: [
          { type: "listItem", content: [paragraph()] },
          { type: "listItem", content: [] },
        ],
      }),
    ],
    ["This is not a text of the editor.", "<p>Text</p>"],
    ["This is not a text of the editor.", null],
    ["This is not a text of the editor.", { type: "doc" }],
  ])("The refusal of a text reads: %s", (message, value) => expect(messageFor(value)).toBe(message));
});

describe("A text that is too large, refused before its blocks are read", () => {
  const nested = (depth: number) => {
    let block: object = paragraph(text("deep"));
    for (let level = 0; level < depth; level += 1)
      block = { type: "bulletList", content: [{ type: "listItem", content: [paragraph(), block] }] };
    return doc(block);
  };

  const cases: Record<string, [() => unknown, string]> = {
    "10 MB of text": [() => doc(paragraph(text("a".repeat(10_000_000)))), "too long"],
    "10 MB where no text belongs": [() => doc({ type: "paragraph", style: "a".repeat(10_000_000) }), "too long"],
    "1,000,000 blocks": [
      () => ({ type: "doc", content: new Array(1_000_000).fill({ type: "horizontalRule" }) }),
      "too long",
    ],
    "blocks 10,000 deep": [() => nested(10_000), "too deep"],
    "lists 6 deep": [() => nested(6), "too deep"],
  };

  it.each(Object.keys(cases))("The refusal of a text that is too large: %s", (name) => {
    const [value, message] = cases[name] ?? [];
    expect(messageFor(value?.())).toContain(message);
  });

  it("A list in a list in a list is not refused as too deep", () => expect(messageFor(nested(3))).toBeUndefined());
});

it("Any JSON is answered with a document or one message", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      expect(messageFor(doc(value as object)) ?? "accepted").toBeTypeOf("string");
    }),
  );
});

it("A link that a browser would run, or that leaves the site unseen, is refused", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("javascript", "data", "vbscript", "blob", "file", "JaVaScRiPt", "\tjavascript", "java\nscript"),
      fc.string(),
      (scheme, rest) => !isLinkAddress(`${scheme}:${rest}`),
    ),
  );
  const refused = [
    "//evil.example",
    "/\\evil.example",
    "/a\\b",
    "https://",
    "https://a@b.example",
    "mailto:",
    "/a b",
    "",
    "#",
    "ftp://a.example",
  ];
  expect(refused.filter(isLinkAddress)).toEqual([]);
  const accepted = [
    "https://gov.uk/a?b#c",
    "http://a.example",
    "mailto:a@b.example",
    "/",
    "/hnwi-si#what-you-risk",
    "#top",
  ];
  expect(accepted.filter(isLinkAddress)).toEqual(accepted);
});

it("Headings get the addresses that they have had, and those with the same words get a number", () => {
  const whole = richTextSchema.parse(
    doc(heading("What’s at risk?"), heading("SEIS & EIS"), heading("What’s at risk?"), heading("SEIS & EIS 1")),
  );
  expect(headingsOf(whole, values).map(({ id }) => id)).toEqual([
    "whats-at-risk",
    "seis--eis",
    "whats-at-risk-1",
    "seis--eis-1",
  ]);
});

it("A text is turned into words, with the club's own values in place", () => {
  const whole = richTextSchema.parse(
    doc(
      heading("Contact"),
      paragraph(
        text("Write to "),
        { type: "value", attrs: { name: "address" } },
        text("."),
        { type: "hardBreak" },
        text("Soon."),
      ),
      { type: "table", content: [row(cell("a"), cell("b")), row(cell("c"), cell("d"))] },
      { type: "figure", attrs: { name: "five-valuations" } },
    ),
  );
  expect(plainTextOf(whole, values)).toBe(
    "Contact\n\nWrite to Kindling Club Ltd, 1 Sample Street, London, EC1A 1AA, United Kingdom.\nSoon.\n\na\tb\nc\td",
  );
  expect(fillValues("the {product} team of {nobody}", values)).toBe("the Kindling team of {nobody}");
  const orchard = { ...values, product: "The Orchard Club" };
  expect(fillValues("the {product} team", orchard)).toBe("the Orchard Club team");
  expect(fillValues("Does {product} invest too?", orchard)).toBe("Does The Orchard Club invest too?");
});

it("Reading minutes count what is read, not the sources", () => {
  const words = (count: number) => text("word ".repeat(count));
  const sources = { type: "sources", content: [{ type: "listItem", content: [paragraph(words(2000))] }] };
  expect(readingMinutes(richTextSchema.parse(doc(paragraph(words(700)), sources)), values)).toBe(3);
  expect(readingMinutes(richTextSchema.parse(doc()), values)).toBe(1);
});
