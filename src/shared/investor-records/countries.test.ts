import { expect, it } from "vitest";
import { countryName, listCountries } from "./countries.ts";

it.each([
  ["GB", "United Kingdom"],
  ["CI", "Côte d’Ivoire"],
  ["DD", undefined],
  ["ZZ", undefined],
  ["EU", undefined],
  ["gb", undefined],
  ["United Kingdom", undefined],
])("The country of %s is %s", (code, name) => {
  expect(countryName(code)).toBe(name);
});

it("Countries are listed once each, by name", () => {
  const countries = listCountries().map(({ name }) => name);
  expect(countries[0]).toBe("Afghanistan");
  expect(countries[1]).toBe("Åland Islands");
  expect(countries.at(-1)).toBe("Zimbabwe");
  expect(countries.filter((name) => name === "Germany")).toHaveLength(1);
  expect(new Set(countries).size).toBe(countries.length);
});
