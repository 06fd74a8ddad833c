// @vitest-environment happy-dom
import { generateJSON } from "@tiptap/core";
import { describe, expect, it } from "vitest";
import { richTextSchema } from "#shared/content/rich-text.ts";
import { richTextValues } from "#shared/content/rich-text-values.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { editorExtensions } from "./extensions.ts";
import { cleanPastedHtml, cleanPastedText, toRichText } from "./rich-text-editor.tsx";

interface Node {
  type: string;
  text?: string;
  content?: Node[];
}

const short: Record<string, string> = { paragraph: "p", orderedList: "ol", bulletList: "ul", listItem: "li" };

/** "ol(li(p(One)))" */
const outline = ({ type, text, content = [] }: Node): string =>
  text ?? (type === "hardBreak" ? "/" : `${short[type] ?? type}(${content.map(outline).join("")})`);

const extensions = editorExtensions(richTextValues(defaultClub));

function paste(html: string): string {
  const document = toRichText(generateJSON(cleanPastedHtml(html).html, extensions));
  return (richTextSchema.parse(document).content as Node[]).map(outline).join("");
}

const word = (level: number, mark: string, text: string, list = "l0", kind = "MsoListParagraph") =>
  `<p class=${kind} style='margin-left:36.0pt;mso-list:${list} level${level} lfo1'>` +
  `<span style='font-family:Symbol;mso-list:Ignore'>${mark}<span>&nbsp;&nbsp; </span></span>${text}</p>`;

describe("Lists that Word writes as paragraphs", () => {
  it.each<[string, string[], string]>([
    [
      "keep their levels",
      [
        word(1, "1.", "First"),
        word(2, "a.", "Sub"),
        word(3, "i.", "Deep"),
        word(2, "b.", "Next"),
        word(1, "2.", "Second"),
      ],
      "ol(li(p(First)ol(li(p(Sub)ol(li(p(Deep))))li(p(Next))))li(p(Second)))",
    ],
    [
      "are found in the style Normal",
      [word(1, "·", "One", "l0", "MsoNormal"), word(1, "·", "Two", "l0", "MsoNormal")],
      "ul(li(p(One))li(p(Two)))",
    ],
    [
      "have bullets in numbers",
      [word(1, "1.", "A"), word(2, "o", "B", "l1"), word(1, "2.", "C")],
      "ol(li(p(A)ul(li(p(B))))li(p(C)))",
    ],
    ["go on after a paragraph", [word(1, "1.", "A"), "<p>More</p>", word(1, "2.", "B")], "ol(li(p(A)p(More))li(p(B)))"],
    ["begin anew", [word(1, "1.", "A"), word(1, "1.", "B", "l1")], "ol(li(p(A)))ol(li(p(B)))"],
    [
      "keep as text the number that they would not show",
      [
        word(1, "1.", "A"),
        "<h2>Fees</h2>",
        word(1, "2.", "B"),
        word(2, "2.1", "C"),
        word(1, "(a)", "D", "l2"),
        word(1, "Section 3.", "E", "l3"),
      ],
      "ol(li(p(A)))heading(Fees)p(2. B)p(2.1 C)p((a) D)p(Section 3. E)",
    ],
    [
      "keep a clause under its item",
      [word(1, "1.", "A"), word(2, "1.1", "B"), word(2, "1.2", "C"), word(1, "2.", "D")],
      "ol(li(p(A)p(1.1 B)p(1.2 C))li(p(D)))",
    ],
  ])("Lists that Word writes as paragraphs %s", (_, paragraphs, expected) => {
    expect(paste(paragraphs.join(""))).toBe(expected);
  });
});

it("A list that goes on with a later number keeps the numbers as text", () => {
  expect(paste("<ol start=3><li><p>Three</p><ol><li>Sub</li></ol></li><li>Four</li></ol>")).toBe(
    "p(3. Three)ol(li(p(Sub)))p(4. Four)",
  );
});

