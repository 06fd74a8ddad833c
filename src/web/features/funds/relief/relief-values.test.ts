import { describe, expect, it } from "vitest";
import { reliefMatchRules, stepRules } from "./relief-rules.ts";
import { doesFit, reliefFieldOf, toReliefMatch, toStepInput } from "./relief-values.ts";

const commitment_id = "0190a0a0-0000-7000-8000-000000000009";
const found = {
  name: "Jonas Weber",
  shares: 6879,
  amount_pence: 852_996,
  issued_on: "2027-02-02",
  uir: null,
  companies: [],
  company_numbers: [],
  scheme: null,
};
const unread = { ...found, amount_pence: null, issued_on: null };
const typed = { commitment_id, amount: "£8,529.96", issued_on: "2027-02-02" };

describe("A certificate's match", () => {
  it("A certificate's match sends typed values only for what could not be read", () => {
    expect(toReliefMatch({ found }, typed)).toEqual({ commitment_id });
    expect(toReliefMatch({ found: unread }, typed)).toEqual({
      commitment_id,
      amount_pence: 852_996,
      issued_on: "2027-02-02",
    });
  });

  it("A certificate's match asks for the member, and for what could not be read, at their fields", () => {
    const errorsOf = (of: typeof found | typeof unread, values: object) =>
      reliefMatchRules({ found: of })
        .safeParse({ ...typed, ...values })
        .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    expect(errorsOf(found, { amount: "", issued_on: "" })).toBeUndefined();
    expect(errorsOf(unread, { amount: "much", issued_on: "2027-02-30" })).toEqual([
      "amount: Please enter the amount as on the certificate",
      "issued_on: Please enter the day of issue as on the certificate",
    ]);
    expect(errorsOf(found, { commitment_id: "" })).toEqual(["commitment_id: Please choose a member"]);
  });

  it("A difference is shown at the choice of the member, unless its value was typed", () => {
    expect(reliefFieldOf({ found })("amount_pence")).toBe("commitment_id");
    expect(reliefFieldOf({ found: unread })("amount_pence")).toBe("amount");
    expect(reliefFieldOf({ found: unread })("issued_on")).toBe("issued_on");
  });

  it("A certificate fits where everything was read and nothing differs", () => {
    const certificate = {
      id: commitment_id,
      file_name: "a.pdf",
      created_at: "2027-08-12T10:00:00.000Z",
      of_another: [],
      nobody: [],
    };
    const suggested = { commitment_id, member: 10, full_name: "Jonas Weber", differences: [] };
    const difference = { path: "name" as const, is_blocking: false, said: "name is J Weber" };
    expect(doesFit({ ...certificate, found, suggested })).toBe(true);
    expect(doesFit({ ...certificate, found, suggested: { ...suggested, differences: [difference] } })).toBe(false);
    expect(doesFit({ ...certificate, found, suggested, of_another: ["The company on it is Quern Ltd"] })).toBe(false);
    expect(doesFit({ ...certificate, found: unread, suggested })).toBe(false);
    expect(doesFit({ ...certificate, found: { ...found, shares: null }, suggested })).toBe(false);
    expect(doesFit({ ...certificate, found, suggested: null })).toBe(false);
  });
});

describe("A recorded step", () => {
  it("A recorded step of tax relief has HMRC's reference with HMRC's answer alone", () => {
    expect(toStepInput("filed", { happened_on: "2027-06-10", uir: "x" })).toEqual({
      step: "filed",
      happened_on: "2027-06-10",
    });
    const { error } = stepRules("authorised").safeParse({ happened_on: "2027-02-30", uir: " " });
    expect(error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([
      "happened_on: Please enter a day, such as 2027-08-05",
      "uir: Please enter the reference that HMRC gave, as on its letter",
    ]);
  });
});
