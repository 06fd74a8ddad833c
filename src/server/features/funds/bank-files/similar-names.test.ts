import { expect, it } from "vitest";
import { hasSurname, isSimilarName } from "./similar-names.ts";

it.each([
  ["AMARA OKAFOR", "Amara Okafor", "Okafor"],
  ["B LINDQVIST", "Ben Lindqvist", "Lindqvist"],
  ["MR B LINDQVIST", "Ben Lindqvist", "Lindqvist"],
  ["LINDQVIST B", "Ben Lindqvist", "Lindqvist"],
  ["BENJAMIN LINDQVIST", "Ben Lindqvist", "Lindqvist"],
  ["MR B & MRS S LINDQVIST", "Ben Lindqvist", "Lindqvist"],
  ["KARL LINDQVIST", "Ben Karl Lindqvist", "Lindqvist"],
  ["B LINDQVIST KDA7F7HKMX FPI", "Ben Lindqvist", "Lindqvist"],
  ["ZOE O BRIEN", "Zoë O’Brien", "O’Brien"],
  ["S SORENSEN", "Søren Sørensen", "Sørensen"],
  ["J MUELLER", "Jörg Müller", "Müller"],
  ["JOERG MULLER", "Jörg Müller", "Müller"],
  ["JÖRG MÜLLER", "Joerg Mueller", "Mueller"],
  ["S SOERENSEN", "Søren Sørensen", "Sørensen"],
  ["A AAGAARD", "Anders Ågård", "Ågård"],
  ["K STRASSER", "Käthe Straßer", "Straßer"],
  ["L WALESA", "Lech Wałęsa", "Wałęsa"],
  ["P O EASTON", "Pat O’Easton", "O’Easton"],
  ["J VAN DER BERG", "Jan van der Berg", "van der Berg"],
  ["A THOMPSON REYES", "Alexandra Thompson-Reyes", "Thompson-Reyes"],
  ["ALDER ANALYTICS", "Alder Analytics Ltd", ""],
  ["ALDER ANALYTICS LIMITED", "Alder Analytics Ltd", ""],
  ["PELE", "Pele", "Pele"],
  ["MR J LORD", "Jack Lord", "Lord"],
  ["J LORD", "Jack Edward Lord", "Lord"],
  ["MR B LINDQVIST", "Ben Lindqvist Mr", ""],
  ["MEMBER MR", "Member Mr", ""],
])("The name %s can be %s", (payer, name, surname) => {
  expect(isSimilarName(payer, name, surname)).toBe(true);
});

it.each([
  ["J MILLER", "Jörg Müller", "Müller"],
  ["S LINDQVIST", "Ben Lindqvist", "Lindqvist"],
  ["LINDQVIST", "Ben Lindqvist", "Lindqvist"],
  ["BEN LIND", "Ben Lindqvist", "Lindqvist"],
  ["BEN LINDQVISTSON", "Ben Lindqvist", "Lindqvist"],
  ["P VAN DER BERG", "Jan van der Berg", "van der Berg"],
  ["HAZEL ANALYTICS LTD", "Alder Analytics Ltd", ""],
  ["LINDQVIST KDA7F7HKMX", "K Lindqvist", "Lindqvist"],
  ["MR LINDQVIST", "M Lindqvist", "Lindqvist"],
  ["", "Ben Lindqvist", "Lindqvist"],
  ["BEN LINDQVIST", "", ""],
  ["LTD", "Ltd", ""],
  ["MR B LINDQVIST", "Mr", ""],
  ["LORD LINDQVIST", "Jack Lord", "Lord"],
])("The name %s cannot be %s", (payer, name, surname) => {
  expect(isSimilarName(payer, name, surname)).toBe(false);
});

it("A surname is found among the words of a text, not within one", () => {
  expect(hasSurname("ISLA REID", "Reid")).toBe(true);
  expect(hasSurname("from O BRIEN family", "O'Brien")).toBe(true);
  expect(hasSurname("ISLA REIDSON", "Reid")).toBe(false);
  expect(hasSurname("ISLA", "")).toBe(false);
});
