import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import { expect, it } from "vitest";
import { type RichTextDocument, richTextSchema } from "#shared/content/rich-text.ts";
import { figureNames, richTextValueNames } from "#shared/content/rich-text-rules.ts";
import { richTextValues } from "#shared/content/rich-text-values.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { tries } from "#tests/support/tries.ts";
import { RichText } from "./rich-text.tsx";

const markup = (document: RichTextDocument): string =>
  renderToStaticMarkup(
    <StaticRouter location="/">
      <RichText document={document} values={richTextValues(defaultClub)} />
    </StaticRouter>,
  );

const shown = (...content: object[]): string => markup(richTextSchema.parse({ type: "doc", content }));
const text = (words: string, ...marks: object[]) =>
  marks.length > 0 ? { type: "text", text: words, marks } : { type: "text", text: words };
const paragraph = (...content: object[]) => ({ type: "paragraph", content });
const link = (href: string) => ({ type: "link", attrs: { href } });

it("Text is shown as text, whatever it looks like", () => {
  expect(shown(paragraph(text("<script>alert(1)</script> & **bold**")))).toBe(
    "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; **bold**</p>",
  );
});

it("A link that is partly bold stays one link, and opens other sites in a new tab", () => {
  const href = "https://gov.uk/seis";
  expect(shown(paragraph(text("See "), text("the ", link(href)), text("rules", link(href), { type: "bold" })))).toBe(
    '<p>See <a href="https://gov.uk/seis" target="_blank" rel="noopener noreferrer" class="inline-link">the <strong>rules</strong><span class="sr-only"> (opens in a new tab)</span></a></p>',
  );
});

it("Values of the club are shown, an e-mail address as a link", () => {
  const value = (name: string) => ({ type: "value", attrs: { name } });
  expect(shown(paragraph(value("transfer_window"), text(", "), value("contact_email")))).toBe(
    '<p>48 hours, <a href="mailto:contact@kindling.example" class="inline-link">contact@kindling.example</a></p>',
  );
});

it("A first row of headers is the table's head, and each header has its scope", () => {
  const cell = (type: string, words: string, attrs?: object) => ({
    type,
    content: [paragraph(text(words))],
    ...(attrs && { attrs }),
  });
  const row = (...content: object[]) => ({ type: "tableRow", content });
  const right = { align: "right" };
  expect(
    shown({
      type: "table",
      content: [
        row(cell("tableHeader", "Plan"), cell("tableHeader", "Fee", right)),
        row(cell("tableHeader", "Trial"), cell("tableCell", "12.5%", right)),
      ],
    }),
  ).toBe(
    '<table><thead><tr><th scope="col">Plan</th><th scope="col" class="is-right">Fee</th></tr></thead>' +
      '<tbody><tr><th scope="row">Trial</th><td class="is-right">12.5%</td></tr></tbody></table>',
  );
});

it("An empty header cell is no header", () => {
  const header = (...words: object[]) => ({ type: "tableHeader", content: [paragraph(...words)] });
  const corner = { type: "tableRow", content: [header(), header(text("Fee"))] };
  expect(shown({ type: "table", content: [corner] })).toBe(
    '<table><thead><tr><td></td><th scope="col">Fee</th></tr></thead></table>',
  );
});

it("A picture is loaded from this site alone, into a place of its size", () => {
  const attrs = { fileId: "0190a3c2-0000-7000-8000-000000000000", alt: "A desk", width: 1600, height: 900 };
  expect(shown({ type: "image", attrs })).toBe(
    '<figure><img src="/api/files/0190a3c2-0000-7000-8000-000000000000" alt="A desk" width="1600" height="900" loading="lazy" decoding="async"/></figure>',
  );
});

/** Texts as an attacker would send them: mostly of the right shape, with wrong parts in places. */
const words = fc.oneof(
  fc.string(),
  fc.constantFrom("<img src=x onerror=alert(1)>", "\u0000", "]]>", "{product}", "\ud800"),
);
const href = fc.oneof(
  fc.webUrl(),
  fc.string(),
  fc.constantFrom("/hnwi-si", "#top", "javascript:alert(1)", "data:text/html,x", "//evil.example", "/\\evil.example"),
);
const mark = fc.oneof(
  fc.record({ type: fc.constantFrom("bold", "italic", "code", "superscript", "underline") }),
  fc.record({ type: fc.constant("link"), attrs: fc.record({ href }) }),
);
const inline = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant("text"), text: words, marks: fc.array(mark, { maxLength: 2 }) }),
  },
  fc.record({ type: fc.constantFrom("hardBreak", "script") }),
  fc.record({
    type: fc.constant("value"),
    attrs: fc.record({ name: fc.constantFrom(...richTextValueNames, "toString") }),
  }),
);
const content = fc.array(inline, { maxLength: 3 });
const { block } = fc.letrec<{ block: object; item: object }>((tie) => ({
  item: fc.record({ type: fc.constant("listItem"), content: fc.array(tie("block"), { maxLength: 2 }) }),
  block: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 4, arbitrary: fc.record({ type: fc.constantFrom("paragraph", "note"), content }) },
    fc.record({ type: fc.constant("heading"), attrs: fc.record({ level: fc.constantFrom(1, 2, 3) }), content }),
    fc.record({
      type: fc.constant("callout"),
      attrs: fc.record({ tone: fc.constantFrom("info", "warning", "error") }),
      content,
    }),
    fc.record({
      type: fc.constant("figure"),
      attrs: fc.record({ name: fc.constantFrom(...figureNames, "__proto__") }),
    }),
    fc.record({ type: fc.constant("image"), attrs: fc.record({ fileId: fc.oneof(fc.uuid(), href), alt: words }) }),
    fc.record({
      type: fc.constantFrom("bulletList", "orderedList", "sources"),
      content: fc.array(tie("item"), { minLength: 1, maxLength: 2 }),
    }),
    fc.record({ type: fc.constant("blockquote"), content: fc.array(tie("block"), { maxLength: 2 }) }),
    fc.record({ type: fc.constantFrom("horizontalRule", "operatorDetails", "iframe", "html") }),
  ),
}));

it("Every text that is accepted is rendered without anything that runs or loads from elsewhere", () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 2 }), (blocks) => {
      const { data } = richTextSchema.safeParse({ type: "doc", content: blocks });
      if (!data) return;
      accepted += 1;
      const tags = markup(data).match(/<[^>]*>/g) ?? [];
      for (const tag of tags) {
        expect(tag).not.toMatch(/^<(script|iframe|object|embed|form|style|link|meta)\b/i);
        expect(tag.replace(/"[^"]*"/g, "")).not.toMatch(/\s(on\w+|srcset)=/i);
        expect(tag.match(/\bsrc="([^"]*)"/)?.[1] ?? "/api/files/").toMatch(/^\/api\/files\//);
        expect(tag.match(/\bhref="([^"]*)"/)?.[1] ?? "/").toMatch(/^(https?:|mailto:|\/(?![/\\])|#|\/$)/i);
      }
    }),
    { numRuns: tries(10_000) },
  );
  expect(accepted).toBeGreaterThan(50);
});
