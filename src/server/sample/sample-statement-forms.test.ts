import { expect, it } from "vitest";
import { checkStatement } from "#shared/statements/check-statement.ts";
import { plainWords, roundingExample } from "#shared/statements/sign-statement-messages.ts";
import { sampleStatementForms } from "./sample-statement-forms.ts";

it.each([
  ["net_assets", 250_000, 100_000],
  ["income", 100_000, 10_000],
])("The figures in the hints as entered for %s are accepted by the field", (key, least, nearest) => {
  const content = sampleStatementForms.find(({ kind }) => kind === "high_net_worth")?.content;
  if (!content) throw new Error("There is no such form.");
  const problemOf = (amount: unknown) =>
    checkStatement(
      content,
      {
        kind: "high_net_worth",
        none_apply: false,
        declarations: [],
        legal_name: "A",
        signature: "A",
        answers: { [key]: { applies: true, fields: { amount: amount as number } } },
      },
      null,
    ).find(({ path }) => path === `answers.${key}.fields.amount`);
  const hints = [roundingExample({ least, nearest }), ...(plainWords[key] ?? [])].join(" ");
  const entered = [...hints.matchAll(/read £[\d,]*\d as (£[\d,]*\d)/g)].map(([, figure = ""]) => figure);
  expect(entered.length).toBeGreaterThan(0);
  for (const figure of entered)
    expect([figure, problemOf(Number(figure.replaceAll(/[£,]/g, "")))]).toEqual([figure, undefined]);
  expect(problemOf(50_000)?.code).toBe("figure_below_threshold");
});
