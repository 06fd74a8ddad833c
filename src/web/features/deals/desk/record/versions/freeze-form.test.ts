import { expect, it } from "vitest";
import type { Signatory } from "#shared/people/signatories.ts";
import { panelOf, twoSignFrom } from "./freeze-form.tsx";

const of = (user_id: string, standing_since: string | null, stands_from: string | null = null) =>
  ({ user_id, standing_since, stands_from }) as Signatory;
const people = [
  of("a", "2027-01-02T10:00:00Z"),
  of("b", null, "2027-02-09T10:00:00Z"),
  of("c", null, "2027-02-07T10:00:00Z"),
];
const chosen = (...signs: string[]) =>
  people.map(({ user_id }) => ({ user_id, signs: signs.includes(user_id), arranges: false, invests_pence: "" }));

it("The offer has its second signature when the second of those chosen can sign", () => {
  expect(twoSignFrom(people, chosen("a", "b", "c"))).toBe("2027-02-07T10:00:00Z");
  expect(twoSignFrom(people, chosen("a", "b"))).toBe("2027-02-09T10:00:00Z");
  expect(twoSignFrom(people, chosen("a"))).toBeNull();
  expect(twoSignFrom([...people, of("d", null)], chosen("a"))).toBeNull();
});

it("The panel of the first version is everybody who can sign, and arranges nothing", () => {
  expect(panelOf(people, [])).toEqual(chosen("a", "b", "c"));
});

it("The panel of a later version begins as that of the version before, with what its members said", () => {
  const member = { name: "Eleanor Vance", capacity: "admin" as const, arranges: true, invests_pence: 500_050 };
  const former = [
    { ...member, user_id: "c" },
    { ...member, user_id: "a", arranges: false, invests_pence: null },
    { ...member, user_id: null },
  ];
  expect(panelOf(people, former)).toEqual([
    { user_id: "a", signs: true, arranges: false, invests_pence: "" },
    { user_id: "b", signs: false, arranges: false, invests_pence: "" },
    { user_id: "c", signs: true, arranges: true, invests_pence: "5000.50" },
  ]);
});
