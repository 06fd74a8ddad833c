import type { Page } from "@playwright/test";
import { expect, signInAsMember, test } from "./test.ts";

test.use({
  allowedNoise: [/Content Security Policy|Refused to|violates the following|Failed to load resource|net::ERR/],
});

declare global {
  interface Window {
    refused: Set<string>;
  }
}

/** Attempts what injected markup would do; resolves once all is blocked. */
async function expectRefusals(page: Page): Promise<void> {
  await page.evaluate(async () => {
    window.refused = new Set();
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, disposition }) =>
      window.refused.add(`${effectiveDirective} ${blockedURI.replace(/\/$/, "")} ${disposition}`),
    );
    const add = (tag: string, attributes: Record<string, string>, text = "") => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.textContent = text;
      document.body.append(element);
      return element;
    };
    const foreign = "https://elsewhere.example";
    add("script", {}, "document.title = 'run'");
    add("script", { src: foreign });
    add("script", { src: "data:text/javascript,document.title='run'" });
    add("div", { onclick: "document.title = 'run'" }).click();
    add("a", { href: "javascript:document.title='run'" }).click();
    add("img", { src: "http://elsewhere.example" });
    add("iframe", { src: foreign });
    add("object", { data: foreign });
    add("link", { rel: "stylesheet", href: foreign });
    add("link", { rel: "manifest", href: foreign });
    add("video", { src: foreign });
    add("base", { href: foreign });
    await fetch(foreign).catch(() => {});
    await new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.onloadend = resolve;
      request.open("GET", `${foreign}/xhr`);
      request.send();
    });
    navigator.sendBeacon(`${foreign}/beacon`, "x");
    for (const run of [
      () => new WebSocket("wss://elsewhere.example"),
      () => new EventSource(`${foreign}/events`),
      () => new Worker("data:text/javascript,0"),
      // biome-ignore lint/security/noGlobalEval: it is what must not work.
      // biome-ignore lint/complexity/noCommaOperator: called so, it is the global one.
      () => (0, eval)("document.title = 'run'"),
    ]) {
      try {
        run();
      } catch {}
    }
  });
  await expect.poll(() => page.evaluate(() => [...window.refused].sort())).toEqual(everything);
  expect(await page.title()).not.toBe("run");
}

/** CSP directive and source. */
const everything = [
  "base-uri https://elsewhere.example enforce",
  "connect-src https://elsewhere.example enforce",
  "connect-src https://elsewhere.example/beacon enforce",
  "connect-src https://elsewhere.example/events enforce",
  "connect-src https://elsewhere.example/xhr enforce",
  "connect-src wss://elsewhere.example enforce",
  "frame-src https://elsewhere.example enforce",
  "img-src http://elsewhere.example enforce",
  "media-src https://elsewhere.example enforce",
  "object-src https://elsewhere.example enforce",
  "script-src eval enforce",
  "script-src-attr inline enforce",
  "script-src-elem data enforce",
  "script-src-elem https://elsewhere.example enforce",
  "script-src-elem inline enforce",
  "style-src-elem https://elsewhere.example enforce",
  "worker-src data enforce",
];

test("A public page blocks scripts, pictures, requests and frames from other origins", async ({ page }) => {
  await page.goto("/about");
  await expectRefusals(page);
});

test("The members area blocks scripts, pictures, requests and frames from other origins", { tag: "@main" }, async ({
  page,
}) => {
  await signInAsMember(page);
  await expectRefusals(page);
});

test("No other site can embed the club in a frame", async ({ page, app }) => {
  await page.goto("about:blank");
  await page.setContent(`<iframe src="${app.url}/login" title="framed"></iframe>`);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: /sign in|welcome/i })).toHaveCount(0);
  await expect(frame.locator("body")).not.toContainText("Member");
});
