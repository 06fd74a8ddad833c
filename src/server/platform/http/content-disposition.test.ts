import { expect, it } from "vitest";
import { attachment, inline } from "./content-disposition.ts";

it.each([
  ["cap table.csv", 'attachment; filename="cap table.csv"'],
  ["Zoë’s deck.pdf", `attachment; filename="Zoe_s deck.pdf"; filename*=UTF-8''Zo%C3%AB%E2%80%99s%20deck.pdf`],
  ['a"; x="b\\.pdf', `attachment; filename="a_; x=_b_.pdf"; filename*=UTF-8''a%22%3B%20x%3D%22b%5C.pdf`],
  ["100%.csv", `attachment; filename="100_.csv"; filename*=UTF-8''100%25.csv`],
  [
    "決算 (final)*.pdf",
    `attachment; filename="__ (final)*.pdf"; filename*=UTF-8''%E6%B1%BA%E7%AE%97%20%28final%29%2A.pdf`,
  ],
])("The file %s is named for clients that read RFC 6266 and for others", (name, header) => {
  expect(attachment(name)).toBe(header);
});

it("A picture is shown in place", () => {
  expect(inline("logo.png")).toBe('inline; filename="logo.png"');
});
