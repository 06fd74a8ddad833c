import { expect, it, vi } from "vitest";
import { type ApiError, callApi, isRetryable, readResponse } from "./api.ts";

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

it("A second press while a change is sent is no second change; a repeat later, or after another change, is", async () => {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    sent.push(path);
    return new Response("{}");
  });
  await Promise.all([
    callApi("POST", "/a", { x: 1 }),
    callApi("POST", "/a", { x: 1 }),
    callApi("POST", "/a", { x: 2 }),
  ]);
  await Promise.all([callApi("PUT", "/b"), callApi("DELETE", "/b"), callApi("PUT", "/b")]);
  await callApi("POST", "/c");
  await callApi("POST", "/c");
  await Promise.all([callApi("GET", "/d"), callApi("GET", "/d")]);
  vi.unstubAllGlobals();
  expect(sent.map((path) => path.slice(-1)).join("")).toBe("aabbbccdd");
});

it("A refusal of fields is told in the fields' words, without the paths that programs read", () => {
  const message = "Please highlight one plan at most";
  const errors = [0, 2].map((index) => ({ path: `value.${index}.is_highlighted`, message }));
  const detail = errors.map(({ path }) => `${path}: ${message}`).join("; ");
  const body = { type: "about:blank", title: "", status: 422, code: "invalid_body", detail, errors };
  const read = () => readResponse({ status: 422, statusText: "" }, JSON.stringify(body));
  expect(read).toThrow(/^Please highlight one plan at most$/);
});
