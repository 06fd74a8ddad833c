import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { richTextValues } from "#shared/content/rich-text-values.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { RichTextEditor } from "./rich-text-editor.tsx";

it("The editor's toolbar is one stop for the keyboard, and an error of the text is shown", () => {
  const html = renderToStaticMarkup(
    <RichTextEditor
      label="Text of the article"
      value={{ type: "doc", content: [] }}
      onChange={() => {}}
      upload={() => Promise.reject(new Error("no file"))}
      values={richTextValues(defaultClub)}
      error="Paragraph 1: a link begins with https://, mailto:, / or #."
    />,
  );
  const buttons = [...html.matchAll(/<button[^>]*tabindex="(-?\d)"[^>]*>(.*?)<\/button>/g)];
  expect(buttons.filter(([, tabIndex]) => tabIndex === "0").map(([, , words]) => words)).toEqual(["Heading"]);
  expect(buttons.map(([, , words]) => words)).toEqual([
    "Heading",
    "Bold",
    "Link",
    "List",
    "Quote",
    "Picture",
    "Table",
    "Callout",
    "Figure",
    "More",
  ]);
  expect(html).toMatch(/role="toolbar" aria-label="Text"/);
  expect(html).toContain("Paragraph 1: a link begins with https://, mailto:, / or #.</p>");
});
