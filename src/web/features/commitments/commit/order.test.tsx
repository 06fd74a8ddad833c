import { expect, it, vi } from "vitest";
import { markupOf, textOf } from "#tests/support/static-markup.tsx";
import { Order } from "./commit-form.tsx";

vi.stubGlobal("sessionStorage", { getItem: () => null });

const terms = {
  priority_tiers: ["vip" as const],
  priority_share_percent: 50,
  priority_until: "2027-01-13T10:00:00.000Z",
};
const textFor = (tier: "vip" | "trial", band: "priority" | "general", cooling_off_until: string | null) =>
  textOf(markupOf(<Order terms={terms} band={band} offer={{ tier, cooling_off_until }} />));

it("A member who cannot commit before the priority ends is told to be with everybody else", () => {
  const later = "2027-01-13T10:00:00.000Z";
  expect(textFor("vip", "priority", null)).toMatch("you are among the members with priority");
  expect(textFor("vip", "general", later)).toMatch(
    "you are with everybody else, as priority ends on Wednesday, 13 January 2027, 10:00, before you can commit. VIP members get 50%",
  );
  expect(textFor("trial", "general", later)).toMatch("Order: you are with everybody else. VIP members");
});
