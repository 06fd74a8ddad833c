import { describe, expect, it } from "vitest";
import { feeRules } from "./fee-rules.ts";
import { type FeeValues, toFeeInput } from "./fee-values.ts";

const typed: FeeValues = { decision: "allowed", article: "14", allowed: "8", reason: "" };

describe("What is typed of the success fee", () => {
  it.each([
    ["8", 800],
    [" 8 % ", 800],
    ["8.5%", 850],
    ["0.01", 1],
    ["10.00", 1000],
    ["12.75", 1275],
  ])("reads %s as %i basis points", (allowed, allowed_bp) => {
    expect(toFeeInput({ ...typed, allowed })).toEqual({ decision: "allowed", article: "14", allowed_bp });
  });

  it.each(["", "eight", "8,5", "8.125", "-8"])("reads no figure in “%s”", (allowed) => {
    expect(toFeeInput({ ...typed, allowed })).toEqual({ decision: "allowed", article: "14", allowed_bp: Number.NaN });
  });

  it("says at its field what is missing, of the decision alone that was made", () => {
    const errorsOf = (values: Partial<FeeValues>) =>
      feeRules()
        .safeParse({ ...typed, ...values })
        .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    expect(errorsOf({})).toBeUndefined();
    expect(errorsOf({ article: " ", allowed: "11" })).toEqual([
      "article: Please fill this in",
      "allowed: Please enter 0.01 % to 10 %, the most that the law allows",
    ]);
    expect(errorsOf({ allowed: "x" })).toEqual(["allowed: Please enter 0.01 % to 10 %, the most that the law allows"]);
    expect(errorsOf({ decision: "waived", article: "" })).toEqual(["reason: Please give a reason"]);
    expect(errorsOf({ decision: "waived", article: "", reason: "A gift." })).toBeUndefined();
  });
});