it("A cell has one paragraph, whose lines are what the cell had", () => {
  const cells = [
    "<p>Year</p>",
    "<ul><li>one</li><li>two</li></ul>",
    "<ol><li>one</li><li><b>two</b></li></ol>",
    "<p>a</p><p>b<br>c</p>",
    "plain",
  ];
  const rows = cells.map((cell) => `<tr><td>${cell}</td></tr>`).join("");
  expect(paste(`<table>${rows}</table>`)).toBe(
    "table(tableRow(tableCell(p(Year)))tableRow(tableCell(p(one/two)))tableRow(tableCell(p(1. one/2. two)))" +
      "tableRow(tableCell(p(a/b/c)))tableRow(tableCell(p(plain))))",
  );
});

it.each([
  ["letters", "<ol type=a><li>A</li><li>B</li></ol>", "p(a. A)p(b. B)"],
  [
    "letters by style",
    "<ol><li style='list-style-type:lower-alpha'><p>A</p></li><li style='list-style-type:lower-alpha'>B</li></ol>",
    "p(a. A)p(b. B)",
  ],
  ["capital numerals", "<ol type=I start=4><li>A</li><li>B</li></ol>", "p(IV. A)p(V. B)"],
  ["a number of its own", "<ol><li>A</li><li value=5>B</li><li>C</li></ol>", "p(1. A)p(5. B)p(6. C)"],
  ["numbers downwards", "<ol reversed><li>A</li><li>B</li></ol>", "p(2. A)p(1. B)"],
  [
    "numbers below numbers",
    "<ol><li>A<ol style='list-style-type:decimal'><li>B</li></ol></li></ol>",
    "ol(li(p(A)p(1. B)))",
  ],
  [
    "letters below numbers",
    "<ol><li>A</li><ol type=a><li>B</li></ol><li>C</li></ol>",
    "ol(li(p(A)ol(li(p(B))))li(p(C)))",
  ],
])("A pasted list keeps %s", (_kind, html, expected) => {
  expect(paste(html)).toBe(expected);
});

it("The lists of Word Online, one for each item, keep their levels", () => {
  const item = (tag: string, level: number, place: number, text: string) =>
    `<div class="ListContainerWrapper"><${tag} start="${place}"><li data-listid="3" data-aria-level="${level}" data-aria-posinset="${place}"><p>${text}</p></li></${tag}></div>`;
  const [first, sub, second] = [item("ol", 1, 1, "A"), item("ol", 2, 1, "B"), item("ol", 1, 2, "C")];
  expect(paste(first + sub + second)).toBe("ol(li(p(A)ol(li(p(B))))li(p(C)))");
  expect(paste(item("ul", 1, 1, "A") + item("ul", 2, 1, "B"))).toBe("ul(li(p(A)ul(li(p(B)))))");
  expect(paste(item("ol", 1, 7, "A"))).toBe("p(7. A)");
});

it("A table with merged cells and short rows has as many cells in each row", () => {
  const rows = "<tr><th colspan=3>Head</th></tr><tr><td rowspan=2>A</td><td>B</td><td>C</td></tr><tr><td>D</td></tr>";
  expect(paste(`<table>${rows}</table>`)).toBe(
    "table(tableRow(tableHeader(p(Head))tableHeader(p())tableHeader(p()))" +
      "tableRow(tableCell(p(A))tableCell(p(B))tableCell(p(C)))tableRow(tableCell(p())tableCell(p(D))tableCell(p())))",
  );
});

it("A list of Word in a cell becomes lines", () => {
  expect(paste(`<table><tr><td>${word(1, "1.", "A")}${word(1, "2.", "B")}</td></tr></table>`)).toBe(
    "table(tableRow(tableCell(p(1. A/2. B))))",
  );
});

it("Separators of lines become line breaks, and marks that nobody sees are left out", () => {
  expect(paste("<p>One\u2028Two \u202aLTR\u202c \u200e\u2066x\u2069\u2029y</p>")).toBe("p(One/Two LTR x/y)");
  expect(cleanPastedText("One\u2028Two\vThree\u202e\n\tFour\u0007")).toBe("One\nTwo\nThree\n\tFour");
});

it("Pictures that are left out are counted, but not those of the club", () => {
  const own = '<figure data-file="01900000-0000-7000-8000-000000000000" data-alt="A"><img src="/api/files/1"></figure>';
  const { pictures } = cleanPastedHtml(
    `<p><img src="file:///C:/a.png">x<img src="data:image/png;base64,AA=="></p>${own}`,
  );
  expect(pictures).toBe(2);
});
