import { brotliDecompressSync } from "node:zlib";
import { Hono } from "hono";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { defaultClub } from "#shared/settings/club.ts";
import { sendDocument, toDocument } from "./compressed-document.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

it("A new document is compressed quickly, and better once it has stood for ten seconds", async () => {
  const content = JSON.stringify(defaultClub).repeat(3);
  const document = toDocument(content, "text/html");
  const app = new Hono().get("/", (c) => sendDocument(c, document));
  const read = async () => {
    const response = await app.request("/", { headers: { "accept-encoding": "br" } });
    const body = new Uint8Array(await response.arrayBuffer());
    expect(brotliDecompressSync(body).toString()).toBe(content);
    return body.length;
  };
  const first = await read();
  await read();
  expect(document.isSettled).toBe(false);
  vi.advanceTimersByTime(10_001);
  await read();
  await expect.poll(read).toBeLessThan(first);
});
