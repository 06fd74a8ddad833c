import { beforeAll, describe, expect, it } from "vitest";
import { type Call, openTestApp } from "./support/test-app.ts";

const club = await openTestApp();

const read = (path: string) => club.visitor("GET", path, undefined, { accept: "text/html" });

/** Text content with normalised whitespace and apostrophes. */
const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, "")
    .replace(/&#x27;|’/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ");

const mainOf = (html: string): string => html.slice(html.indexOf("<main"), html.indexOf("</main>"));

/** Required texts per page, as literals. */
const owed: Record<string, string[]> = {
  "/": [
    "Invest in Start-ups",
    "100% of Your Returns Stay Yours",
    "Why Join Our Community?",
    "Exclusive networking events",
    "Access to SaaS investment opportunities",
    "Access to industry experts",
    "Collaboration opportunities",
    "Community support system",
    "Digital and physical resources",
    "Learn More About Us",
    "The Kindling Revolution",
    "Democratising Investment",
    "Community-Driven Learning",
    "Exclusive Deal Flow",
    "Expert Mentorship",
    "How It Works",
    "onboarding call",
    "data room and founder deck",
    "due diligence",
    "SPV",
    "48 hours",
    "share certificate",
    "S/EIS tax form",
    "How We Compare to Traditional Syndicates",
    "View All Insights",
    "from £500",
    "£50,000 to £500,000",
    "pre-seed to Series A",
  ],
  "/about": ["Mission", "Vision", "Two co-founders", "Values", "about 3 founders a week", "6-12"],
  "/membership": [
    "Trial",
    "Free",
    "12.5%",
    "Online Academy access",
    "Premium",
    "£395",
    "per annum",
    "4%",
    "Slack community",
    "Priority on some deals",
    "VIP",
    "£985",
    "0%",
    "Priority on EIS and SEIS deals",
    "Gold Club group access and discounts",
    "0% annual fee",
    "0% carry",
    "£500",
    "48 hours",
  ],
  "/founders": [
    "£50,000 to £500,000",
    "pre-seed to Series A",
    "4-8 weeks",
    "8%",
    "total funds raised",
    "no upfront pitch fee",
    "SaaS",
  ],
  "/contact": ["contact@kindling.example", "Kindling Club Ltd", "1 Sample Street", "EC1A 1AA"],
  "/privacy": [
    "10 Feb 2025",
    "Names",
    "emails",
    "Phone",
    "addresses",
    "Job titles",
    "Financial data",
    "Google",
    "Analytics cookies",
    "three months",
    "under 18",
    "30 days",
    "EEA",
    "United Kingdom",
    "Switzerland",
    "contact@kindling.example",
    "1 Sample Street",
  ],
  "/terms": [
    "10 Feb 2025",
    "Agreement",
    "Intellectual property",
    "13",
    "accurate",
    "Prohibited activities",
    "Termination",
    "our discretion",
    "Disclaimers",
    "Liability",
    "United Kingdom",
    "contact@kindling.example",
    "1 Sample Street",
  ],
  "/hnwi-si": [
    "£100,000",
    "£250,000",
    "£1m a year",
    "two or more",
    "six months",
    "twelve months",
    "High net worth individual",
    "Self-certified sophisticated investor",
    "pension",
    "prepared to lose all the money you invest",
  ],
};

it.each(Object.entries(owed))("The page %s contains every required sentence and number", async (path, sentences) => {
  const words = textOf(mainOf((await read(path)).body)).toLowerCase();
  expect(sentences.filter((sentence) => !words.includes(sentence.toLowerCase()))).toEqual([]);
});

interface Link {
  href: string;
  attributes: string;
}

const linksOf = (html: string): Link[] =>
  [...html.matchAll(/<a\b([^>]*)>/g)].flatMap(([, attributes = ""]) => {
    const href = /\bhref="([^"]*)"/.exec(attributes)?.[1];
    return href === undefined ? [] : [{ href: href.replace(/&amp;/g, "&"), attributes }];
  });

describe("The site without scripts", () => {
  const pages = new Map<string, string>();
  const external = new Map<string, Link>();
  const visited = new Set<string>();
  beforeAll(async () => {
    const waiting = ["/"];
    while (waiting.length > 0) {
      const path = waiting.pop() as string;
      const { status, body } = await read(path);
      visited.add(path);
      if (status === 302) continue;
      expect([path, status]).toEqual([path, 200]);
      pages.set(path, body);
      for (const link of linksOf(body)) {
        const url = new URL(link.href, "http://127.0.0.1:3000");
        if (url.protocol === "mailto:") continue;
        if (url.origin !== "http://127.0.0.1:3000") external.set(link.href, link);
        else if (!visited.has(url.pathname) && !waiting.includes(url.pathname)) waiting.push(url.pathname);
      }
    }
  });

  it("The site without scripts links to every page from the home page", () => {
    expect(pages.size).toBe(23);
    expect([...visited].filter((path) => !pages.has(path))).toEqual(["/sign-in-link", "/forgot-password"]);
  });
  it("Each indexable page has a unique title and description", () => {
    const listed = [...pages.values()].filter((html) => !html.includes('name="robots" content="noindex"'));
    expect(pages.size - listed.length).toBe(1);
    const heads = listed.map(
      (html) => `${/<title>([^<]+)/.exec(html)?.[1]} ${/name="description" content="([^"]+)/.exec(html)?.[1]}`,
    );
    expect(heads.filter((head) => head.includes("undefined"))).toEqual([]);
    expect(new Set(heads).size).toBe(listed.length);
  });
  it("Every anchor link has a target", () => {
    const missing = [...pages].flatMap(([path, html]) =>
      linksOf(html).filter(({ href }) => {
        const { origin, pathname, hash } = new URL(href, `http://127.0.0.1:3000${path}`);
        if (origin !== "http://127.0.0.1:3000" || !hash) return false;
        return !pages.get(pathname)?.includes(`id="${decodeURIComponent(hash.slice(1))}"`);
      }),
    );
    expect(missing).toEqual([]);
  });
  it("External links open in a new tab with noopener", () => {
    expect(external.size).toBeGreaterThan(20);
    for (const { attributes } of external.values()) {
      expect(attributes).toContain('target="_blank"');
      expect(attributes).toMatch(/rel="[^"]*\bnoopener\b/);
    }
  });
});

const sampleClaims: Record<string, string[]> = {
  "/": ["We invest beside you", "mostly SaaS", "SaaS investment opportunities", "Exclusive networking events"],
  "/about": ["club and its founders invest", "people who back people", "Vetted opportunities, low fees"],
  "/founders": ["club and its founders invest", "most of them SaaS", "most of it SaaS"],
};

const claimsOn = async (visitor: Call, path: string): Promise<string[]> => {
  const { body } = await visitor("GET", path, undefined, { accept: "text/html" });
  return (sampleClaims[path] ?? []).filter((claim) => textOf(mainOf(body)).includes(claim));
};

it("The sample club makes claims that an operator has to answer for, such as that the club invests itself", async () => {
  for (const [path, claims] of Object.entries(sampleClaims)) expect(await claimsOn(club.visitor, path)).toEqual(claims);
});

it("A real club makes none of the sample's claims before its setup or without it", async () => {
  const { visitor } = await openTestApp({ isSampleClub: false });
  for (const path of Object.keys(sampleClaims)) expect(await claimsOn(visitor, path)).toEqual([]);
});
