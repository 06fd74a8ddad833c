import { describe, expect, it } from "vitest";
import { withScheme } from "./profile-fields.ts";

describe("An address in a profile", () => {
  it.each([
    ["linkedin.com/in/ines", "https://linkedin.com/in/ines"],
    [" www.castell.example ", "https://www.castell.example"],
    ["castell.example:8443/a?b=c#d", "https://castell.example:8443/a?b=c#d"],
  ])("An address gets the scheme that people leave out: %s", (typed, completed) => {
    expect(withScheme(typed)).toBe(completed);
  });

  it.each([
    "",
    "castell",
    "http://castell.example",
    "ftp://castell.example",
    "ines@castell.example",
    "no address. at all",
  ])("An address that needs no scheme, or cannot have one, is left as typed: %s", (typed) => {
    expect(withScheme(typed)).toBe(typed);
  });
});
