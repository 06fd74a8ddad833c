import { readdirSync } from "node:fs";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { defaultClub } from "#shared/settings/club.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { drawings } from "./documents.ts";

const club = await openTestApp();

const asBrowser = { accept: "text/html,application/xhtml+xml" };
const articleAddress = "/insights/eis-seis-tax-schemes";

describe("A program that does not run scripts", () => {
  it("A program without scripts reads a page at its clean address, with the club's own address in it", async () => {
    const { status, headers, body } = await club.visitor("GET", "/membership");
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      "text/html; charset=utf-8",
      "no-cache",
    ]);
    expect(body).toContain("<title>Membership | Kindling</title>");
    expect(body).toContain('<link rel="canonical" href="http://127.0.0.1:3000/membership"/>');
    expect(body).toContain('<meta property="og:image" content="http://127.0.0.1:3000/previews/membership.jpg"/>');
    expect(body).toContain("How We Compare to Traditional Syndicates");
  });
  it("A program without scripts reads an article's type, author and date from its metadata", async () => {
    const { body } = await club.visitor("GET", articleAddress);
    const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      "@type": "Article",
      headline: "What SEIS and EIS give back, and what they ask of you",
      datePublished: "2026-08-25",
      mainEntityOfPage: "http://127.0.0.1:3000/insights/eis-seis-tax-schemes",
      publisher: { name: "Kindling" },
    });
    expect(body).toContain('<meta property="og:type" content="article"/>');
    expect(body).toContain("Few people pay 45% on every pound");
  });
  it("A program finds every page in the sitemap, and the sitemap in robots.txt", async () => {
    const { headers, body } = await club.visitor("GET", "/sitemap.xml");
    expect(headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const found = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
    expect(found).toHaveLength(22);
    for (const url of found)
      expect([url, (await club.visitor("GET", new URL(url).pathname)).status]).toEqual([url, 200]);
    const robots = await club.visitor("GET", "/robots.txt");
    expect(robots.body).toContain("Sitemap: http://127.0.0.1:3000/sitemap.xml");
  });
  it("A program reads the articles in the feed, newest first", async () => {
    const { body } = await club.visitor("GET", "/feed.xml");
    const links = [...body.matchAll(/<item>.*?<link>(.*?)<\/link>/gs)].map(([, url]) => url);
    expect(links).toHaveLength(11);
    expect(links[0]).toBe("http://127.0.0.1:3000/insights/zero-to-one-million-saas-journey");
    const enclosures = [...body.matchAll(/<enclosure ([^>]*)\/>/g)].map(([, given]) =>
      Object.fromEntries([...given.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
    );
    expect(enclosures).toHaveLength(11);
    for (const { url, type, length } of enclosures) {
      const picture = await club.fetch(new Request(url ?? ""), {});
      const { byteLength } = await picture.arrayBuffer();
      expect([type, length]).toEqual([picture.headers.get("content-type"), String(byteLength)]);
    }
  });
  it.each(["/feed.xml", "/previews/membership.jpg", "/icon-192.png", "/favicon.svg", "/favicon.ico"])(
    "Other sites may show %s",
    async (path) => {
      const { status, headers } = await club.visitor("GET", path);
      expect([status < 400, headers.get("cross-origin-resource-policy")]).toEqual([true, "cross-origin"]);
    },
  );
  it("No other site may show a page or an answer of the API", async () => {
    for (const path of ["/", "/api/settings"])
      expect((await club.visitor("GET", path)).headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });
  it("A program finds an icon where browsers look for one", async () => {
    const { status, headers } = await club.visitor("GET", "/favicon.ico");
    expect([status, headers.get("location")]).toEqual([302, "/icon-192.png"]);
  });
});

describe("A browser that installs the app", () => {
  it("A browser that installs the app reads a manifest of the members area, with icons for launchers that crop them", async () => {
    const { body } = await club.visitor("GET", "/site.webmanifest");
    expect(body).toMatchObject({ name: "Kindling", id: "/", scope: "/", start_url: "/#/members" });
    expect(body.icons.map(({ sizes, purpose }: { sizes: string; purpose?: string }) => [sizes, purpose])).toEqual([
      ["any", undefined],
      ["192x192", undefined],
      ["512x512", undefined],
      ["512x512", "maskable"],
    ]);
    for (const { src } of body.icons)
      expect([src, (await club.visitor("GET", src)).headers.get("content-type")]).toEqual([
        src,
        src.endsWith(".svg") ? "image/svg+xml; charset=utf-8" : "image/png",
      ]);
  });

  it("The service worker has the club's offline page, answers nothing of the API and caches nothing", async () => {
    const { headers, body } = await club.visitor("GET", "/service-worker.js");
    expect([headers.get("content-type"), headers.get("cache-control")]).toEqual([
      "text/javascript; charset=utf-8",
      "no-cache",
    ]);
    expect(body).toContain("Kindling cannot be reached from here.");
    expect(body).toContain('pathname.startsWith("/api/")) return;');
    expect(body).not.toMatch(/caches|indexedDB/);
  });
});

describe("A browser without scripts", () => {
  it("Sign-in and registration pages tell a browser without scripts to use them, and search engines do not list them", async () => {
    const sitemap = (await club.visitor("GET", "/sitemap.xml")).body;
    for (const [address, words] of [
      ["/login", "Signing in needs JavaScript"],
      ["/register?code=A", "Registering needs JavaScript"],
    ] as const) {
      const { status, body } = await club.visitor("GET", address);
      expect([address, status]).toEqual([address, 200]);
      expect(body).toContain(words);
      expect(body).toContain('<meta name="robots" content="noindex"/>');
      // Filled in before the app has come. Sent without it, a form would put the password into the address.
      expect(body).toMatch(/<div class="auth-page">.*<form[^>]* method="post".*<\/form>/s);
      expect(body).toMatch(/<noscript>\s*<style>[^<]*\.auth-page[^<]*{display:none}/);
      expect(sitemap).not.toContain(address.split("?")[0]);
    }
  });
});

describe("A browser", () => {
  it("A browser gets compressed documents, and 304 while they are unchanged", async () => {
    for (const encoding of ["br", "gzip"]) {
      const { headers } = await club.visitor("GET", articleAddress, undefined, { "accept-encoding": encoding });
      expect([headers.get("content-encoding"), headers.get("vary")]).toEqual([encoding, "Accept-Encoding"]);
      const again = { "accept-encoding": encoding, "if-none-match": headers.get("etag") ?? "" };
      expect((await club.visitor("GET", articleAddress, undefined, again)).status).toBe(304);
    }
  });
  it("A browser is redirected from a clean address of the members area to the app, with its query", async () => {
    const { status, headers } = await club.visitor("GET", "/members/investments/loxa?tab=x");
    expect([status, headers.get("location")]).toEqual([302, "/#/members/investments/loxa?tab=x"]);
  });
  it("A browser is redirected to the address as it was encoded, without decoding", async () => {
    for (const end of ["%00", "%0d%0aset-cookie:a=b", "%E2%80%AE", "%"]) {
      const { status, headers } = await club.visitor("GET", `/members/investments/loxa${end}`);
      expect([status, headers.get("location")]).toEqual([302, `/#/members/investments/loxa${end}`]);
      expect(headers.get("set-cookie")).toBeNull();
    }
  });
  it("A browser gets an error page for an unknown address, and programs get a problem document", async () => {
    const page = await club.visitor("GET", "/no/such/page", undefined, asBrowser);
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(page.body).toContain("Page not found");
    expect(page.body).toContain('<meta name="robots" content="noindex"/>');
    const problem = await club.visitor("GET", "/no/such/page");
    expect([problem.status, problem.body.code]).toEqual([404, "not_found"]);
    expect((await club.visitor("GET", "/assets/missing.js", undefined, asBrowser)).body.code).toBe("not_found");
  });
});

it("A drawing is served in the club's own colours, and as it is built where the club has the design's", async () => {
  const name = readdirSync("dist/web/assets").find((file) => /^category-funding-[\w-]+\.svg$/.test(file));
  const { brand } = defaultClub;
  let shown = brand;
  const app = new Hono()
    .use(
      "/assets/*",
      drawings("dist", async () => shown),
    )
    .get("*", (c) => c.text("As built."));
  const drawing = async () => (await app.request(`/assets/${name}`)).text();
  expect(await drawing()).toBe("As built.");
  shown = { ...brand, main_colour: "#1d4ed8", accent_colour: "#7b1fa2" };
  const blue = await app.request(`/assets/${name}`);
  expect([blue.headers.get("content-type"), blue.headers.get("cache-control")]).toEqual(["image/svg+xml", "no-cache"]);
  expect(await blue.text()).not.toMatch(/#d9480f|#1f4d3a/i);
  const asked = { headers: { "if-none-match": blue.headers.get("etag") ?? "" } };
  expect((await app.request(`/assets/${name}`, asked)).status).toBe(304);
  shown = { ...brand, main_colour: "#7b1fa2" };
  expect((await app.request(`/assets/${name}`, asked)).status).toBe(200);
  expect((await app.request("/assets/there-is-none.svg")).status).toBe(200);
  expect(await (await app.request("/assets/there-is-none.svg")).text()).toBe("As built.");
});
