import { expect, it } from "vitest";
import type { NumberedTerms } from "#shared/deals/deals.ts";
import { termsFormSchema } from "./terms-form.tsx";
import {
  closesBeforeAnswers,
  emptyTerms,
  endsBeforeFirstCommitment,
  startTerms,
  startWords,
  toTermsInput,
  toTermsValues,
} from "./terms-values.ts";

it("Money, the price and per cents are read, and what cannot be read is sent as what the schema refuses", () => {
  const typed = {
    ...emptyTerms,
    minimum_commitment_pence: "1,250.5",
    price: "£1,240.5",
    priority_share_percent: "50 %",
  };
  expect(toTermsInput(typed)).toMatchObject({
    minimum_commitment_pence: 1250_50,
    price: "1240.5",
    priority_share_percent: 50,
  });
  const wrong = { ...typed, minimum_commitment_pence: "500,00", price: "1,75", priority_share_percent: "12.5" };
  expect(toTermsInput(wrong)).toMatchObject({
    minimum_commitment_pence: Number.NaN,
    price: "",
    priority_share_percent: Number.NaN,
  });
});

const faultsOf = (values: object, least = 500_00, newest?: NumberedTerms) =>
  Object.fromEntries(
    (termsFormSchema(least, newest).safeParse({ ...emptyTerms, ...values }).error?.issues ?? []).map(
      ({ path, message }) => [path.join("."), message],
    ),
  );

it("Faults between fields are shown at each field, beside the empty ones", () => {
  const dates = {
    opens_at: "2027-07-03T10:00",
    priority_until: "2027-07-02T10:00",
    closes_at: "2027-07-01T10:00",
    completion_expected_on: "2027-06-30",
  };
  expect(faultsOf({ ...dates, club_minimum_pence: "2", club_maximum_pence: "1" })).toMatchObject({
    share_class: "Please fill this in",
    club_maximum_pence: "The club's maximum has to be at least its minimum",
    priority_until: "Priority has to end at the opening or later",
    closes_at: "The closing has to be after the end of priority",
    completion_expected_on: "Commitments close on 1 July 2027. Please enter that day or a later one",
  });
  // Half past midnight of British summer time: the day in London counts.
  const late = { closes_at: "2027-07-02T00:30", completion_expected_on: "2027-07-01" };
  expect(faultsOf(late).completion_expected_on).toBe(
    "Commitments close on 2 July 2027. Please enter that day or a later one",
  );
  expect(faultsOf({ ...late, completion_expected_on: "2027-07-02" }).completion_expected_on).toBeUndefined();
});

it("Terms begin without priority, and a share for priority with no tier ticked is refused", () => {
  const { priority_share_percent, priority_tiers } = startTerms({
    newest: undefined,
    last: undefined,
    leastPence: 1000_00,
    now: 0,
  });
  expect([priority_share_percent, priority_tiers]).toEqual(["0", []]);
  expect(faultsOf({}).priority_tiers).toBeUndefined();
  const share = { priority_share_percent: "12" };
  expect(faultsOf(share).priority_tiers).toBe("Tick who has priority, or enter 0 as their share");
  expect(faultsOf({ ...share, priority_tiers: ["premium"] }).priority_tiers).toBeUndefined();
});

it("Terms begin with the least that the club takes, and less is refused unless the terms before had it", () => {
  const { minimum_commitment_pence } = startTerms({ newest: undefined, last: undefined, leastPence: 1000_00, now: 0 });
  expect([minimum_commitment_pence, faultsOf({ minimum_commitment_pence }, 1000_00).minimum_commitment_pence]).toEqual([
    "1,000",
    undefined,
  ]);
  const less = { minimum_commitment_pence: "500" };
  const message = "The club takes £1,000 or more. Please enter at least £1,000";
  expect(faultsOf(less, 1000_00).minimum_commitment_pence).toBe(message);
  const newest = { minimum_commitment_pence: 500_00 } as NumberedTerms;
  expect(faultsOf(less, 1000_00, newest).minimum_commitment_pence).toBeUndefined();
});

it("Times are read as those of London, in summer and in winter, and given back as typed", () => {
  const typed = { ...emptyTerms, opens_at: "2027-07-01T10:00", priority_until: "2027-12-01T10:00", closes_at: "" };
  const input = toTermsInput(typed);
  expect([input.opens_at, input.priority_until, input.closes_at]).toEqual([
    "2027-07-01T09:00:00.000Z",
    "2027-12-01T10:00:00.000Z",
    "",
  ]);
});

