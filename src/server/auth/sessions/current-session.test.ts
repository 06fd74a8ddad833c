import { makeSignature } from "better-auth/crypto";
import { expect, it } from "vitest";
import { signedValueOf } from "./current-session.ts";

const key = "one key for the cookies of sessions";
const signature = await makeSignature("a.token", key);

it("A cookie that Better Auth signed is read, even if the value contains dots", () => {
  expect(signedValueOf(`a.token.${signature}`, key)).toBe("a.token");
});

it.each([
  ["another value", `b.token.${signature}`],
  ["a changed signature", `a.token.${signature.replace(/^./, (first) => (first === "A" ? "B" : "A"))}`],
  ["a shortened signature", `a.token.${signature.slice(0, -1)}`],
  ["no signature", "a.token"],
  ["an empty signature", "a.token."],
  ["no value", `.${signature}`],
  ["nothing", ""],
  ["no cookie", undefined],
])("A session's cookie is refused for %s", (_what, cookie) => {
  expect(signedValueOf(cookie, key)).toBeUndefined();
});

it("A cookie that another key signed is rejected", () => {
  expect(signedValueOf(`a.token.${signature}`, "another key of thirty-two characters")).toBeUndefined();
});
