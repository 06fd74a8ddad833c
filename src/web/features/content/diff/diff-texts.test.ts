import { expect, it } from "vitest";
import { type RichTextDocument, richTextSchema } from "#shared/content/rich-text.ts";
import { richTextValues } from "#shared/content/rich-text-values.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { changeCount, diffTexts, inLines } from "../content-difference.tsx";

const names = new Map([
  ["0190a3c2-0000-7000-8000-000000000001", "desk.jpg"],
  ["0190a3c2-0000-7000-8000-000000000002", "desk-2.jpg"],
]);
const values = { ...richTextValues(defaultClub), fileNames: names };
const text = (words: string, href?: string) => ({
  type: "text",
  text: words,
  ...(href && { marks: [{ type: "link", attrs: { href } }] }),
});
const paragraph = (...content: object[]) => ({ type: "paragraph", content });
const doc = (...content: object[]): RichTextDocument => richTextSchema.parse({ type: "doc", content });
const diff = (before: object[], after: object[]) => diffTexts(doc(...before), doc(...after), values);

const relief = "off your Income Tax bill. A fee on top buys no shares, so it earns none.";

it("A difference shows the words that changed in a block, and a block that is new", () => {
  const changes = diff(
    [paragraph(text("First.")), paragraph(text(`Put £10,000 into SEIS shares and £5,000 comes ${relief}`))],
    [
      paragraph(text("First.")),
      paragraph(text(`Put £10,000 into SEIS shares and up to £5,000 may come ${relief}`)),
      paragraph(text("If you break the rules, it goes back.")),
    ],
  );
  expect(changes).toEqual([
    { kind: "same", count: 1 },
    {
      kind: "changed",
      name: "Paragraph",
      words: [
        { text: "Put £10,000 into SEIS shares and " },
        { text: "up to ", change: "added" },
        { text: "£5,000 " },
        { text: "comes ", change: "removed" },
        { text: "may come ", change: "added" },
        { text: relief },
      ],
    },
    { kind: "added", name: "Paragraph", words: [{ text: "If you break the rules, it goes back.", change: "added" }] },
  ]);
  expect(changeCount(changes)).toBe(2);
});

it("A block that moved past another stays readable: removed here, added there", () => {
  const [a, b] = [paragraph(text("Alpha beta gamma.")), paragraph(text("Delta epsilon zeta."))];
  expect(diff([a, b], [b, a]).map((change) => change.kind)).toEqual(["removed", "same", "added"]);
});

it("A block of other words is shown as removed and added, not as a mix of both", () => {
  const kinds = diff([paragraph(text("Nothing is owed."))], [paragraph(text("Every member pays once a year."))]);
  expect(kinds.map((change) => change.kind)).toEqual(["added", "removed"]);
});

it("A link's target is shown where only that changed", () => {
  const [change] = diff([paragraph(text("Read the rules", "/terms"))], [paragraph(text("Read the rules", "/privacy"))]);
  expect(change).toEqual({
    kind: "changed",
    name: "Paragraph",
    words: [
      { text: "Read the rules " },
      { text: "[/terms]", change: "removed" },
      { text: "[/privacy]", change: "added" },
    ],
  });
});

it("A picture that took the place of one with the same words is shown as a change", () => {
  const image = (last: string) => ({
    type: "image",
    attrs: { fileId: `0190a3c2-0000-7000-8000-00000000000${last}`, alt: "Two founders at a desk, seen from behind" },
  });
  expect(diff([image("1")], [image("2")])).toEqual([
    {
      kind: "changed",
      name: "Picture",
      words: [
        { text: "Two founders at a desk, seen from behind\nPicture: " },
        { text: "desk.jpg", change: "removed" },
        { text: "desk-2.jpg", change: "added" },
      ],
    },
  ]);
});

it("A file is named, in a picture's field and in a list of documents, and never by its address", () => {
  const url = "/api/files/0190a3c2-0000-7000-8000-000000000001";
  expect(inLines(url, names)).toBe("desk.jpg");
  expect(inLines([{ name: "Our desk", url }], names)).toBe("Our desk\ndesk.jpg");
  expect(inLines("/logos/loxa.svg", names)).toBe("loxa.svg");
  expect(inLines(url, new Map())).toBe("a file without a name");
});

it("A change of a heading's level is reported, though its words are the same", () => {
  const heading = (level: number) => ({ type: "heading", attrs: { level }, content: [text("Risks")] });
  expect(diff([heading(2)], [heading(3)])).toEqual([{ kind: "changed", name: "Heading", words: [{ text: "Risks" }] }]);
});

it("Tables are compared by their cells", () => {
  const table = (fee: string) => ({
    type: "table",
    content: [
      {
        type: "tableRow",
        content: ["Trial membership", fee].map((words) => ({ type: "tableCell", content: [paragraph(text(words))] })),
      },
    ],
  });
  expect(diff([table("12.5%")], [table("10%")])).toEqual([
    {
      kind: "changed",
      name: "Table",
      words: [{ text: "Trial membership | " }, { text: "12.5%", change: "removed" }, { text: "10%", change: "added" }],
    },
  ]);
});

it("Another order of keys, as the database returns them, is no change", () => {
  const before = doc(paragraph(text("Same.")));
  const after = richTextSchema.parse({
    content: [{ content: [{ text: "Same.", type: "text" }], type: "paragraph" }],
    type: "doc",
  });
  expect(diffTexts(before, after, values)).toEqual([{ kind: "same", count: 1 }]);
  expect(diffTexts(doc(), doc(), values)).toEqual([]);
});
