import { expect, it } from "vitest";
import { createDocumentCache } from "./documents.ts";

function renderCounting() {
  const rendered: string[] = [];
  const render = (content: string) => async () => {
    rendered.push(content);
    return { content, type: "text/html" };
  };
  return { rendered, render };
}

it("A document is rendered once for concurrent requests, and again for each revision of the content", async () => {
  const { rendered, render } = renderCounting();
  let revision = "a";
  const cached = createDocumentCache(() => revision);
  const [one, other] = await Promise.all([cached("/", render("first")), cached("/", render("second"))]);
  expect([one.content, other.content]).toEqual(["first", "first"]);
  revision = "b";
  expect((await cached("/", render("third"))).content).toBe("third");
  expect((await cached("/", render("fourth"))).content).toBe("third");
  expect(rendered).toEqual(["first", "third"]);
});

it("Each revision's entity tag is derived from its content", async () => {
  const { render } = renderCounting();
  let revision = "a";
  const cached = createDocumentCache(() => revision);
  const before = await cached("/", render("words"));
  revision = "b";
  expect((await cached("/", render("words"))).etag).toBe(before.etag);
  revision = "c";
  expect((await cached("/", render("others"))).etag).not.toBe(before.etag);
});

it("A document whose rendering failed is rendered again", async () => {
  const { render } = renderCounting();
  const cached = createDocumentCache(() => "a");
  await expect(cached("/", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect((await cached("/", render("mended"))).content).toBe("mended");
});
