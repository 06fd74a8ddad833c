import { expect, it } from "vitest";
import { oneOf, readSearch, text, uuid, writeSearch } from "./search-state.ts";

const schema = { q: text, status: oneOf(["unused", "used"]), person: uuid };
const read = (address: string) => readSearch(schema, new URLSearchParams(address));
const write = (address: string, changes: Parameters<typeof writeSearch<typeof schema>>[2]) =>
  writeSearch(schema, new URLSearchParams(address), changes).toString();

const person = "01980000-0000-7000-8000-00000000000a";

it("The parameters of an address are read", () => {
  expect(read(`?tab=admin&q=ada&status=used&person=${person}`)).toEqual({ q: "ada", status: "used", person });
});

it("A missing parameter is read as an empty one", () => {
  expect(read("")).toEqual({ q: "", status: "", person: "" });
});

it.each([
  ["status=lost", { status: "" }],
  ["status=Used", { status: "" }],
  ["person=me", { person: "" }],
  ["person=01980000-0000-0000-8000-00000000000a", { person: "" }],
  [`person=${person}0`, { person: "" }],
  ["q=++two++words++", { q: "two  words" }],
  [`q=${"a".repeat(300)}`, { q: "a".repeat(200) }],
])("The invalid address %s is corrected", (address, corrected) => {
  expect(read(address)).toMatchObject(corrected);
});

it("Changes are written into the address, and its other parameters stay in order", () => {
  expect(write("tab=admin&q=ada&view=audit", { q: "bob", status: "unused" })).toBe(
    "tab=admin&q=bob&view=audit&status=unused",
  );
});

it("Empty and invalid values are omitted from the address", () => {
  expect(write("q=ada&status=lost&tab=admin", { q: "" })).toBe("tab=admin");
});

it("Writing an address does not modify the given parameters", () => {
  const search = new URLSearchParams("q=ada");
  writeSearch(schema, search, { q: "" });
  expect(search.toString()).toBe("q=ada");
});
