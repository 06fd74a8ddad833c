import { expect, it } from "vitest";
import { type ApiError, isRetryable, readResponse } from "./api.ts";

it.each([
  ["an empty body", ""],
  ["an HTML page of a proxy", "<html><h1>502 Bad Gateway</h1></html>"],
  ["JSON that is not problem+json", '{"error":"upstream"}'],
])("A response that failed with %s becomes a readable message that keeps its status", (_, text) => {
  const read = () => readResponse({ status: 502, statusText: "Bad Gateway" }, text);
  expect(read).toThrow("The club did not answer as it should. Please try again in a moment.");
  let error: unknown;
  try {
    read();
  } catch (thrown) {
    error = thrown;
  }
  expect((error as ApiError).problem).toMatchObject({ status: 502, code: "internal_error" });
  expect(isRetryable(error)).toBe(true);
  expect((error as ApiError).isReadable).toBe(false);
});