it("Terms begin with the newest terms, as they were typed", () => {
  const typed = {
    ...emptyTerms,
    pre_money_pence: "1,500,000",
    round_total_pence: "150,000.50",
    club_minimum_pence: "1",
    club_maximum_pence: "2",
    minimum_commitment_pence: "500",
    priority_share_percent: "40",
    use_of_funds: [{ what: "Engineers", percent: "100" }],
    opens_at: "2027-07-01T10:00",
    priority_until: "2027-07-02T10:00",
    closes_at: "2027-07-03T10:00",
  };
  const { assurance_on, priority_tiers, ...terms } = toTermsInput(typed);
  const stored = { ...terms, id: "1", number: 1, created_at: "2027-01-01T00:00:00.000Z", assurance_on: null };
  const earlier = { ...stored, not_material_reason: "A typo." };
  expect(toTermsValues({ ...earlier, priority_tiers: priority_tiers ?? [] })).toEqual(typed);
  expect(assurance_on).toBe("");
});

it("A closing before members have had their time to answer is detected", () => {
  const now = Date.parse("2027-07-01T12:00:00Z");
  const isSooner = (typed: string) => closesBeforeAnswers(typed, 72, now);
  expect(["2027-07-04T12:59", "2027-07-04T13:00", "2027-06-01T10:00", "", "2027-07-04T"].map(isSooner)).toEqual([
    true,
    false,
    true,
    false,
    false,
  ]);
});

it("A priority that ends before a first commitment can be made is detected", () => {
  const priority = { opens_at: "2027-03-27T10:00", priority_tiers: ["vip"], priority_share_percent: "50" };
  const isEarly = (priority_until: string, given: object = {}) =>
    endsBeforeFirstCommitment({ ...priority, priority_until, ...given }, 24);
  // The clocks go forward that night: 10:00 is 23 hours later.
  expect(["2027-03-28T11:00", "2027-03-28T11:01", ""].map((until) => isEarly(until))).toEqual([true, false, false]);
  expect(isEarly("2027-03-27T12:00", { priority_share_percent: "0" })).toBe(false);
  expect(isEarly("2027-03-27T12:00", { priority_tiers: [] })).toBe(false);
});

it("A new deal begins with the terms of the last one, as far as they are no fact about its company", () => {
  const last = {
    ...toTermsInput({
      ...emptyTerms,
      price: "1.24",
      club_invests: "The founders put in £20,000.",
      vehicle: "The nominee",
    }),
    minimum_commitment_pence: 500_00,
    share_class: "Ordinary",
    rights: "Tag-along",
    scheme: "EIS",
    opens_at: "2027-01-11T10:00:00.000Z",
    priority_until: "2027-01-14T10:00:00.000Z",
    closes_at: "2027-01-18T17:00:00.000Z",
  } as unknown as NumberedTerms;
  const values = startTerms({ newest: undefined, last, leastPence: 1000_00, now: Date.parse("2027-06-07T18:00:00Z") });
  expect(values).toMatchObject({ scheme: "EIS", share_class: "Ordinary", rights: "Tag-along", vehicle: "The nominee" });
  expect(values).toMatchObject({
    minimum_commitment_pence: "1,000",
    opens_at: "2027-06-09T10:00",
    priority_until: "2027-06-11T10:00",
  });
  expect(values).toMatchObject({
    price: "",
    club_invests: "",
    conflicts: "",
    closes_at: "",
    priority_share_percent: "0",
  });
});

it("The form of terms lists all that is filled in before anything is typed", () => {
  const rest =
    "Filled in besides: no assurance, £0 raised before this round, no share for members with priority, an opening in two days and the end of priority two days later. Change what is not so.";
  expect(startWords("Fern Robotics Ltd")).toBe(
    `Scheme, instrument, class, rights, vehicle, risks, method, smallest commitment and plans with priority are those of Fern Robotics Ltd. Check each. ${rest}`,
  );
  const last = {
    ...toTermsInput(emptyTerms),
    minimum_commitment_pence: 500_00,
    priority_tiers: ["vip"],
    opens_at: "2027-01-11T10:00:00Z",
    priority_until: "2027-01-14T10:00:00Z",
    closes_at: "2027-01-18T17:00:00Z",
  };
  const begun = { leastPence: 1000_00, now: Date.parse("2027-06-07T18:00:00Z"), newest: undefined };
  const filled = (start: object) => Object.entries(start).flatMap(([name, value]) => (value.length > 0 ? [name] : []));
  expect(filled(startTerms({ ...begun, last: last as unknown as NumberedTerms })).toSorted()).toEqual([
    ...[
      "allocation_method",
      "assurance",
      "instrument",
      "minimum_commitment_pence",
      "opens_at",
      "priority_share_percent",
    ],
    ...["priority_tiers", "priority_until", "risks", "scheme", "schemes_raised_pence", "schemes_raised_year_pence"],
    ...["seis_raised_pence", "use_of_funds"],
  ]);
});
