import { expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { sampleStatementForms } from "#server/sample/sample-statement-forms.ts";
import { checklistItems } from "#shared/deals/deal-messages.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import type { SettingKey } from "#shared/settings/settings.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { runDealClock } from "../acts/deal-clock.ts";

const club = await openTestApp({ isSampleClub: false });
const call = await club.as(await buildAdmin(club.db));
const { identity, warnings, deal_texts, nominee, figures, deals } = defaultSettings;

const put = async (key: SettingKey, value: unknown) => {
  const { revision } = (await call("GET", `/api/settings/${key}`)).body;
  return call("PUT", `/api/settings/${key}`, { value, expected_revision: revision });
};
const switchOn = async () => {
  const { status, body } = await put("deals", { ...deals, is_enabled: true });
  return [status, body.errors?.[0].message];
};
const ask = async (path: string, body?: object) => {
  const answer = await call("POST", `/api/deals/${path}`, body);
  return [answer.status, answer.body.code, answer.body.message ?? answer.body.detail];
};
const checklist = { checklist: [...checklistItems] };
const still = (names: string) =>
  `Admin → Settings still has the sample’s words under ${names}. Replace them with the club’s own first.`;

it("A real club switches on, freezes and releases no deal under the sample's words, and is told which are left", async () => {
  for (const form of sampleStatementForms) {
    await club.db
      .insertInto("statement_forms")
      .values({
        ...form,
        content: JSON.stringify(form.content),
        valid_from: "2020-01-01",
        sha256: "a".repeat(64),
        signed_off_at: new Date("2020-01-01"),
      })
      .execute();
  }
  const all = still(
    "Identity (Company number, Taglines, Motto, Mission), Risk warnings, Deal warnings (Whom it is for), Nominee and Numbers on the public pages",
  );
  const preparing = await buildDeal(club.db, { state: "preparing" });
  const approved = await buildDeal(club.db, { state: "approved", warnings: deal_texts });
  const worded = await buildDeal(club.db, { state: "approved" });
  expect(await switchOn()).toEqual([422, all]);
  expect(await ask(`${preparing.id}/versions`, checklist)).toEqual([409, "sample_wording", all]);

  await put("identity", { ...identity, operator: "Castell Angels Ltd", company_number: "01234567" });
  expect(await ask(`${preparing.id}/versions`, checklist)).toEqual([
    409,
    "sample_wording",
    still(
      "Identity (Taglines, Motto, Mission), Risk warnings, Deal warnings (Whom it is for), Nominee and Numbers on the public pages",
    ),
  ]);
  await put("identity", {
    ...identity,
    company_number: "01234567",
    taglines: ["Angels of Castell", "Together"],
    motto: "We back what we know.",
    mission: "We invest in the companies of our valley.",
  });
  await put("warnings", warnings);
  await put("deal_texts", { ...deal_texts, headline: "All of it can be lost." });
  expect(await switchOn()).toEqual([
    422,
    still("Deal warnings (Whom it is for), Nominee and Numbers on the public pages"),
  ]);
  await put("deal_texts", { ...deal_texts, exemption: "For certified members of Castell Angels." });
  await put("nominee", { ...nominee, name: "Castell Nominees Ltd" });
  expect(await switchOn()).toEqual([422, still("Numbers on the public pages")]);
  await put("figures", figures);
  expect(await switchOn()).toEqual([200, undefined]);
  expect((await ask(`${preparing.id}/versions`, checklist))[0]).toBe(201);

  const openedState = async (id: string) => {
    await runDealClock({ ...club, log: silentLog }, id);
    return (await call("GET", `/api/deals/${id}`)).body.state;
  };
  expect(await openedState(approved.id)).toBe("approved");
  expect(await openedState(worded.id)).toBe("released");
});

it("Deals can be stopped while the sample's words are still there", async () => {
  await setDeals(club.db);
  await put("nominee", nominee);
  expect((await put("deals", { ...deals, is_enabled: true, kill_switch: true })).status).toBe(200);
});
