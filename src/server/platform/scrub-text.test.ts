import { expect, it } from "vitest";
import { scrubText } from "./scrub-text.ts";

it.each([
  ["an e-mail address", "550 <ada+club@mail.example>: no such user", "550 <[email]>: no such user"],
  ["a query", "at f (https://club.example/app.js?code=XZ7NUD5PVP:3:14)", "at f (https://club.example/app.js:3:14)"],
  ["a query after a hash", "Failed: /#/register?email=ada", "Failed: /"],
  ["a token", "invalid eyJhbGciOiJIUzI1NiJ9.e30.x1", "invalid [token].e30.x1"],
  ["an id", "no 01900000-0000-7000-8000-000000000000 here", "no [token] here"],
  ["a code", "XZ7NUD5PVP is used", "[code] is used"],
  ["a long number", "call 07700900123", "call [code]"],
  [
    "nothing of ordinary words",
    "undefined is not a function at useInfiniteScrollOfMembers (app-D1x.js:1:2345)",
    "undefined is not a function at useInfiniteScrollOfMembers (app-D1x.js:1:2345)",
  ],
])("A scrubbed text loses %s", (_, given, expected) => {
  expect(scrubText(given)).toBe(expected);
});
