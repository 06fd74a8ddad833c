import { type Insertable, sql } from "kysely";
import { describe, expect, it } from "vitest";
import { composeMail } from "#server/mails.ts";
import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, buildPerson } from "#server/sample/builders.ts";
import { defaultClub, defaultSettings } from "#shared/settings/club.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import type { DB } from "../../platform/db/database.generated.ts";

let now = new Date("2026-05-31T10:00:00Z");
const club = await openTestApp({ now: () => now });
const admin = await club.as(await buildAdmin(club.db, { full_name: "Amara Okafor" }));

/** Overwrites the saved value. */
async function save(key: keyof typeof defaultSettings, value: unknown) {
  const { body } = await admin("GET", `/api/settings/${key}`);
  return admin("PUT", `/api/settings/${key}`, { value, expected_revision: body.revision });
}

describe("GET /settings", () => {
  it("returns the defaults to a visitor of a club where nobody has changed anything", async () => {
    const { status, body, headers } = await club.visitor("GET", "/api/settings");
    expect([status, body]).toEqual([200, defaultClub]);
    expect(body).not.toHaveProperty("deal_texts");
    expect(headers.get("cache-control")).toBe("no-cache");
  });
});

describe("GET /settings/{key}", () => {
  it("returns 422 for an unknown key", async () => {
    const { status, body } = await admin("GET", "/api/settings/secrets");
    expect([status, body.errors[0].path]).toEqual([422, "key"]);
  });
  it("returns the default, at revision 0, while nobody has changed the setting", async () => {
    expect((await admin("GET", "/api/settings/figures")).body).toEqual({
      key: "figures",
      value: defaultSettings.figures,
      default_value: defaultSettings.figures,
      revision: 0,
      updated_at: null,
      updated_by_name: null,
      needs_second_person: false,
      proposal: null,
    });
  });
});

