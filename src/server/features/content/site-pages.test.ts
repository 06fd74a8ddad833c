import { beforeEach, describe, expect, it } from "vitest";
import { createAsOwner } from "#server/platform/db/as-owner.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import type { SitePageContent } from "#shared/content/site-page-layouts.ts";
import { defaultSettings, toClub } from "#shared/settings/club.ts";
import { noQueue } from "#tests/support/no-queue.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { contentJobs } from "./index.ts";
import { installStarterContent } from "./install-starter-content.ts";

let now = new Date();
const club = await openTestApp({ now: () => now });
const admin = await club.as(await buildAdmin(club.db));
const carry = "A share of the profit when a company sells. 20% carry on £18,000 profit is £3,600. Here it is £0.".split(
  /(?<=\.) /,
);
/** What the starter's home page has typed into it, and somebody checks each time. */
const checked_sentences = carry.filter((sentence) => /[%£]/.test(sentence));

async function read(slug = "home"): Promise<{ id: string; revision: number; draft: SitePageContent }> {
  const { id } = await club.db
    .selectFrom("content_items")
    .select("id")
    .where("kind", "=", "site_page")
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  return (await admin("GET", `/api/content/${id}`)).body;
}

async function save(change: (draft: SitePageContent) => void, slug = "home") {
  const { id, revision, draft } = await read(slug);
  change(draft);
  return admin("PUT", `/api/content/${id}`, { expected_revision: revision, content: draft });
}

async function publish(more: object = { checked_sentences }, slug = "home") {
  const { id, revision } = await read(slug);
  return admin("POST", `/api/content/${id}/publish`, { expected_revision: revision, ...more });
}

const sectionOf = (draft: SitePageContent, key: string) => {
  const found = draft.sections.find((section) => section.key === key);
  if (!found) throw new Error(`There is no section ${key}.`);
  return found;
};

const pageAt = async (path: string): Promise<string> =>
  (await club.visitor("GET", path, undefined, { accept: "text/html" })).body;

beforeEach(async () => {
  now = new Date();
  await club.visitor("GET", "/");
});

describe("A page of the site", () => {
  it("shows what its operator has published, and keeps what is hidden off the document and its data", async () => {
    await save((draft) => {
      sectionOf(draft, "banner").title = "Come and meet us";
      sectionOf(draft, "why_join").is_shown = false;
      const [first] = sectionOf(draft, "philosophy").points;
      if (first) first.is_shown = false;
      sectionOf(draft, "how_it_works").points.splice(5, 1);
    });
    expect(await pageAt("/")).toContain("Bring your stick to the fire");
    expect((await publish()).status).toBe(200);
    const html = await pageAt("/");
    expect(html).toContain("Come and meet us");
    for (const gone of ["Bring your stick", "Exclusive networking events", "We invest beside you", "Access your"])
      expect([gone, html.includes(gone)]).toEqual([gone, false]);
  });

  it("follows Settings by its placeholders", async () => {
    const { value, revision } = (await admin("GET", "/api/settings/links")).body;
    expect(await pageAt("/")).toContain("or book a call with one of us");
    await admin("PUT", "/api/settings/links", { value: { ...value, booking: null }, expected_revision: revision });
    expect(await pageAt("/")).not.toContain("or book a call with one of us");
  });

  it("refuses a placeholder that does not exist at its field, and lists those that do", async () => {
    const { status, body } = await save((draft) => {
      sectionOf(draft, "about").text = "From {minimum} on.";
    });
    expect([status, body.errors.length, body.errors[0].path]).toEqual([422, 1, "content.sections.2.text"]);
    expect(body.errors[0].message).toMatch(/^There is no value \{minimum\}\. .*\{fee_vip\}, .*\{minimum_investment\}/);
    expect(body.errors[0].message).not.toContain("{loss_relief}");
  });

  it("refuses a link that leads nowhere, another order of sections, and too many points", async () => {
    const link = await save((draft) => {
      sectionOf(draft, "contact").text = "[Call](javascript:alert)";
    });
    expect(link.body.errors[0].message).toContain("The link to javascript:alert leads nowhere.");
    const order = await save((draft) => draft.sections.reverse());
    expect(order.body.errors).toEqual([
      { path: "content.sections", message: "Please keep the sections of the page and their order." },
    ]);
    const steps = await save((draft) => {
      const { points } = sectionOf(draft, "how_it_works");
      points.push(...points.slice(0, 6), ...points.slice(0, 1));
    });
    expect(steps.body.errors[0]).toMatchObject({ message: "Please use at most 6." });
    const fixed = await save((draft) => sectionOf(draft, "stats").points.pop());
    expect(fixed.body.errors[0].path).toBe("content.sections.1.points");
  });

  it("takes the words of another page for no page", async () => {
    const { draft } = await read("about");
    const { id, revision } = await read("founders");
    const { status, body } = await admin("PUT", `/api/content/${id}`, { expected_revision: revision, content: draft });
    expect([status, body.errors[0].path]).toEqual([422, "content.sections"]);
  });

  it("is neither made, unpublished nor deleted", async () => {
    const { id, draft } = await read("about");
    expect((await admin("POST", "/api/content", { kind: "site_page", content: draft })).status).toBe(422);
    expect((await admin("POST", `/api/content/${id}/unpublish`)).body.code).toBe("content_required");
    expect((await admin("DELETE", `/api/content/${id}`)).body.code).toBe("content_required");
    expect((await admin("DELETE", "/api/content/examples")).body.removed).toBe(0);
  });
});

