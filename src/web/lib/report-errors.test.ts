import { afterEach, beforeEach, expect, it, vi } from "vitest";

type ReportErrors = typeof import("./report-errors.ts");
let sent: { path: string; body: { message: string; stack: string; path: string } }[];
let file: ReportErrors;

beforeEach(async () => {
  sent = [];
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("window", { location: { hash: "#/members?tab=admin", pathname: "/ignored" } });
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    sent.push({ path, body: JSON.parse(body) });
    return new Response();
  });
  // The number of reports is counted in the module.
  vi.resetModules();
  file = await import("./report-errors.ts");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it("An error is sent to the club's log with its path, without the query", () => {
  file.reportError(new Error("No such list"));
  expect(sent).toMatchObject([
    { path: "/api/client-errors", body: { message: "No such list", path: "/members", stack: expect.any(String) } },
  ]);
});

it("A page sends five errors and no more", () => {
  for (let index = 0; index < 7; index++) file.reportError(`Error ${index}`);
  expect(sent.map(({ body }) => body.message)).toEqual(["Error 0", "Error 1", "Error 2", "Error 3", "Error 4"]);
});

it("No error is sent while the browser is offline", () => {
  vi.stubGlobal("navigator", { onLine: false });
  file.reportError("Error");
  expect(sent).toEqual([]);
});