describe("PUT /settings/{key}", () => {
  const { identity, brand, plans } = defaultSettings;

  it.each([
    [
      "identity",
      { ...identity, contact_email: "nowhere" },
      "value.contact_email",
      "Please enter a valid email address.",
    ],
    ["identity", { ...identity, name: " " }, "value.name", "Please fill this in"],
    [
      "identity",
      { ...identity, company_number: "abc 12" },
      "value.company_number",
      "Please enter a company number like 01234567 or SC123456",
    ],
    ...["12-6", "6-6", "six", "0", "0-4", "lots", "6-12 or so"].flatMap((typed) =>
      (["deals_per_year", "weeks_to_close_for_founders"] as const).map(
        (field) =>
          [
            "figures",
            { ...defaultSettings.figures, [field]: typed },
            `value.${field}`,
            "Please enter a whole number or a range that rises, like 8 or 6-12",
          ] as const,
      ),
    ),
    [
      "links",
      { ...defaultSettings.links, booking: "javascript:alert(1)" },
      "value.booking",
      "Please enter a web address that begins with https://",
    ],
    [
      "deal_texts",
      { ...defaultSettings.deal_texts, sender: "Sent by {operator}, {adress}." },
      "value.sender",
      "{adress} is not filled in. Please use {operator} or {address}, or leave the braces out",
    ],
    ["plans", plans.toReversed(), "value", "The plans are Trial, Premium and VIP, in this order"],
    [
      "brand",
      { ...brand, main_colour: "green" },
      "value.main_colour",
      "Please enter a colour as # and six digits, like #1f4d3a",
    ],
    [
      "brand",
      { ...brand, accent_colour: "#f4a63c" },
      "value.accent_colour",
      "This colour on a shaded band has 1.74 to 1 and needs 4.5. The nearest that passes is #906223",
    ],
  ] as const)("returns 422 and names the field of %s: %j", async (key, value, path, message) => {
    const { status, body } = await save(key, value);
    expect([status, body.code, body.errors]).toEqual([422, "invalid_body", [{ path, message }]]);
  });

  it.each(["8", "6-12", "5–8", "10 - 12"])("accepts %s as a figure of pages", async (typed) => {
    const figures = { ...defaultSettings.figures, deals_per_year: typed, weeks_to_close_for_founders: typed };
    expect((await save("figures", figures)).status).toBe(200);
    expect((await club.visitor("GET", "/api/settings")).body.figures).toEqual(figures);
    await save("figures", defaultSettings.figures);
  });

  it("reads the time to send money from deals alone, and not one saved among the figures before", async () => {
    const old = { ...defaultSettings.figures, transfer_window_hours: 72 };
    await club.db
      .updateTable("club_settings")
      .set({ value: JSON.stringify(old) })
      .where("key", "=", "figures")
      .execute();
    await save("deals", { ...defaultSettings.deals, funds_window_hours: 60 });
    for (const path of ["/", "/founders", "/insights/angel-syndicates"]) {
      const { body } = await club.visitor("GET", path);
      expect(body.replaceAll("<!-- -->", "")).toContain("60 hours");
      expect(body).not.toContain("72 hours");
    }
    expect((await save("figures", old)).body.value).toEqual(defaultSettings.figures);
    await save("deals", defaultSettings.deals);
  });

  it("changes what pages, feed, mails and calendar say at once", async () => {
    const name = "Saplings & Sons";
    const saved = await save("identity", { ...identity, name, contact_email: "ask@saplings.example" });
    expect(saved.body).toMatchObject({ revision: 1, updated_by_name: "Amara Okafor", value: { name } });
    const [event] = (await admin("GET", "/api/audit-events?kind=setting_changed")).body.items;
    expect(event).toMatchObject({
      actor: { full_name: "Amara Okafor" },
      subject: null,
      details: { key: "identity", revision: 1, fields: "Name of the club, Contact email" },
    });
    expect((await club.visitor("GET", "/")).body).toContain("<title>Saplings &amp; Sons | Invest in Start-ups</title>");
    expect((await club.visitor("GET", "/contact")).body).toContain("ask@saplings.example");
    expect((await club.visitor("GET", "/feed.xml")).body).toContain("<title>Saplings &amp; Sons Insights</title>");
    const { id: user_id } = await buildPerson(club.db);
    const mail = await composeMail(club, { template: "membership-approved", user_id });
    expect([mail?.subject, mail?.sender]).toEqual([
      "Welcome to Saplings & Sons: your membership is approved",
      { name, address: "info@kindling.example" },
    ]);
    expect(mail?.text).toContain("ask@saplings.example");
    await save("identity", identity);
  });

  it("tells all other admins by email of settings that decide over deals, and nobody of the rest", async () => {
    const other = await buildAdmin(club.db, { full_name: "Tom Hart" });
    const mails = () =>
      club.db
        .selectFrom(
          sql<{ data: { template: string; key: string; user_id: string; revision: number } }>`pgboss.job`.as("j"),
        )
        .select("j.data")
        .where(sql<boolean>`j.data ->> 'template' = 'setting-changed'`)
        .execute();
    await save("figures", defaultSettings.figures);
    expect(await mails()).toEqual([]);
    const saved = await save("deals", { ...defaultSettings.deals, cooling_off_hours: 1 });
    expect(saved.status).toBe(200);
    const told = (await mails()).map(({ data }) => data);
    expect(told.map(({ user_id }) => user_id)).toContain(other.id);
    expect(told.every(({ key, revision }) => key === "deals" && revision === saved.body.revision)).toBe(true);
    const mail = await composeMail(club, {
      template: "setting-changed",
      user_id: other.id,
      key: "deals",
      revision: saved.body.revision,
    });
    expect([mail?.subject, mail?.link]).toEqual([
      "Settings of Kindling changed: Deals",
      expect.stringContaining("/members?tab=admin&view=deal-rules#deals"),
    ]);
    expect(mail?.text).toMatch(/Amara Okafor changed Settings → Deals on \d+ \w+ \d{4}, \d\d:\d\d\./);
    const again = await save("deals", saved.body.value);
    expect(again.body).toMatchObject({ revision: saved.body.revision, updated_at: saved.body.updated_at });
    expect(await mails()).toHaveLength(told.length);
    await save("deals", defaultSettings.deals);
    const authors = await club.db
      .selectFrom("club_setting_revisions")
      .select("created_by")
      .where("key", "=", "deals")
      .execute();
    const toldSince = (await mails()).map(({ data }) => data.user_id);
    expect(authors.some(({ created_by }) => created_by !== null && toldSince.includes(created_by))).toBe(false);
  });

  it("changes the colours of pages, web app and mails at once", async () => {
    expect((await club.visitor("GET", "/")).body).not.toContain("/brand.css");
    expect((await club.visitor("GET", "/site.webmanifest")).body.theme_color).toBe("#14352a");
    await save("brand", { ...brand, main_colour: "#1d4ed8" });
    for (const path of ["/", "/login", "/insights/eis-seis-tax-schemes"])
      expect((await club.visitor("GET", path)).body).toContain('<link rel="stylesheet" href="/brand.css"/>');
    const styles = await club.visitor("GET", "/brand.css");
    expect([styles.status, styles.headers.get("content-type"), styles.headers.get("cache-control")]).toEqual([
      200,
      "text/css; charset=utf-8",
      "no-cache",
    ]);
    expect(styles.body).toContain("--color-pine:#1d4ed8;--color-pine-deep:#143695;");
    expect(styles.body).not.toContain("--color-ember");
    const etag = styles.headers.get("etag") ?? "";
    expect((await club.visitor("GET", "/brand.css", undefined, { "if-none-match": etag })).status).toBe(304);
    const manifest = await club.visitor("GET", "/site.webmanifest");
    expect([manifest.headers.get("content-type"), manifest.body.theme_color]).toEqual([
      "application/manifest+json",
      "#143695",
    ]);
    const { id: user_id } = await buildPerson(club.db);
    const mail = await composeMail(club, { template: "membership-approved", user_id });
    expect(mail?.html).toContain("background-color:#1d4ed8");
    expect(mail?.html).toContain('<meta name="color-scheme" content="light only"/>');
    expect(mail?.html).not.toContain("prefers-color-scheme");
    await save("brand", brand);
    expect((await club.visitor("GET", "/")).body).not.toContain("/brand.css");
    expect((await club.visitor("GET", "/brand.css")).body).toBe("");
  });

  it("returns markup as text, in documents and in the data beside them", async () => {
    await save("identity", { ...identity, name: "</script><b>A</b>" });
    const { body } = await club.visitor("GET", "/");
    expect(body).not.toContain("<b>A</b>");
    expect(body).toContain("&lt;/script&gt;&lt;b&gt;A&lt;/b&gt;");
    await save("identity", identity);
  });

  it("returns 409 with the present setting to the later of two editors", async () => {
    const { body } = await admin("GET", "/api/settings/links");
    const [mine, theirs] = ["https://mine.example", "https://theirs.example"];
    const links = (booking: string) => ({
      value: { ...defaultSettings.links, booking },
      expected_revision: body.revision,
    });
    expect((await admin("PUT", "/api/settings/links", links(theirs))).status).toBe(200);
    const late = await admin("PUT", "/api/settings/links", links(mine));
    expect([late.status, late.body.code, late.body.record.value.booking]).toEqual([409, "revision_conflict", theirs]);
    expect((await club.visitor("GET", "/api/settings")).body.links.booking).toBe(theirs);
  });
});