describe("Typed figures of a page", () => {
  const typed = "VIP costs £985 and 0% carry.";
  const type = () =>
    save((draft) => {
      sectionOf(draft, "banner").text = `Join us. ${typed}`;
    });

  it("are named with their sentence and the value of Settings, and published once they are checked", async () => {
    await type();
    const refused = await publish({});
    expect(refused.status).toBe(422);
    const messages = refused.body.errors.map(({ message }: { message: string }) => message);
    expect(messages).toHaveLength(checked_sentences.length + 1);
    expect(messages.join()).toContain(
      `“${typed}” has £985 and 0% typed into it, which stays when Settings change. Settings have the same: write {`,
    );
    expect(messages.join()).toContain("{price_vip}");
    expect((await publish({ checked_sentences })).body.errors).toHaveLength(1);
    expect((await publish({ checked_sentences: [...checked_sentences, typed] })).status).toBe(200);
    expect(await pageAt("/")).toContain(typed);
  });

  it("are checked before their publication is scheduled, and none is added until then", async () => {
    await type();
    const at = new Date(now.getTime() + 3_600_000).toISOString();
    expect((await publish({ at })).status).toBe(422);
    expect((await publish({ at, checked_sentences: [...checked_sentences, typed] })).status).toBe(200);
    const { status, body } = await save((draft) => {
      sectionOf(draft, "banner").text = `Join us. ${typed} Trial is 3%.`;
    });
    expect([status, body.errors[0].message]).toEqual([
      422,
      "A figure was typed into the text after its publication was scheduled. Cancel the publication and schedule it again.",
    ]);
    const reworded = await save((draft) => {
      sectionOf(draft, "banner").text = `Join us today. ${typed}`;
    });
    expect(reworded.status).toBe(200);
    now = new Date(at);
    const { id } = await read();
    await contentJobs["publish-content"].run(club, { content_id: id, publish_at: at });
    expect(await pageAt("/")).toContain("Join us today.");
  });
});

describe("The installation of the pages", () => {
  const paidFor = "Something that customers already pay for, or are queuing to try";

  it("gives a club that ran before what its pages said, and keeps what its admins have written", async () => {
    const other = await createTestDatabase();
    try {
      const asOwner = createAsOwner(other.db, noQueue, () => now);
      const plans = defaultSettings.plans.map((plan) => ({ ...plan, features: [] }));
      const own = toClub({ ...defaultSettings, plans }, "2026-11-20");
      const given = { isExample: true, now, readClub: async () => own };
      const pages = other.db.selectFrom("content_items").select(["slug", "published"]).where("kind", "=", "site_page");
      await other.db.insertInto("content_installations").defaultValues().execute();
      await Promise.all([installStarterContent(asOwner, given), installStarterContent(asOwner, given)]);
      const found = await pages.execute();
      const wordsOf = (slug: string) => JSON.stringify(found.find((page) => page.slug === slug)?.published);
      expect(found).toHaveLength(5);
      expect(wordsOf("home")).toContain("One cheque from us all");
      expect(wordsOf("home")).toContain("Invest with us");
      expect(wordsOf("home")).toContain("released by email, to members who ask for it, with a data room");
      expect(wordsOf("about")).toContain("About {product}");
      expect(wordsOf("membership")).toContain("Articles for everyone and founder calls");
      expect(wordsOf("founders")).toContain(paidFor);
      for (const claim of ["stick to the fire", "We invest beside you", "mostly SaaS", "Slack"])
        expect([claim, wordsOf("home").includes(claim)]).toEqual([claim, false]);
      await other.db
        .updateTable("content_items")
        .set({ published: JSON.stringify({ title: "Ours" }) })
        .where("kind", "=", "site_page")
        .execute();
      await installStarterContent(asOwner, given);
      expect(new Set((await pages.execute()).map(({ published }) => JSON.stringify(published)))).toEqual(
        new Set([JSON.stringify({ title: "Ours" })]),
      );
    } finally {
      await other.close();
    }
  });

  it("gives the sample club the steps of a raise that add up to what founders are told", async () => {
    const { draft } = await read("founders");
    const weeks = sectionOf(draft, "how_it_goes").points.map(({ note }) => note.split("-").map(Number));
    const sum = (of: (week: number[]) => number) => weeks.reduce((total, week) => total + of(week), 0);
    expect([sum(([least = 0]) => least), sum((week) => week.at(-1) ?? 0)]).toEqual([4, 8]);
    expect(defaultSettings.figures.weeks_to_close_for_founders).toMatch(/^4\D8$/);
  });
});
