import { expect, it } from "vitest";
import { describeClientError } from "./describe-client-error.ts";

const keep = (given: { name?: string; message: string; stack?: string; path?: string }) =>
  describeClientError({ path: "/", build: "main.js", ...given }, "dist");

it.each([
  ["Chrome", "Cannot read properties of undefined (reading 'priya')", "TypeError: Cannot read properties of undefined"],
  ["Safari", "undefined is not an object (evaluating 'priya.name')", "TypeError: undefined is not an object"],
  ["Firefox", "priya.map is not a function", "TypeError: is not a function"],
  ["React", "Minified React error #418; visit https://react.dev/?args[]=Priya", "TypeError: Minified React error #418"],
  ["a page of ours", "There is no plan Priya.", "TypeError: text not kept"],
  ["a form", "Priya Raman, sort code 10-20-30", "TypeError: text not kept"],
])("Of an error's text of %s only the program's own words are kept", (_, message, expected) => {
  expect(keep({ name: "TypeError", message }).message).toBe(expected);
});

it("An error's name is found in the text or the stack of a page that does not send it, and no other name is accepted", () => {
  expect(keep({ message: "Uncaught RangeError: Priya", stack: "RangeError: Priya" }).message).toBe(
    "RangeError: text not kept",
  );
  expect(keep({ name: "Priya Raman", message: "x" }).message).toBe("Error: text not kept");
});

it.each([
  ["/membership?email=ada", "/membership"],
  ["/insights/priya-raman", "/insights/…"],
  ["/members/investments/evil-ltd", "/members/investments/…"],
  ["/priya-raman/10-20-30", "/…"],
])("Of the path %s only %s is kept", (path, expected) => {
  expect(keep({ message: "x", path }).path).toBe(expected);
});