describe("Terms", () => {
  const [first] = defaultSettings.terms;
  if (!first) throw new Error("A club has terms.");
  const dearer = (effective_from: string) => ({
    ...first,
    effective_from,
    minimum_investment_pence: 1_000_00,
    plans: { ...first.plans, Premium: { annual_price_pence: 420_00, investment_fee_percent: 4.5 } },
  });
  const premium = async () => {
    const { body } = await club.visitor("GET", "/api/settings");
    const { price, investment_fee_percent } = body.plans[1];
    return [price, investment_fee_percent, body.minimum_investment_pence];
  };

  it("Terms hold from London's midnight on their date, on pages too", async () => {
    expect((await save("terms", [first, dearer("2026-06-01")])).status).toBe(200);
    // 23:30 in London, summer time.
    now = new Date("2026-05-31T22:30:00Z");
    expect(await premium()).toEqual(["£395", 4, 500_00]);
    expect((await club.visitor("GET", "/membership")).body).toContain("£395");
    now = new Date("2026-05-31T23:00:00Z");
    expect(await premium()).toEqual(["£420", 4.5, 1_000_00]);
    expect((await club.visitor("GET", "/membership")).body).not.toContain("£395");
  });

  it("Terms stay as they are once they have begun", async () => {
    now = new Date("2026-06-02T10:00:00Z");
    const { status, body } = await save("terms", [{ ...first, minimum_investment_pence: 100 }, dearer("2026-06-01")]);
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          path: "value.0.effective_from",
          message:
            "Terms that begin before 2 June 2026 stay as they are. Please add new ones from 2 June 2026 or later",
        },
      ],
    ]);
    expect((await save("terms", [first])).body.errors[0].path).toBe("value.1.effective_from");
  });

  it("Terms do not begin in the past", async () => {
    const { body } = await save("terms", [first, dearer("2026-06-01"), dearer("2026-06-01")]);
    expect(body.errors).toEqual([
      { path: "value", message: "Other terms start on this day. Please choose another day" },
    ]);
    const disordered = await save("terms", [first, dearer("2026-07-01"), dearer("2026-06-01")]);
    expect(disordered.body.errors).toEqual([
      { path: "value", message: "Please order the terms by their date, each date once" },
    ]);
    now = new Date("2026-06-03T10:00:00Z");
    const late = await save("terms", [first, dearer("2026-06-01"), dearer("2026-06-02")]);
    expect(late.body.errors).toEqual([
      { path: "value.2.effective_from", message: "New terms start on 3 June 2026 or later" },
    ]);
    const earlier = await save("terms", [first, dearer("2026-05-01"), dearer("2026-06-01")]);
    expect(earlier.body.errors).toEqual([
      { path: "value.1.effective_from", message: "New terms start on 3 June 2026 or later" },
    ]);
  });
});

