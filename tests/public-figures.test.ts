import { sql } from "kysely";
import { expect, it } from "vitest";
import { buildAdmin } from "#server/sample/builders.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import type { SettingKey } from "#shared/settings/settings.ts";
import { openTestApp, type TestApp } from "./support/test-app.ts";

const club = await openTestApp();

const save = (of: TestApp, key: SettingKey, value: unknown) =>
  of.db
    .insertInto("club_settings")
    .values({ key, value: JSON.stringify(value) })
    .execute();
const textOf = async (path: string) => {
  const { body } = await club.visitor("GET", path, undefined, { accept: "text/html" });
  const main = body.slice(body.indexOf("<main"), body.indexOf("</main>"));
  return main
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "’")
    .replace(/\s+/g, " ");
};

await save(club, "terms", [
  ...defaultSettings.terms,
  {
    effective_from: "2020-01-01",
    minimum_investment_pence: 1_000_00,
    plans: {
      Trial: { annual_price_pence: 30_00, investment_fee_percent: 10 },
      Premium: { annual_price_pence: 250_50, investment_fee_percent: 5 },
      VIP: { annual_price_pence: 900_00, investment_fee_percent: 1 },
    },
  },
]);
// Its first feature is as a club typed it before plans showed their fees themselves.
await save(
  club,
  "plans",
  defaultSettings.plans.map((plan) => ({ ...plan, features: ["12.5% investment fee", "A monthly letter"] })),
);

it.each(["/", "/membership", "/founders", "/calculator", "/insights/beginner-angel-investors"])(
  "The page %s shows no fee and no price of the sample once a club has its own, and names no plan for what its plans lack",
  async (path) => {
    const text = await textOf(path);
    expect(text.length).toBeGreaterThan(500);
    const ofTheSample =
      /(?<![\d.])12\.5% investment fee|£395 per|£985|4% investment|from £500\b|on Trial the price|on VIP the fee|Start free|on Premium and VIP|Online Academy on Trial|Gold Club/;
    const isArticle = path.startsWith("/insights");
    expect((isArticle ? /Trial|VIP|present prices/ : ofTheSample).exec(text)?.[0]).toBeUndefined();
  },
);

it("The break-even is the difference in price by the difference in fee, and the sum shows how it is worked out", async () => {
  const text = await textOf("/membership");
  expect(text).toContain("(£900 − £250.50) ÷ (5% − 1%) = £16,238.");
  expect(text).toContain("Costs less than Premium once you invest more than £16,238 in a year.");
  expect(text).toContain("0% annual fee on investments");
});

it("Plans have one note on applying where all or none have a form; else each plan has its own", async () => {
  const withForms = async (...forms: boolean[]) => {
    const plans = defaultSettings.plans.map((plan, index) => ({
      ...plan,
      application_url: forms[index] ? plan.application_url : null,
    }));
    await club.db
      .updateTable("club_settings")
      .set({ value: JSON.stringify(plans) })
      .where("key", "=", "plans")
      .execute();
    const text = await textOf("/membership");
    return [
      "Applying takes you to a form in a new tab.",
      "A form, in a new tab",
      "You write to us",
      "To apply, write to us.",
    ].map((words) => text.split(words).length - 1);
  };
  expect(await withForms(true, true, true)).toEqual([1, 0, 0, 0]);
  expect(await withForms(true, false, false)).toEqual([0, 1, 2, 0]);
  expect(await withForms(false, false, false)).toEqual([0, 0, 0, 1]);
});

it("The privacy page matches the newsletter setting, and a page that does not match refuses the list", async () => {
  const call = await club.as(await buildAdmin(club.db));
  const choose = async (mode: string) => {
    const { value, revision } = (await call("GET", "/api/settings/newsletter")).body;
    return call("PUT", "/api/settings/newsletter", { value: { ...value, mode }, expected_revision: revision });
  };
  expect(await textOf("/privacy")).toContain(
    "for now it sends nothing, and what you type into it stays in your browser.",
  );
  expect((await choose("list")).status).toBe(200);
  const listed = await textOf("/privacy");
  expect(listed).toContain("the club keeps the address that you type in");
  expect(listed).not.toContain("sends nothing");
  await choose("off");
  expect(await textOf("/privacy")).toContain("The club collects no addresses for a newsletter.");

  await club.db
    .updateTable("content_items")
    .set({ published: sql`jsonb_set(published, '{title}', '"The box: for now it sends nothing"')` })
    .where("kind", "=", "page")
    .where("slug", "=", "privacy")
    .execute();
  const refused = await choose("list");
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [
      {
        path: "value.mode",
        message:
          "The privacy page still says that the newsletter box sends nothing. Change that sentence in Content, publish the page, and save this again",
      },
    ],
  ]);
});
