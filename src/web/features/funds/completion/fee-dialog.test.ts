import { describe, expect, it } from "vitest";
import { feeForm } from "./fee-dialog.tsx";

const typed = { decision: "allowed", article: "14", allowed_bp: "8", reason: "" };
const errorsOf = (values: object) =>
  feeForm.safeParse({ ...typed, ...values }).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("The form of the success fee", () => {
  it.each([
    ["8", 800],
    [" 8 % ", 800],
    ["8.5%", 850],
    ["0.01", 1],
    ["10.00", 1000],
  ])("reads the allowed fee %s as %i basis points", (allowed, allowed_bp) => {
    const sent = feeForm.parse({ ...typed, allowed_bp: allowed });
    expect(sent).toEqual({ decision: "allowed", article: "14", allowed_bp });
  });

  it.each(["", "eight", "8,5", "8.125", "-8"])("refuses the allowed fee “%s” at its field", (allowed_bp) => {
    expect(errorsOf({ allowed_bp })).toEqual(["allowed_bp: Please enter 0.01% to 10%, the most that the law allows"]);
  });

  it("A missing answer is reported at its field, for the decision alone that was made", () => {
    expect(errorsOf({ article: " ", allowed_bp: "11" })).toEqual([
      "article: Please fill this in",
      "allowed_bp: Please enter 0.01% to 10%, the most that the law allows",
    ]);
    expect(errorsOf({ decision: "waived", article: "" })).toEqual(["reason: Please give a reason"]);
    expect(errorsOf({ decision: "waived", article: "", reason: "A gift." })).toBeUndefined();
  });
});
