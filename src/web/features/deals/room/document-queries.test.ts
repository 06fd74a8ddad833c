import { expect, it } from "vitest";
import { readResponse } from "#web/lib/api.ts";
import { retryDelay } from "./document-queries.ts";

function refusalWith(headers: Headers): Error {
  const problem = JSON.stringify({ type: "about:blank", title: "", status: 503, code: "pages_busy", detail: "Busy." });
  try {
    throw readResponse({ status: 503, statusText: "", headers }, problem);
  } catch (error) {
    return error as Error;
  }
}

it("A retry waits as long as the server asks for", () => {
  expect(retryDelay(0, refusalWith(new Headers({ "retry-after": "7" })))).toBe(7000);
  expect(retryDelay(2, refusalWith(new Headers({ "retry-after": "7" })))).toBe(7000);
});

it("Retries wait longer each time where the server asks for nothing, or was not reached", () => {
  expect(retryDelay(0, refusalWith(new Headers()))).toBe(1000);
  expect(retryDelay(2, refusalWith(new Headers({ "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" })))).toBe(4000);
  expect(retryDelay(1, new Error("offline"))).toBe(2000);
});
