import { expect, it } from "vitest";
import { nameWithoutArticle } from "./name-without-article.ts";

it.each([
  ["The Orchard & Vine Angels' Club", "Orchard & Vine Angels' Club"],
  ["the Orchard", "Orchard"],
  ["Kindling", "Kindling"],
  ["Theatre Angels", "Theatre Angels"],
  ["The", "The"],
])("nameWithoutArticle leaves the article out of %s", (name, without) => {
  expect(nameWithoutArticle(name)).toBe(without);
});
