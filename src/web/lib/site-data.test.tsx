import { StrictMode, Suspense } from "react";
import { renderToReadableStream } from "react-dom/server.edge";
import { expect, it, vi } from "vitest";
import { createSiteData, SiteDataProvider, useSiteData } from "./site-data.tsx";

it("A path's promise is the same before and after its answer, and the document's own answers need none", async () => {
  const load = vi.fn(async (path: string) => `answer to ${path}`);
  const data = createSiteData(load, { "/settings": "in the document" });
  expect(data.first("/settings")).toBeUndefined();
  const first = data.first("/plans");
  expect(data.peek("/plans")).toBeUndefined();
  await first;
  expect(data.first("/plans")).toBe(first);
  expect(first).toMatchObject({ status: "fulfilled", value: "answer to /plans" });
  expect(data.peek("/plans")).toBe("answer to /plans");
  expect(load).toHaveBeenCalledTimes(1);
});

it("A path is asked for again after a failure, and read again once it is old", async () => {
  const answers = [Promise.reject(new Error("No network.")), Promise.resolve(1), Promise.resolve(2)];
  answers[0]?.catch(() => {});
  const data = createSiteData(() => answers.shift() ?? Promise.resolve(3));
  await expect(data.first("/plans")).rejects.toThrow("No network.");
  await expect(data.first("/plans")).resolves.toBe(1);
  const changed = new Promise<void>((resolve) => data.subscribe(resolve));
  data.refresh("/plans", 0);
  await changed;
  expect([data.peek("/plans"), data.toJson()]).toEqual([2, { "/plans": 2 }]);
});

it("All answers but what is shown are forgotten, also those on their way", async () => {
  let round = 1;
  const data = createSiteData(async (path) => `${path} ${round}`, { "/settings": "in the document" });
  await data.first("/articles");
  const late = data.first("/news");
  const changed = new Promise<void>((resolve) => data.subscribe(resolve));
  round = 2;
  data.forgetOthers("/settings");
  await Promise.all([late, changed]);
  expect(data.toJson()).toEqual({ "/settings": "/settings 2" });
  expect(await data.first("/articles")).toBe("/articles 2");
});

const Page = () => `${useSiteData<string>("/a")} ${useSiteData<string>("/b")} ${useSiteData<string>("/c")}`;

it("A component that waits for several answers is rendered", async () => {
  const data = createSiteData(async (path) => path);
  const stream = await renderToReadableStream(
    <StrictMode>
      <SiteDataProvider data={data}>
        <Suspense fallback="waiting">
          <Page />
        </Suspense>
      </SiteDataProvider>
    </StrictMode>,
  );
  await stream.allReady;
  expect(await new Response(stream).text()).toContain("/a /b /c");
});
