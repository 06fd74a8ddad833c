import { describe, expect, it } from "vitest";
import { emailSchema, emptyToNull, lineSchema, webAddressSchema, webUrlSchema } from "./text.ts";
import { fileStem, isWebUrl, toSlug } from "./text-rules.ts";

describe("A link that a member enters", () => {
  it.each([
    "https://castell.example",
    "http://castell.example/a?b=c#d",
    "HTTPS://Castell.Example",
    "https://castell.example:8443/",
  ])("can be %s", (link) => {
    expect(isWebUrl(link)).toBe(true);
  });
  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://castell.example",
    "castell.example",
    "https://",
    "//castell.example",
    "https:castell.example",
    "https://user:secret@castell.example",
    "https://castell.example/a b",
    " https://castell.example\nx",
  ])("cannot be %s", (link) => {
    expect(isWebUrl(link)).toBe(false);
  });
  it("can be left empty, and is trimmed", () => {
    expect(webUrlSchema.parse("")).toBe("");
    expect(webUrlSchema.parse(" https://castell.example ")).toBe("https://castell.example");
    expect(webUrlSchema.safeParse("castell").error?.issues[0]?.message).toBe("Invalid url");
    expect(webAddressSchema.safeParse("castell").error?.issues[0]?.message).toBe(
      "Please enter a web address that begins with https://",
    );
  });
});

describe("Typed text", () => {
  it("is trimmed and converted to lower case as an e-mail", () => {
    expect(emailSchema.parse("  Mina@Castell.EXAMPLE ")).toBe("mina@castell.example");
  });
  it("can contain any script and emoji, but no control characters", () => {
    expect(lineSchema.safeParse("Zoë 李 🔥").success).toBe(true);
    expect(lineSchema.safeParse("a\u0000b").error?.issues[0]?.message).toBe(
      "Please remove invisible control characters",
    );
  });
  it("becomes null when it is empty after trimming", () => {
    expect([emptyToNull("  "), emptyToNull(undefined), emptyToNull(" x ")]).toEqual([null, null, "x"]);
  });
});

describe("A line", () => {
  it.each([
    ["a line separator", "Mina\u2028Castell"],
    ["a paragraph separator", "Mina\u2029Castell"],
    ["a right-to-left override", "Mina\u202Elletsac"],
  ])("with %s is rejected", (_what, text) => {
    expect(lineSchema.safeParse(text).error?.issues[0]?.message).toBe("Please remove invisible control characters");
  });
});

it.each([
  ["Kindling Club", "kindling-club"],
  ["  Zoë’s “café” – deals & Ångström ", "zoes-cafe-deals-angstrom"],
  ["投資", ""],
])("The slug of %s is %s", (text, slug) => {
  expect(toSlug(text)).toBe(slug);
});

it("A slug is cut without a dash at its end, and a club without Latin letters has files all the same", () => {
  expect([toSlug("one two three", 8), fileStem("Éclair & Cie"), fileStem("投資")]).toEqual([
    "one-two",
    "eclair-cie",
    "club",
  ]);
});
