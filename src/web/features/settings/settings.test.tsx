// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { adminPaths } from "#shared/admin-paths.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import { settingSections } from "#shared/settings/setting-fields.ts";
import { settingPath } from "#shared/settings/setting-parts.ts";
import type { SettingKey } from "#shared/settings/settings.ts";
import {
  type Answers,
  expectToast,
  fill,
  findField,
  json,
  list,
  openPage,
  press,
  problem,
  sessionOf,
} from "#tests/support/open-page.tsx";

const settingOf = (key: SettingKey) =>
  json({
    key,
    value: defaultSettings[key],
    default_value: defaultSettings[key],
    revision: 0,
    updated_at: null,
    updated_by_name: null,
  });
const open = (key: SettingKey, answer = json({}), session = sessionOf({ role: "admin" })) =>
  openPage(settingPath(key).replace(/#.*/, ""), {
    session,
    answers: {
      ...Object.fromEntries(settingSections.map((section) => [`GET /settings/${section.key}`, settingOf(section.key)])),
      "GET /settings/terms": settingOf("terms"),
      [`PUT /settings/${key}`]: answer,
      "GET /investments": list(),
    },
  });
const refusal = (path: string, message: string) =>
  problem(422, "invalid_body", `${path}: ${message}`, [{ path, message }]);

it("A refused tick of a setting shows the reason below it", async () => {
  const { user } = await open("deals", refusal("value.is_enabled", "Install both forms first"));
  await user.click(await screen.findByRole("checkbox", { name: "Deals are on" }));
  await press(user, "Save settings of Deals");
  const note = await screen.findByText("Install both forms first");
  const tick = screen.getByRole("checkbox", { name: "Deals are on" });
  expect([tick.getAttribute("aria-describedby"), tick.getAttribute("aria-invalid")]).toEqual([note.id, "true"]);
});

it("A refusal that no field shows is a toast", async () => {
  const { user } = await open("deals", refusal("value.nothing_here", "Please mend this"));
  await user.click(await screen.findByRole("checkbox", { name: "Deals are on" }));
  await press(user, "Save settings of Deals");
  await expectToast("Failed to save settings", "Please mend this");
});

it("New terms that were typed before a reload are there again, with a note", async () => {
  const session = sessionOf({ role: "admin" });
  const key = `setting-terms-${session.user.id}`;
  sessionStorage.setItem(key, JSON.stringify({ "plans-VIP-annual_price_pence": "1,200" }));
  const { user } = await open("terms", json({}), session);
  expect((await findField("VIP: price a year, £")).value).toBe("1,200");
  expect(screen.getByText("What you had typed is still here, and not saved yet.")).toBeTruthy();
  await fill(user, await findField("Premium: price a year, £"), "450");
  expect(JSON.parse(sessionStorage.getItem(key) ?? "")).toMatchObject({ "plans-Premium-annual_price_pence": "450" });
});

it("New terms without a day and with a fee of 101 % are refused for both at once", async () => {
  const { user } = await open("terms");
  await fill(user, await findField("VIP: investment fee, %"), "101");
  await press(user, "Add these terms");
  expect(await screen.findByText("Please enter at most 100%")).toBeTruthy();
  expect(screen.getByText("Please enter a date")).toBeTruthy();
});

it("An admin stops all deals after a question, and nothing else of the setting changes", async () => {
  const sent: unknown[] = [];
  const save: Answers[string] = ({ body }) => {
    sent.push(body);
    return settingOf("deals");
  };
  const { user } = await openPage(adminPaths.stopDeals, {
    session: sessionOf({ role: "admin" }),
    answers: { "GET /settings/deals": settingOf("deals"), "PUT /settings/deals": save },
  });
  await press(user, "Stop all deals");
  const dialog = await screen.findByRole("dialog", { name: "Stop all deals?" });
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Stop all deals" }));
  await expectToast("All deals are stopped");
  expect(sent).toEqual([{ value: { ...defaultSettings.deals, kill_switch: true }, expected_revision: 0 }]);
});