describe("The figures of the members area", () => {
  const [first, second, third] = defaultSettings.stats;
  const shown = async () =>
    (await club.visitor("GET", "/api/settings")).body.stats.map(({ value }: { value: string }) => value);
  const later = (milliseconds: number) => (now = new Date(now.getTime() + milliseconds));

  it("Figures are typed until an admin has them counted: members approved and not suspended, from five on", async () => {
    await sql`delete from user_roles where role = 'member'`.execute(club.db);
    for (let count = 1; count < 5; count++) await buildPerson(club.db);
    await buildPerson(club.db, { status: "pending" });
    expect(await shown()).toEqual(["3", "50+", "£100K+"]);
    await save("stats", [first, { ...second, computed: "members" }, third]);
    expect((await shown())[1]).toBe("50+");
    await buildPerson(club.db);
    later(61_000);
    expect((await shown())[1]).toBe("5");
    for (let count = 5; count < 12; count++) await buildPerson(club.db);
    expect((await shown())[1]).toBe("5");
    later(61_000);
    expect(await shown()).toEqual(["3", "10+", "£100K+"]);
    await save("stats", defaultSettings.stats);
  });

  it("Figures count companies with shares that are not sold or lost, and what all shares cost", async () => {
    const investors = await Promise.all(["vip", "vip", "vip", "vip", "vip"].map(() => buildInvestor(club.db)));
    const hold = (index: number) =>
      buildHeldRound(club.db, {
        company: { name: `Company ${index}` },
        code: `CH${index}`,
        terms: { price: "1", scheme: "EIS" },
        called_on: "2026-05-04",
        wired_on: "2026-05-11",
        issued_on: "2026-05-12",
        members: investors.map(({ record_id }) => ({
          record_id,
          tier: "vip" as const,
          shares: 1000,
          paid_on: "2026-05-05",
        })),
      });
    await save("stats", [{ ...first, computed: "held_companies" }, second, { ...third, computed: "invested" }]);
    for (const index of [2, 3, 4, 5]) await hold(index);
    later(61_000);
    expect(await shown()).toEqual(["3", "50+", "£100K+"]);
    await hold(6);
    const lost = await hold(7);
    later(61_000);
    expect(await shown()).toEqual(["6", "50+", "£30K"]);
    const price = {
      company_id: lost.company_id,
      confirmed_at: now,
      as_of: "2026-06-01",
      basis: "nil" as const,
      price: "0",
      source: "Liquidator’s letter",
    };
    const give = (change: Partial<Insertable<DB["share_prices"]>>) =>
      club.db
        .insertInto("share_prices")
        .values({ ...price, ...change })
        .execute();
    await give({ as_of: "2026-05-01" });
    later(61_000);
    expect(await shown(), "lost before these shares were issued").toEqual(["6", "50+", "£30K"]);
    await give({});
    later(61_000);
    expect(await shown()).toEqual(["5", "50+", "£30K"]);
    await give({ as_of: "2026-06-02", basis: "last_round", price: "2", share_class: "Preference" });
    later(61_000);
    expect(await shown(), "a price of another class").toEqual(["5", "50+", "£30K"]);
    await save("stats", defaultSettings.stats);
  });
});

