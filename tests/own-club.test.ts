import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { ownClubSitePages } from "#server/features/content/starter/starter-content.ts";
import { buildAdmin, buildPerson } from "#server/sample/builders.ts";
import type { SitePageContent } from "#shared/content/site-page-layouts.ts";
import { brandColours } from "#shared/settings/brand-colours.ts";
import { defaultClub } from "#shared/settings/club.ts";
import type { SettingKey } from "#shared/settings/settings.ts";
import { siteClaims } from "#shared/setup/setup-messages.ts";
import { buildHeldRound, buildOwner } from "./support/build-lots.ts";
import { takeMails } from "./support/queued-mails.ts";
import { readPdf } from "./support/read-pdf.ts";
import { type Call, createTestApp, openTestApp, type TestApp } from "./support/test-app.ts";

/** A club that is called otherwise, has other colours and other fees, and was set up in the browser. */
const club = await openTestApp({ isSampleClub: false });
const brand = { logo_file_id: null, icon_file_id: null, main_colour: "#123f7a", accent_colour: "#8a2be2" };
const identity = {
  name: "Harbour Angels",
  operator: "Harbour Angels Ltd",
  company_number: "01234567",
  address: ["1 Quay Street", "Leith"],
  contact_email: "hello@harbour.example",
  regulation: "",
};
const terms = [
  {
    effective_from: null,
    minimum_investment_pence: 1_750_00,
    plans: {
      Trial: { annual_price_pence: 31_00, investment_fee_percent: 9 },
      Premium: { annual_price_pence: 277_00, investment_fee_percent: 6 },
      VIP: { annual_price_pence: 911_00, investment_fee_percent: 2 },
    },
  },
];
const figures = {
  founder_success_fee_percent: 7,
  cheque_minimum_pence: 60_000_00,
  cheque_maximum_pence: 240_000_00,
  founders_met_per_week: 5,
  deals_per_year: "9-11",
  weeks_to_close: 6,
  weeks_to_close_for_founders: "5-9",
};

const save = (of: TestApp, key: SettingKey, value: unknown) =>
  of.db
    .insertInto("club_settings")
    .values({ key, value: JSON.stringify(value) })
    .execute();

async function setUp(of: TestApp, more: object = {}): Promise<Call> {
  const admin = await of.as(await buildAdmin(of.db, { full_name: "Ada Byron" }));
  const answer = await admin("POST", "/api/setup/finish", { ...identity, start_with: "examples", ...more });
  expect([answer.status, answer.body.state]).toEqual([200, "finished"]);
  return admin;
}

const name = /kindling/i;
const metaphors =
  /\b(the|an?|your|our|one|each|this|that|its|by|with|where|every|outlined|solid)\s+(sticks?|fires?|flames?|embers?|pines?|hearth)\b/i;
const fees = /(?<![\d.])12\.5%|£395\b|£985\b|£500\b(?!,)|(?<![\d.])4% investment|£50,000 to £500,000|\b8% of\b/;
const colours = new RegExp(
  Object.entries(brandColours(defaultClub.brand))
    .filter(([shade, colour]) => brandColours(brand)[shade as "pine"] !== colour)
    .map(([, colour]) => colour)
    .join("|"),
  "i",
);
const ofTheSample = { name, metaphors, fees, colours };

/** What people and programs read of a document: its words and attributes, without the names of styles and built files. */
const readable = (html: string): string => html.replaceAll(/ class="[^"]*"/g, "").replaceAll(/\/assets\/[\w.-]+/g, "");

const found = (text: string, kinds: Partial<typeof ofTheSample> = ofTheSample): string[] =>
  Object.entries(kinds).flatMap(([kind, pattern]) => {
    const match = pattern.exec(text);
    return match ? [`${kind}: …${text.slice(Math.max(0, match.index - 60), match.index + 60)}…`] : [];
  });

const read = (path: string, of = club) => of.visitor("GET", path, undefined, { accept: "text/html" });

let admin: Call;
beforeAll(async () => {
  admin = await setUp(club);
  await save(club, "brand", brand);
  await save(club, "terms", terms);
  await save(club, "figures", figures);
});

const pages = ["/", "/about", "/membership", "/founders", "/calculator", "/contact", "/insights", "/news"];
const others = ["/privacy", "/terms", "/hnwi-si", "/login", "/register", "/no-such-page"];

it.each([...pages, ...others, "/site.webmanifest", "/feed.xml", "/sitemap.xml", "/brand.css", "/robots.txt"])(
  "Of another club, %s has no word, colour or fee of the sample club",
  async (path) => {
    const { body } = await read(path);
    const text = readable(typeof body === "string" ? body : JSON.stringify(body));
    expect(text.length).toBeGreaterThan(40);
    expect(found(text)).toEqual([]);
  },
);

it("Of another club, no article has a word, colour or fee of the sample club", async () => {
  const { items } = (await club.visitor("GET", "/api/articles")).body;
  expect(items).toHaveLength(11);
  for (const { slug } of items) {
    const { body } = await read(`/insights/${slug}`);
    expect([slug, found(readable(body), { name, metaphors, colours })]).toEqual([slug, []]);
  }
});

