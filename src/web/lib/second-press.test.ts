import { afterEach, expect, it, vi } from "vitest";
import { callApi } from "./api.ts";

afterEach(() => vi.unstubAllGlobals());

it("A repeated change is sent once while it has no answer; another change, or a repeat after it, is sent", async () => {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
    sent.push(`${method} ${path} ${body}`);
    return new Response('{"confirmed":4}');
  });
  const confirm = (ids: string[]) => callApi("POST", "/bank-lines/confirm", { ids });
  expect(await Promise.all([confirm(["1"]), confirm(["1"]), confirm(["2"])])).toEqual([
    { confirmed: 4 },
    { confirmed: 4 },
    { confirmed: 4 },
  ]);
  await confirm(["2"]);
  expect(sent).toEqual([
    'POST /api/bank-lines/confirm {"ids":["1"]}',
    'POST /api/bank-lines/confirm {"ids":["2"]}',
    'POST /api/bank-lines/confirm {"ids":["2"]}',
  ]);
});
