import { expect, it } from "vitest";
import { resultsAsCsv } from "./save-results.ts";

it("An exported table of results escapes names that look like formulas", () => {
  const line = { line: 3, input: "=1+1, a@castell.example", full_name: "=1+1", email: "a@castell.example" };
  const created = {
    ...line,
    tier: "vip" as const,
    result: "created" as const,
    message: "Created successfully",
    note: "Known, by mail.",
  };
  const invalid = { line: 4, input: "nobody", full_name: null, email: null, result: "invalid" as const, message: "No" };
  expect(resultsAsCsv([created, invalid], new Map([["a@castell.example", "ABCDEFGHJK"]])).split("\r\n")).toEqual([
    "line,name,email,tier,result,invitation_code,note,input",
    `3,"'=1+1",a@castell.example,vip,Created successfully,ABCDEFGHJK,"Known, by mail.","'=1+1, a@castell.example"`,
    "4,,,,No,,,nobody",
  ]);
});
