import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { type RichTextDocument, richTextSchema } from "#shared/content/rich-text.ts";
import { richTextValues } from "#shared/content/rich-text-values.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { TextDifference } from "../content-difference.tsx";

const heading = (level: number) => ({ type: "heading", attrs: { level }, content: [{ type: "text", text: "Risks" }] });
const paragraph = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
const doc = (...content: object[]): RichTextDocument => richTextSchema.parse({ type: "doc", content });

it("Screen readers are told before and after a change what it is", () => {
  const before = doc(paragraph("One."), paragraph("Two."), heading(2), paragraph("The fee is £5 a year."));
  const after = doc(paragraph("One."), paragraph("Two."), heading(3), paragraph("The fee is £6 a year."));
  expect(
    renderToStaticMarkup(
      <TextDifference before={before} after={after} values={richTextValues(defaultClub)} names={new Map()} />,
    ),
  ).toBe(
    '<div class="difference"><p class="note">2 blocks without a change</p>' +
      '<div><p class="note">Heading</p><p class="note">Only links or formatting changed.</p><p>Risks</p></div>' +
      '<div><p>The fee is <del><span class="sr-only">removed: </span>£5 <span class="sr-only"> end of change, </span></del>' +
      '<ins><span class="sr-only">added: </span>£6 <span class="sr-only"> end of change, </span></ins>a year.</p></div></div>',
  );
});
