import { expect, it } from "vitest";
import { dealMessages } from "./deal-messages.ts";
import { dealPageInputSchema } from "./deals.ts";

const asOfIssue = (as_of: string) => {
  const { error } = dealPageInputSchema.safeParse({
    traction: [{ what: "Revenue", figure: "£1", as_of, source: "Bank" }],
  });
  return error?.issues.find(({ path }) => path.join(".") === "traction.0.as_of")?.message;
};

it.each(["31/2/2026", "2026-02-31", "30.02.2026", "31 Feb 2026", "31-Apr-2026"])("refuses the day %s", (text) => {
  expect(asOfIssue(text)).toBe(dealMessages.asOf);
});

it.each(["28/2/2026", "28 Feb 2026", "31 December 2026", "March 2026", "Q1 2026", "2026", "2025/26"])(
  "accepts %s as the day of a figure",
  (text) => {
    expect(asOfIssue(text)).toBeUndefined();
  },
);
