import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { compressJson } from "./compress-json.ts";
import type { HttpEnvironment } from "./http-context.ts";

const long = { text: "Quarterly letter. ".repeat(80) };
const app = new Hono<HttpEnvironment>()
  .use(compressJson())
  .get("/long", (c) => c.json(long, 200, { etag: '"1"', "cache-control": "no-store" }))
  .get("/short", (c) => c.json({ text: "short" }))
  .get("/codes", (c) => {
    c.set("carriesCodes", true);
    return c.json(long);
  })
  .get("/file", (c) => c.body(long.text, 200, { "content-type": "text/csv" }))
  .get("/refused", (c) => c.body(JSON.stringify(long), 409, { "content-type": "application/problem+json" }))
  .post("/long", (c) => c.json(long));

const ask = (path: string, encoding: string | undefined, method = "GET") =>
  app.request(path, { method, headers: encoding ? { "accept-encoding": encoding } : {} });

it.each([
  ["gzip, deflate, br", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
] as const)("A read in JSON is compressed above 1 KB for %s", async (accepted, encoding, decompress) => {
  const answer = await ask("/long", accepted);
  const body = Buffer.from(await answer.arrayBuffer());
  expect(Object.fromEntries(answer.headers)).toEqual({
    "content-encoding": encoding,
    "content-type": "application/json",
    "cache-control": "no-store",
    etag: '"1"',
    vary: "Accept-Encoding",
  });
  expect(body.length).toBeLessThan(200);
  expect(JSON.parse(decompress(body).toString())).toEqual(long);
});

it("A short answer is not compressed, and says that it depends on the encoding", async () => {
  const answer = await ask("/short", "br");
  expect([answer.headers.get("content-encoding"), answer.headers.get("vary")]).toEqual([null, "Accept-Encoding"]);
  expect(await answer.json()).toEqual({ text: "short" });
});

it.each([
  ["without an encoding that is accepted", "GET", "/long", undefined],
  ["with codes", "GET", "/codes", "br"],
  ["of a file", "GET", "/file", "br"],
  ["of a refusal", "GET", "/refused", "br"],
  ["of a write, such as one with tokens", "POST", "/long", "br"],
] as const)("An answer %s is not compressed", async (_what, method, path, accepted) => {
  const answer = await ask(path, accepted, method);
  expect([answer.headers.get("content-encoding"), (await answer.text()).includes("Quarterly letter")]).toEqual([
    ...[null, true],
  ]);
});