it("Of another club, every mail of letting somebody in has no word, colour or fee of the sample club", async () => {
  await takeMails(club);
  const mina = "mina@harbour.example";
  await admin("POST", "/api/invitations", { email: mina });
  const [invitation] = await takeMails(club);
  const code = /[A-Z2-9]{10}/.exec(invitation?.text ?? "")?.[0];
  const account = { code, email: mina, password: "seven quiet lanterns", full_name: "Mina Rao" };
  expect((await club.visitor("POST", "/api/registrations", account)).status).toBe(201);
  await club.visitor("POST", "/api/auth/request-password-reset", { email: mina });
  const { id } = await buildPerson(club.db, { status: "pending", full_name: "Pia Lund" });
  const approval = await admin("POST", `/api/membership-requests/${id}/approve`, { tier: "premium" });
  expect([approval.status, approval.body.code]).toEqual([200, undefined]);
  const mails = [invitation, ...(await takeMails(club))];
  expect(mails.map((mail) => mail?.template).toSorted()).toEqual([
    "invitation",
    "membership-approved",
    "password-reset",
    "verification",
  ]);
  for (const mail of mails) {
    const words = [mail?.subject, mail?.text, mail?.html, mail?.sender.name, mail?.sender.address].join("\n");
    expect(words).toContain("Harbour Angels");
    expect([mail?.template, found(words)]).toEqual([mail?.template, []]);
  }
});

it("Of another club, the PDF of a member's exit has no word of the sample club", async () => {
  const owner = await buildOwner(club.db, "Amara Okafor");
  const round = await buildHeldRound(club.db, { issued_on: "2025-02-03", held: [[owner, 100]] });
  const sale = { kind: "sale", happened_on: "2026-01-30", price: "2", costs_pence: 0 };
  const nothing = { earlier_id: null, shares: null, costs_payee: null, note: null };
  const exit = await admin("POST", `/api/companies/${round.company_id}/exits`, { ...sale, ...nothing });
  const second = await club.as(await buildAdmin(club.db, { full_name: "Grace Hopper" }));
  expect((await second("POST", `/api/exits/${exit.body.id}/confirm`)).status).toBe(200);
  const headers = { cookie: await club.cookieOf(owner) };
  const response = await club.fetch(new Request(`${club.appUrl}/api/exits/${exit.body.id}/statement.pdf`, { headers }));
  const file = new Uint8Array(await response.arrayBuffer());
  const { text } = await readPdf(file);
  expect(text).toContain("Statement for Amara Okafor");
  expect(found(text)).toEqual([]);
});

it("Each claim of the setup hides a part of the words that a club of its own starts with", () => {
  const pages = new Map(ownClubSitePages().map(({ slug, content }) => [slug, content as SitePageContent]));
  for (const { places } of Object.values(siteClaims)) {
    for (const [slug, key, at] of places) {
      const section = pages.get(slug)?.sections.find((each) => each.key === key);
      const part = at === undefined ? section : section?.points[at];
      expect([slug, key, at, part?.is_shown]).toEqual([slug, key, at, false]);
    }
  }
});

it("A club's pages make no claim after the setup without a tick, and those that were ticked are published with it", async () => {
  const claims = {
    "/": ["their own money into every opportunity", "mostly SaaS", "Traditional Syndicates", "networking events"],
    "/about": ["rounds a year", "All of your returns stay yours"],
    "/founders": ["Cheque size", "hear a no"],
  };
  const claimsOf = async (of: TestApp) => {
    const shown: string[] = [];
    for (const [path, words] of Object.entries(claims)) {
      const { body } = await read(path, of);
      shown.push(...words.filter((each) => body.includes(each)));
    }
    return shown;
  };
  expect(await claimsOf(club)).toEqual([]);
  const other = await createTestApp({ isSampleClub: false });
  try {
    await setUp(other, { claims: ["beside_you", "community", "terms_for_founders"] });
    expect(await claimsOf(other)).toEqual([
      "their own money into every opportunity",
      "networking events",
      "Cheque size",
    ]);
    const { regulation } = (await other.visitor("GET", "/api/settings")).body.identity;
    expect(regulation).toBe(
      "Ask Harbour Angels Ltd at hello@harbour.example what it is to the Financial Conduct Authority.",
    );
  } finally {
    await other.close();
  }
});

it("Another club without a logo has no picture of the sample club in its previews, and icons in its own colours", async () => {
  const article = (await club.visitor("GET", "/api/articles")).body.items[0].slug;
  for (const path of ["/", "/about", "/membership", `/insights/${article}`]) {
    const { body } = await read(path);
    expect([path, body.includes("og:image"), body.includes("/previews/")]).toEqual([path, false, false]);
    expect(body).not.toMatch(/hero-flame|banner-flame|about-people/);
  }
  expect((await read("/feed.xml")).body).not.toContain("/previews/");
  const svg = (await read("/favicon.svg")).body;
  expect(svg).toContain(brand.main_colour);
  expect(found(svg)).toEqual([]);
  for (const [path, side] of [
    ["/apple-touch-icon.png", 180],
    ["/icon-192.png", 192],
    ["/icon-512.png", 512],
  ] as const) {
    const response = await club.fetch(new Request(`${club.appUrl}${path}`));
    const picture = sharp(Buffer.from(await response.arrayBuffer()));
    const { format, width, height } = await picture.metadata();
    expect([path, format, width, height]).toEqual([path, "png", side, side]);
    const [red, green, blue] = await picture.raw().toBuffer();
    expect(`#${Buffer.from([red ?? 0, green ?? 0, blue ?? 0]).toString("hex")}`).toBe(brand.main_colour);
  }
});

it("Another club's drawings are in its colours", async () => {
  const { body } = await read("/");
  const drawn = new Set([...body.matchAll(/\/assets\/[\w-]+\.svg/g)].map(([path]) => path));
  expect(drawn.size).toBeGreaterThan(5);
  for (const path of drawn) expect([path, found((await read(path)).body)]).toEqual([path, []]);
});
