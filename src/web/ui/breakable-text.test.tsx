import { expect, it } from "vitest";
import { markupOf } from "#tests/support/static-markup.tsx";
import { BreakableText } from "./breakable-text.tsx";

it.each([
  ["ada@castell.example", "ada@<wbr/>castell<wbr/>.example"],
  ["The club bears £0.08 of Priya Raman", "The club bears £0.08 of Priya Raman"],
])("The text %s breaks between the parts of an address alone", (text, markup) => {
  expect(markupOf(<BreakableText text={text} />)).toBe(`<span class="wrap-anywhere">${markup}</span>`);
});