describe("GET /settings/stats/counted", () => {
  it("returns what pages would say, whether the figure is counted or typed", async () => {
    expect((await admin("GET", "/api/settings/stats/counted")).body).toEqual({
      companies: "3",
      held_companies: "5",
      members: "10+",
      invested: "£30K",
    });
  });
});

describe("The ages of prices", () => {
  it.each([
    [{ fresh: 12, ageing: 12, stale: 36 }, "value.ageing"],
    [{ fresh: 6, ageing: 12, stale: 11 }, "value.stale"],
    [{ fresh: 0, ageing: 12, stale: 36 }, "value.fresh"],
    [{ fresh: 6, ageing: 12, stale: 121 }, "value.stale"],
  ])("The ages of prices return 422 for %j at %s", async (value, path) => {
    const { status, body } = await save("price_ages", value);
    expect([status, body.errors[0].path]).toEqual([422, path]);
  });
});

describe("GET /settings/{key}/revisions", () => {
  it("lists every value that was saved, newest first, with its editor", async () => {
    const stats = (value: string) => [{ ...defaultSettings.stats[0], value }, ...defaultSettings.stats.slice(1)];
    for (const value of ["4", "5"]) await save("stats", stats(value));
    const { body } = await admin("GET", "/api/settings/stats/revisions");
    const found = body.items.map((item: { revision: number; value: { value: string }[]; created_by_name: string }) => [
      item.revision,
      item.value[0]?.value,
      item.created_by_name,
    ]);
    expect(found.slice(0, 2)).toEqual([
      [6, "5", "Amara Okafor"],
      [5, "4", "Amara Okafor"],
    ]);
  });
  it("lists revisions that nobody can change", async () => {
    const { id } = await buildAdmin(club.db);
    const change = club.asActor({ userId: id }, (tx) => tx.deleteFrom("club_setting_revisions").execute());
    await expect(change).rejects.toThrow("permission denied");
  });
});
